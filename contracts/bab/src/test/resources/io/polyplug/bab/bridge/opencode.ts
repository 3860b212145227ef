// In the manner of the adapter for opencode: asks the program itself which models there are.
import { spawnSync } from "node:child_process";

type Flag = string | number | boolean;
interface Role { name: string; prompt: string; args: Record<string, Flag> }
interface Input { prompt: string; role: Role; env?: Record<string, string> }
interface Outcome { stdout: string; stderr: string; exitCode: number | null }

const PROGRAM = "opencode";
const KEYS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENCODE_API_KEY"] as const;

function ask(...args: string[]) {
  return spawnSync(PROGRAM, args, { env: process.env, encoding: "utf8" });
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/u).map((line) => line.trim()).filter(Boolean);
}

function modelFor(role: Role): string | undefined {
  const wanted = process.env.BAB_OPENCODE_MODEL ?? process.env.OPENCODE_MODEL ?? role.args.model;
  return wanted === undefined ? undefined : String(wanted);
}

function* flags(args: Record<string, Flag>): Generator<string> {
  for (const [name, value] of Object.entries(args)) {
    if (name === "model" || value === false) continue;
    yield `--${name.replaceAll("_", "-")}`;
    if (value !== true) yield String(value);
  }
}

export default {
  validate(): void {
    if (!Bun.which(PROGRAM)) throw new Error(`${PROGRAM} was not found on PATH`);
    const { status, stdout } = ask("auth", "list");
    const known = KEYS.some((key) => process.env[key]);
    if (status !== 0 || (!known && !linesOf(stdout).some((line) => line.startsWith("●")))) {
      throw new Error(`${PROGRAM} has no credentials; run "${PROGRAM} auth login"`);
    }
  },

  listModels(): string[] {
    return linesOf(ask("models").stdout);
  },

  buildCommand({ prompt, role }: Input) {
    const args = ["run", [role.prompt, prompt].filter(Boolean).join("\n\n"), "--format", "json"];
    const model = modelFor(role);
    if (model) {
      const { status, stdout } = ask("models");
      if (status === 0 && !linesOf(stdout).includes(model)) {
        throw new Error(`Model "${model}" is not offered by ${PROGRAM}`);
      }
      args.push("--model", model);
    }
    return { args: [...args, ...flags(role.args)] };
  },

  parseResult({ stdout, stderr, exitCode }: Outcome) {
    const texts: string[] = [];
    const errors: string[] = [];
    const metadata: Record<string, unknown> = {};
    for (const line of linesOf(stdout)) {
      let event: any;
      try { event = JSON.parse(line); } catch { continue; }
      switch (event.type) {
        case "text": texts.push(event.part?.text ?? ""); break;
        case "assistant.message": texts.push(event.data?.content ?? ""); break;
        case "step_finish":
          Object.assign(metadata, { tokens: event.part?.tokens, cost: event.part?.cost, reason: event.part?.reason });
          break;
        case "result": metadata.usage = event.usage; break;
        case "error": errors.push(event.error?.message ?? event.message ?? "unknown error"); break;
      }
    }
    const content = texts.join("") || errors.join("\n");
    if (!content && exitCode !== 0) throw new Error(stderr.trim() || `${PROGRAM} exited with ${exitCode}`);
    return { content, metadata };
  },
};
