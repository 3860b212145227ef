// Tokens in the form of RFC 7519, signed with a secret that both sides know.

import { NumberText, kindOf, parse, write } from "/tools/json-text.js";

const HASHES = { HS256: "SHA-256", HS384: "SHA-384", HS512: "SHA-512" };

export const ALGORITHMS = Object.keys(HASHES);

const utf8 = (text) => new TextEncoder().encode(text);

function base64url(bytes) {
  const text = Array.from(bytes, (it) => String.fromCharCode(it)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The claims with the times that are not among them; in seconds, and without an end if it has no lifetime. */
export function timed(claims, lifetime, now = Math.floor(Date.now() / 1000)) {
  return { iat: now, ...(lifetime ? { exp: now + lifetime } : {}), ...claims };
}

/** A token with these claims. Needs a page that the browser calls secure. */
export async function sign(algorithm, secret, claims) {
  const content = [{ alg: algorithm, typ: "JWT" }, claims].map((it) => base64url(utf8(write(it)))).join(".");
  const key = await crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: HASHES[algorithm] }, false, ["sign"]);
  return `${content}.${base64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(content))))}`;
}

function part(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
  const value = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (kindOf(value) !== "object") {
    throw new TypeError("not an object");
  }
  return value;
}

/** What a token says of itself, which nobody has checked; undefined if it is no such token. */
export function decode(token) {
  const parts = token.trim().split(".");
  try {
    return parts.length === 3 ? { header: part(parts[0]), claims: part(parts[1]) } : undefined;
  } catch {
    return undefined;
  }
}

/** The last moment that a date can be, in milliseconds. */
const LAST_MOMENT = 8.64e15;

/** A time among the claims, in milliseconds; undefined if there is none that can be read. */
function moment(value) {
  const at = 1000 * (kindOf(value) === "number" ? Number(value instanceof NumberText ? value.text : value) : NaN);
  return Math.abs(at) <= LAST_MOMENT ? at : undefined;
}

/** Whether a token counts now: one of `early`, `expired`, `valid`, and when that ends. */
export function validity(claims, now = Date.now()) {
  const [from, until] = [moment(claims.nbf), moment(claims.exp)];
  if (until !== undefined && until <= now) {
    return { state: "expired", at: until };
  }
  return from !== undefined && from > now ? { state: "early", at: from } : { state: "valid", at: until };
}
