// Talks to the API in the name of this tab. The token comes behind the # of the address once and stays here.

import { client } from "/http.js";

const KEY = "polyplug-token";

function token() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY) ?? "";
}

export const TOKEN = token();

/** See http.js. */
export const { ask, fetchFile, follow } = client(TOKEN);
