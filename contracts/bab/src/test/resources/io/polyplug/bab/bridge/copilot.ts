// In the manner of the adapter for copilot: asks for its models by reading the help.
import { spawnSync } from "node:child_process";

const PROGRAM = "copilot";
const DEFAULT_MODEL = "gpt-5.2";

export function validate(): void {
  if (!Bun.which(PROGRAM)) throw new Error(`${PROGRAM} was not found on PATH`);
}

export function listModels(): string[] {
  const { stdout } = spawnSync(PROGRAM, ["--help"], { env: process.env, encoding: "utf8" });
  const choices = /--model\b.*?\(choices:(?<names>.*?)\)/su.exec(stdout)?.groups?.names ?? "";
  return [...choices.matchAll(/"([^"]+)"/gu)].map(([, name]) => name!);
}

export function buildCommand(input: { prompt: string; role: { prompt: string; args: Record<string, unknown> } }) {
  const prompt = [input.role.prompt, input.prompt].filter((part) => part.length > 0).join("\n\n");
  const model = String(input.role.args["model"] ?? DEFAULT_MODEL);
  return { args: ["--output-format", "json", "--allow-all", "-p", prompt, "--model", model] };
}

export function parseResult(result: { stdout: string; stderr: string; exitCode: number | null }) {
  const events = result.stdout.split("\n").flatMap((line) => {
    try { return [JSON.parse(line) as any]; } catch { return []; }
  });
  const texts = events
    .filter(({ type }) => type === "assistant.message" || type === "message" || type === "text")
    .map((event) => event.data?.content ?? event.content ?? event.text ?? "");
  const summary = events.find(({ type }) => type === "result");
  const content = texts.join("\n") || summary?.result || result.stdout.trim();
  if (!content && result.exitCode !== 0) throw new Error(result.stderr.trim() || `${PROGRAM} failed`);
  return { content, metadata: { exit_code: 99, usage: summary?.usage } };
}
