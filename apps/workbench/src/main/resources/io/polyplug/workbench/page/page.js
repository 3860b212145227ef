// What every view needs: where one is, what to tell, and how numbers are written.

/** Where one is: `#/view/part/part`. The token never stands here. */
export function here() {
  const [view = "", ...path] = location.hash.replace(/^#\/?/, "").split("/").map(decode);
  return { view, path };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function href(view, ...path) {
  return "#/" + [view, ...path].map(encodeURIComponent).join("/");
}

export function go(view, ...path) {
  location.hash = href(view, ...path);
}

/** Shows a sentence for a while: `kind` is good or bad. */
export function toast(text, kind = "bad") {
  window.dispatchEvent(new CustomEvent("polyplug-toast", { detail: { text, kind } }));
}

/** Does something that may fail; a failure is told and gives undefined. */
export async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    if (problem.name !== "AbortError") {
      toast(problem.message);
    }
    return undefined;
  }
}

export function bytes(count) {
  if (count === undefined || count === null) {
    return "";
  }
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function ago(instant, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const steps = [
    [86_400, "d"],
    [3_600, "h"],
    [60, "min"],
  ];
  for (const [length, word] of steps) {
    if (seconds >= length) {
      return `${Math.floor(seconds / length)} ${word}`;
    }
  }
  return `${seconds} s`;
}

/** Pretty-printed if it is JSON, as it is otherwise. Only white space changes: large numbers keep all their digits. */
export function pretty(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let indent = "\n";
  let result = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === "{" || token === "[") {
      indent += "  ";
      result += token + indent;
    } else if (token === "}" || token === "]") {
      indent = indent.slice(0, -2);
      result += indent + token;
    } else if (token === ",") {
      result += token + indent;
    } else {
      result += token === ":" ? ": " : /^[{[]/.test(token) ? token.replace(/\s+/, "") : token;
    }
  }
  return result;
}

/** Gives what a download would give to the user's disk. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** How a health is coloured. */
export function tone(health) {
  switch (health) {
    case "healthy":
    case "running":
      return "good";
    case "degraded":
    case "starting":
    case "backoff":
    case "stopping":
      return "warn";
    case "failed":
    case "quarantined":
    case "unhealthy":
    case "invalid":
      return "bad";
    default:
      return "";
  }
}
