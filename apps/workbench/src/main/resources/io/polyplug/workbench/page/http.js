// Requests and event streams, for pages and for the worker that they share: nothing here knows a document.

/** How many milliseconds events are read without a pause for everything else. */
const LONGEST_STRETCH = 8;

export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function failed(response) {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text);
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return new ApiError(response.status, "http", text.trim() || `status ${response.status}`);
  }
}

/** What goes with a request: a file goes as it is, a text as the JSON that it is, everything else is written as JSON. */
function sent(token, body) {
  const whole = body === undefined || body instanceof Blob || typeof body === "string";
  const type = body instanceof Blob ? body.type || "application/octet-stream" : "application/json";
  return {
    headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": type }) },
    body: whole ? body : JSON.stringify(body),
  };
}

/** An answer that is one; the problem that it tells is thrown. */
async function answered(token, path, { method = "GET", body, signal } = {}) {
  const response = await fetch(path, { method, signal, ...sent(token, body) });
  if (!response.ok) {
    throw await failed(response);
  }
  return response;
}

/** Fetches a file as it is. */
async function fetchFile(token, path) {
  return (await answered(token, path)).blob();
}

/**
 * Asks for JSON; `body` is sent as JSON, or as it is if it is a file or a text. With `raw` the answer is given as text: its numbers stay
 * as they were written.
 */
async function ask(token, method, path, body, { signal, raw } = {}) {
  const response = await answered(token, path, { method, body, signal });
  return raw ? response.text() : response.json();
}

/**
 * Follows an event stream until `signal` is aborted or it ends: `on(kind, data)` for each event. A GET is opened again when it breaks;
 * a POST is one conversation and ends with it. With `raw` the data of events stays text, for streams that are too fast to read every one.
 */
async function follow(token, path, on, { method = "GET", body, signal, raw } = {}) {
  for (let pause = 500; !signal?.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      const response = await answered(token, path, { method, body, signal });
      on("connected", {});
      pause = 250;
      await read(response.body, raw ? on : (kind, data) => on(kind, JSON.parse(data)));
      if (method !== "GET") {
        return;
      }
    } catch (problem) {
      if (signal?.aborted) {
        return;
      }
      if (method !== "GET" || problem instanceof ApiError) {
        throw problem;
      }
    }
    on("disconnected", {});
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function read(stream, on) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let since = performance.now();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    if (performance.now() - since > LONGEST_STRETCH) {
      // What is there already would be read in one go, and nothing be painted meanwhile.
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    rest = pass(rest + value, on);
  }
}

/** Passes whole events on and gives back the rest. Plain searches: a stream may bring 50,000 events in a second. */
function pass(text, on) {
  let from = 0;
  for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
    const data = text.startsWith("event: ", from) ? text.indexOf("\ndata: ", from) : -1;
    if (data >= 0 && data < end) {
      on(text.slice(from + 7, data), text.slice(data + 7, end));
    }
    from = end + 2;
  }
  return text.slice(from);
}

/** Everything that one who knows this token can do. */
export function client(token) {
  return {
    ask: (...given) => ask(token, ...given),
    fetchFile: (...given) => fetchFile(token, ...given),
    follow: (...given) => follow(token, ...given),
  };
}
