// Where tools are asked for: each plugin, and sidecars at addresses that somebody named. What came of asking is kept beside the view, which
// is made anew whenever somebody comes back to it.

import { ask } from "/api.js";
import { keep, kept } from "/tools/kept.js";
import { noteToolChanges } from "/tools/tool-changes.js";

const KEY = "polyplug-targets";
const MOST = 20;

/** Outcomes that tell what tools there are. */
const ANSWERED = ["ok", "partial", "empty"];

/** Contracts whose tools are called at an address. */
export const WITH_TARGET = ["bowire"];

export const sourceKey = (plugin, target) => (target ? `${plugin}\n${target}` : plugin);

/** `hint@url`, as the command line takes it: what stands before the first @ is the id of a plugin if it looks like one. */
export function hinted(text) {
  const [, hint, url] = /^([A-Za-z0-9-]+)@(.*:\/\/.*)$/.exec(text) ?? [];
  return hint ? { hint, url } : { url: text };
}

class Sources extends EventTarget {
  outcomes = new Map();
  marks = new Map();
  named = kept(KEY, []).filter((it) => it?.plugin && it?.target);

  /** Every plugin, each followed by the addresses that it is asked at. */
  of(plugins) {
    return plugins.flatMap((plugin) => [
      { key: plugin.key, plugin, target: "" },
      ...this.named.filter((it) => it.plugin === plugin.key).map(({ target }) => ({ key: sourceKey(plugin.key, target), plugin, target })),
    ]);
  }

  /** Asks at an address: the plugin that is hinted at, or all that can be. Says what is wrong with it. */
  add(text, plugins) {
    const able = plugins.filter((it) => WITH_TARGET.includes(it.contract) && it.enabled);
    const { hint, url } = hinted(text.trim());
    const meant = hint ? able.filter((it) => it.id.toLowerCase() === hint.toLowerCase()) : able;
    if (!URL.canParse(url)) {
      return `${url} is no address: expected one such as http://127.0.0.1:8080`;
    }
    if (!meant.length) {
      return hint ? `There is no sidecar ${hint}; there are ${able.map((it) => it.id).join(", ") || "none"}` : "No plugin here is asked at addresses: that is for sidecars (bowire)";
    }
    const others = this.named.filter((it) => it.target !== url || !meant.some((one) => one.key === it.plugin));
    this.named = [...others, ...meant.map((it) => ({ plugin: it.key, target: url }))].slice(-MOST);
    keep(KEY, this.named);
    this.of(meant)
      .filter((it) => it.target === url)
      .forEach((it) => this.load(it, true));
    return "";
  }

  remove(key) {
    this.named = this.named.filter((it) => sourceKey(it.plugin, it.target) !== key);
    keep(KEY, this.named);
    this.outcomes.delete(key);
    this.changed();
  }

  /** Asks where something has changed. That a plugin was ended for being idle is no reason to wake it. */
  look(plugins) {
    for (const source of this.of(plugins)) {
      const { plugin, key } = source;
      const failed = ["error", "timeout"].includes(this.outcomes.get(key)?.outcome);
      const mark = [plugin.version, plugin.enabled, failed && plugin.state === "running"].join(" ");
      if (this.marks.get(key) !== mark) {
        this.marks.set(key, mark);
        this.load(source);
      }
    }
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  put(key, what) {
    this.outcomes = new Map(this.outcomes).set(key, what);
    this.changed();
  }

  async load({ key, plugin, target }, fresh = false) {
    const before = this.outcomes.get(key);
    if (!before?.tools.length) {
      this.put(key, { outcome: "loading", tools: [] });
    }
    const address = `/api/plugins/${encodeURIComponent(plugin.key)}`;
    const query = new URLSearchParams({ ...(fresh ? { fresh: "1" } : {}), ...(target ? { target } : {}) });
    const from = performance.now();
    const took = () => Math.round(performance.now() - from);
    try {
      const { tools, passedOver } = await ask("GET", `${address}/tools?${query}`);
      const outcome = tools.length ? (passedOver.length ? "partial" : "ok") : "empty";
      if (ANSWERED.includes(before?.outcome)) {
        noteToolChanges(plugin.called + (target ? ` at ${target}` : ""), before.tools, tools);
      }
      this.put(key, { outcome, tools, ms: took(), reason: passedOver.join("; ") });
    } catch (problem) {
      const ms = took();
      const stderr = target ? [] : await ask("GET", address).then((it) => it.lastFailure?.stderr ?? [], () => []);
      this.put(key, { outcome: problem.code === "timeout" ? "timeout" : "error", tools: [], ms, code: problem.code, reason: problem.message, stderr });
    }
  }
}

export const sources = new Sources();
