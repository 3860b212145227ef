/** Write a plugin once and let every host run it. The types of polyplug-sdk.mjs. */

export type Json = any;

/** A JSON Schema of an object. Input that does not fit it never reaches a handler. */
export interface Schema {
  type?: string;
  properties?: Record<string, Json>;
  required?: string[];
  [keyword: string]: Json;
}

export interface ToolOptions {
  description?: string;
  /** What the input must look like; without one, any object. */
  input?: Schema;
}

/** The tool's own error; the caller sees code and message as they are. */
export class ToolError extends Error {
  constructor(code: string, message: string);
  code: string;
}

/** What a language adapter fails with: a code of bento's list, such as 2001, and its data. */
export class AdapterError extends Error {
  constructor(code: number, message: string, data?: Json);
  code: number;
  data?: Json;
}

/** Calls to the host. Where the contract has none, each rejects with the code `unsupported`. */
export interface Host {
  snapshot(topic: string): Promise<{ payload: Buffer | null; version: number }>;
  publish(topic: string, payload: string | Uint8Array): Promise<void>;
  subscribe(topic: string): Promise<void>;
  invoke(action: string, payload?: string | Uint8Array, timeoutMillis?: number): Promise<Buffer>;
  readFile(path: string): Promise<Buffer>;
  readDir(path: string): Promise<{ name: string; is_dir: boolean; size: number }[]>;
  fetch(
    url: string,
    options?: {
      method?: string;
      headers?: Record<string, string> | [string, string][];
      body?: string | Uint8Array | null;
    },
  ): Promise<{ status: number; headers: [string, string][]; body: Buffer }>;
}

/** One call while it runs. */
export interface Call {
  log(level: string, message: string, fields?: Json): void;
  progress(done: number, total?: number, message?: string): void;
  /** What a tool printed, for bento. */
  output(stream: "stdout" | "stderr", text: string): void;
  /** Whether nobody waits for the answer any more. */
  readonly cancelled: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly metadata: Record<string, string>;
  /** The URL of the server that is meant, where the contract tells one. */
  readonly target?: string;
  readonly host: Host;
}

/** Both directions of a conversation; iterating ends when the other side has closed. */
export interface Channel extends AsyncIterable<Json> {
  send(message: Json): void;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Colour = [number, number, number] | { r: number; g: number; b: number };

export interface Style {
  fg?: Colour;
  bg?: Colour;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underlined?: boolean;
  reversed?: boolean;
}

/** The cells of a screen; what is painted outside is cut off. */
export interface Picture {
  readonly size: Size;
  put(x: number, y: number, symbol: string, style?: Style): void;
  /** A text from here to the right, a cell for each code point. */
  text(x: number, y: number, text: string, style?: Style): void;
}

export interface Key {
  type: string;
  ch?: string;
  n?: number;
  /** The character, or the name of the key. */
  text: string;
  mods: number;
  kind: "press" | "repeat" | "release";
}

export interface Screen {
  render(size: Size, picture: Picture): void | Promise<void>;
  key?(key: Key): void | Promise<void>;
  mouse?(mouse: Json): void | Promise<void>;
}

export interface Diagnostic {
  file: string;
  line: number;
  col?: number;
  end_line?: number;
  end_col?: number;
  severity: string;
  message: string;
  rule?: string;
  source: string;
}

/** A language of bento. A capability is there exactly if its handler is. */
export interface Adapter {
  displayName: string;
  fingerprintFiles?: string[];
  tasks?: { name: string; run: string; inputs?: string[]; outputs?: string[] }[];
  hooks?: Record<
    string,
    {
      rerun: { kind: "append_args"; args: string[] } | { kind: "replace"; command: string };
      parser: string;
    }
  >;
  detect?(params: { dir: string }, call: Call): boolean | Promise<boolean>;
  requiredToolchain?(
    params: { dir: string },
    call: Call,
  ): Toolchain | null | Promise<Toolchain | null>;
  fingerprint?(params: {}, call: Call): string | null | Promise<string | null>;
  install?(params: { dish_dir: string; dish_name: string }, call: Call): void | Promise<void>;
  parseDiagnostics?(
    params: {
      task_name: string;
      stdout: string;
      stderr: string;
      exit_status: number;
      dish_dir: string;
      workspace_root: string;
    },
    call: Call,
  ): Diagnostic[] | Promise<Diagnostic[]>;
}

export interface Toolchain {
  tool: string;
  version: string;
}

/** The host of a contract of one's own, once it has connected. */
export interface OwnHost {
  call(method: string, ...args: Json[]): Promise<Json>;
  notify(method: string, ...args: Json[]): void;
}

/** What a plugin is and does. Declare first, then `serve()`. */
export interface Plugin {
  tool(name: string, options: ToolOptions, handler: (input: Json, call: Call) => Json): this;
  stream(
    name: string,
    options: ToolOptions,
    handler: (input: Json, call: Call) => AsyncIterable<Json> | Iterable<Json>,
  ): this;
  channel(
    name: string,
    options: { description?: string },
    handler: (channel: Channel, call: Call) => void | Promise<void>,
  ): this;
  screen(name: string, screen: Screen): this;
  adapter(adapter: Adapter): this;
  /** Wants a capability, or only these values of it. */
  asks(name: string, ...values: string[]): this;
  publishes(...topics: string[]): this;
  hears(topic: string, handler: (payload: Buffer) => unknown): this;
  eager(): this;
  idleReap(seconds: number): this;
  implement(contract: string, version: number, methods: Record<string, (...args: any[]) => Json>): OwnHost;
  /** Serves whoever started the program; the process ends with it. */
  serve(args?: string[]): Promise<void>;
}

export function plugin(
  name: string,
  about?: { version?: string; title?: string; description?: string },
): Plugin;
