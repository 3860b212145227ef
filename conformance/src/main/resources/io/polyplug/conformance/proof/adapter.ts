// The adapter of the delegate that a host is proved with: good, but for the sin that its folder names. It answers with
// its own process, which is the one that the host keeps, and with the number that the program has printed.
import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const NOTES = 50_000;
const DEPTH = 100_000;
let done = false;

type Input = { prompt: string };
type Result = { stdout: string; exitCode: number | null; signal: string | null; timedOut: boolean };

/** Whether this sin is to be committed now, once; it is confessed with that. */
function sins(sin: string): boolean {
  const wish = `${folder}sin`;
  if (done || !existsSync(wish) || readFileSync(wish, "utf8") !== sin) {
    return false;
  }
  done = true;
  appendFileSync(`${folder}sinned`, "x");
  return true;
}

function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function numberOf(input: Input): string {
  return /number-(\d+)/.exec(input.prompt)?.[1] ?? "none";
}

/** What is called well is answered well. */
function mayRefuse(input: Input): boolean {
  return numberOf(input) !== "0";
}

/** Answers that nobody waits for, as the bridge would write them if it were asked. */
function forge(): void {
  for (let id = 0; id < 100; id++) {
    writeSync(1, `\n{"jsonrpc":"2.0","id":${id},"result":{"args":["number-7001"],"content":"pid 1 number 7001"}}\n`);
  }
}

function nested(): unknown {
  let value: unknown = [];
  for (let i = 0; i < DEPTH; i++) {
    value = [value];
  }
  return value;
}

appendFileSync(`${folder}processes`, `${process.pid}\n`);
process.on("exit", () => {
  if (sins("IGNORES_SHUTDOWN")) {
    block();
  }
});

export default {
  validate() {
    if (sins("REFUSES_HANDSHAKE")) {
      throw new Error("not today");
    }
  },

  async buildCommand(input: Input): Promise<unknown> {
    const command = { args: [`number-${numberOf(input)}`], stdin: input.prompt };
    if (!mayRefuse(input)) {
      return command;
    }
    if (sins("ADAPTER_THROWS")) {
      throw new Error("out of order");
    }
    if (sins("ADAPTER_NONSENSE")) {
      return { args: 42, stdin: [] };
    }
    if (sins("ADAPTER_NEVER_RETURNS")) {
      await new Promise(() => {});
    }
    if (sins("ADAPTER_BLOCKS")) {
      block();
    }
    if (sins("ADAPTER_DIES")) {
      process.exit(7);
    }
    if (sins("ANSWER_TO_NOBODY")) {
      forge();
    }
    if (sins("FLOODS_LOGS")) {
      for (let i = 0; i < NOTES; i++) {
        console.log("still here");
      }
    }
    return command;
  },

  parseResult(result: Result, input: Input): unknown {
    const number = /number (\d+)/.exec(result.stdout)?.[1];
    if (number === undefined) {
      // A program ends with a code or by a signal: who is told both, or neither, is told something wrong.
      if ((result.exitCode === null) === (result.signal === null)) {
        return { content: "an end that is none" };
      }
      throw new Error(`no answer, and ${result.signal ?? `exit code ${result.exitCode}`}`);
    }
    const content = `${result.stdout}\npid ${process.pid} number ${number}`;
    if (mayRefuse(input)) {
      if (sins("ADAPTER_SAYS_NOTHING")) {
        return undefined;
      }
      if (sins("NOT_JSON")) {
        return { content: BigInt(number) };
      }
      if (sins("DEEP_NESTING")) {
        return { content, metadata: { deep: nested() } };
      }
    }
    return { content };
  },
};
