// A delegate's adapter that is right, but for the one sin that its role is told to commit.

interface Input {
  prompt: string;
  env: Record<string, string>;
}

const SIN: string = "%SIN%";
let calls = 0;

if (SIN === "no-import") {
  throw new Error("it does not load");
}

const adapter: Record<string, unknown> = {
  validate() {
    if (SIN === "not-valid") {
      throw new Error("not logged in");
    }
  },

  buildCommand(input: Input) {
    calls++;
    if (SIN === "counting") {
      return { args: [String(calls)], stdin: input.prompt };
    }
    if (SIN === "number-args") {
      return { args: [7], stdin: input.prompt };
    }
    if (SIN === "all-env") {
      return { args: ["-w"], stdin: input.prompt, env: { ...process.env } };
    }
    return { args: ["-w"], stdin: input.prompt };
  },

  parseResult(result: { stdout: string; exitCode: number | null }) {
    if (SIN === "silent") {
      return undefined;
    }
    if (SIN === "dies" && result.exitCode === null) {
      process.exit(3);
    }
    if (SIN === "ascii") {
      return { content: result.stdout.replace(/[^\x00-\x7f]/gu, "?"), metadata: {} };
    }
    if (SIN === "short" && result.stdout.length > 500_000) {
      return { content: 7, metadata: {} };
    }
    if (result.exitCode !== 0) {
      throw new Error(`wc ended with ${result.exitCode}`);
    }
    return { content: result.stdout, metadata: {} };
  },
};
if (SIN === "legacy") {
  adapter.run = () => [];
}

export default adapter;
