/** The frames written by tests/games/test_page_frames.py. */

import { readFileSync } from "node:fs";

/** @param {string} path under tests/data */
export function data(path) {
  return JSON.parse(readFileSync(new URL(`../data/${path}`, import.meta.url), "utf8"));
}

export const JS = new URL("../../games/static/games/js/", import.meta.url);

/** @param {string} name of a module */
export function load(name) {
  return import(new URL(name, JS).href);
}
