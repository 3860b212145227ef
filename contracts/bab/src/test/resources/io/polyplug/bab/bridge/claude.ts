// In the manner of the adapter for claude: the prompt goes to standard input, one object comes back.
type Flags = Record<string, string | number | boolean>;
type Input = { prompt: string; role: { prompt: string; args: Flags }; env?: Record<string, string> };
type Outcome = { stdout: string; stderr: string; exitCode: number | null; signal: string | null };

const ALLOWED = new Set(["model", "max_turns", "allowed_tools", "verbose"]);
const HIDDEN = /^CLAUDE/u;

const toFlags = (args: Flags): string[] =>
  Object.entries(args)
    .filter(([name, value]) => ALLOWED.has(name) && name !== "model" && value !== false)
    .flatMap(([name, value]) => {
      const flag = `--${name.replaceAll("_", "-")}`;
      return value === true ? [flag] : [flag, String(value)];
    });

class ClaudeAdapter {
  readonly command = "claude";

  validate() {
    if (!Bun.which(this.command)) throw new Error(`${this.command} was not found on PATH`);
  }

  discover() {
    return { id: "claude", command: this.command, name: "Claude", roles: ["default", "planner", "codereviewer"] };
  }

  buildCommand(input: Input) {
    const { args, prompt } = input.role;
    return {
      args: [
        "--print", "--output-format", "json", "--permission-mode", "plan",
        "--model", String(args.model ?? "sonnet"), "--append-system-prompt", prompt, ...toFlags(args),
      ],
      env: Object.fromEntries(Object.entries(input.env ?? {}).filter(([name]) => !HIDDEN.test(name))),
      stdin: input.prompt,
    };
  }

  parseResult({ stdout, stderr, exitCode, signal }: Outcome) {
    if (exitCode !== 0) {
      throw new Error(stderr.trim() || `claude ended with ${exitCode ?? signal}`);
    }
    const parsed = JSON.parse(stdout);
    const last = Array.isArray(parsed) ? parsed.filter((part) => part.type === "result").at(-1) : parsed;
    const { result, is_error, duration_api_ms, usage, modelUsage, session_id, uuid } = last;
    return {
      content: result as string,
      metadata: {
        is_error, duration_api_ms, usage, session_id, uuid,
        model_used: Object.keys(modelUsage ?? {})[0], model_usage: modelUsage, stderr: stderr.trim() || undefined,
      },
    };
  }
}

export default new ClaudeAdapter();
