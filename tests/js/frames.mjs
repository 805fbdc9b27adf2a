/** The frames written by tests/games/test_page_frames.py; what an older Node lacks of a browser. */

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

// Node 18 has WebCrypto in a module only; browsers and newer Nodes have it everywhere.
globalThis.crypto ??= webcrypto;

/** @param {string} path under tests/data */
export function data(path) {
  return JSON.parse(readFileSync(new URL(`../data/${path}`, import.meta.url), "utf8"));
}

export const JS = new URL("../../games/static/games/js/", import.meta.url);

/** @param {string} name of a module */
export function load(name) {
  return import(new URL(name, JS).href);
}
