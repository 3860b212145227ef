// In the manner of the adapter for codex: lines of events, whatever the exit code.
type Input = { prompt: string; role: { prompt: string; args: Record<string, unknown> }; env?: Record<string, string> };

const ALLOWED = ["model", "sandbox", "full_auto"] as const satisfies readonly string[];

function flags(args: Record<string, unknown>): string[] {
  const result: string[] = [];
  for (const name of ALLOWED) {
    const value = args[name];
    if (value === undefined || value === false) continue;
    result.push("--" + name.replaceAll("_", "-"));
    if (value !== true) result.push(`${value}`);
  }
  return result;
}

export const adapter = {
  buildCommand(input: Input) {
    const env = { ...input.env };
    for (const name in env) if (name.startsWith("CODEX_")) delete env[name];
    return {
      args: ["exec", "--json", "--skip-git-repo-check", ...flags(input.role.args)],
      env,
      stdin: `${input.role.prompt}\n\n${input.prompt}`.trim(),
    };
  },

  parseResult(result: { stdout: string; stderr: string; exitCode: number | null }) {
    const messages: string[] = [], problems: string[] = [];
    let usage: object | undefined;
    for (const [line] of result.stdout.matchAll(/^\{.*\}$/gmu)) {
      const event = JSON.parse(line);
      if (event.type === "item.completed" && event.item?.type === "agent_message") messages.push(event.item.text);
      else if (event.type === "turn.completed") usage = event.usage;
      else if (event.type === "error") problems.push(event.message);
    }
    if (!messages.length && !problems.length) {
      throw new Error(result.stderr.trim() || `codex exited with ${result.exitCode}`);
    }
    return { content: (messages.length ? messages : problems).join("\n\n"), metadata: { usage, errors: problems } };
  },
};
