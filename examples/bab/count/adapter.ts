// Counts what is in the prompt with wc: an adapter is two functions, and the host does the rest.

interface Input {
  prompt: string;
  role: { args: Record<string, string | number | boolean> };
}

const adapter = {
  buildCommand(input: Input) {
    return { args: [input.role.args.lines ? "-l" : "-w"], stdin: input.prompt };
  },

  parseResult(result: { stdout: string; stderr: string; exitCode: number | null }, input: Input) {
    if (result.exitCode !== 0) {
      throw new Error(result.stderr.trim() || `wc ended with ${result.exitCode}`);
    }
    const count = Number(result.stdout.trim());
    const what = input.role.args.lines ? "lines" : "words";
    return { content: `${count} ${what}`, metadata: { count } };
  },
};

export default adapter;
