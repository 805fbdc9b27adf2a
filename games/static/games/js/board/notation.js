// @ts-check
/**
 * Typed moves: one, `13/7`, `bar/20*`, `6/off`, `13/7/2`, or a whole turn, `8/3 6/3`, `13/7(2) 8/2(2)`.
 * Headless and without rules: it only searches what is allowed.
 */

import { targets } from "./choice.js";

/**
 * @typedef {import("../protocol.js").Legal} Legal
 * @typedef {import("../protocol.js").WireStep} WireStep
 * @typedef {number[]} Way  where one checker stops, from its first place on
 */

const MOST = 4;
/** Of a step that cannot be looked up yet: whichever die plays it then. */
export const ANY_DIE = 0;

/** @param {string} word a point, `bar`/`b`, `off`/`o` @returns {number|null} */
function pointOf(word) {
  if (/^b(ar)?$/i.test(word)) return 25;
  if (/^o(ff)?$/i.test(word)) return 0;
  const number = Number(word);
  return /^\d{1,2}$/.test(word) && number <= 25 ? number : null;
}

/** @param {string} word @returns {Way[]|null} as often as it says */
function waysOf(word) {
  const [, places, times] = /^([^()]+)(?:\(([1-4])\))?$/.exec(word) ?? [];
  const stops = (places ?? "").split(/[/\-]/).map(pointOf);
  if (stops.length < 2 || stops.includes(null)) return null;
  return Array(Number(times ?? 1)).fill(stops);
}

/** @param {string} text the roll may stand before it @returns {Way[]|null} null: it is no move */
function read(text) {
  const words = text.trim().replace(/^[1-6]-?[1-6]:/, "").replaceAll("*", "").split(/[\s,]+/).filter(Boolean);
  const ways = words.map(waysOf);
  if (ways.includes(null)) return null;
  const all = /** @type {Way[][]} */ (ways).flat();
  return all.length && all.length <= MOST ? all : null;
}

/** @param {Legal} legal @param {Way} way @param {number|null} die @returns {WireStep[]|null} */
function stepsOf(legal, way, die) {
  const [from, to] = [way[0], way[way.length - 1]];
  if (way.length === 2) return targets(legal, from, die).find((target) => target.to === to)?.steps ?? null;
  const through = legal.paths.filter((path) => path[0] === from && path[1] === to).map((path) => path[2]);
  return through.find((steps) => steps.every((step, index) => index === steps.length - 1 || step[1] === way[index + 1])) ?? null;
}

/** @template T @param {T[]} all @param {number} index */
function without(all, index) {
  return all.filter((_, other) => other !== index);
}

/**
 * Ways in the order typed, else in any that goes.
 * @param {Way[]} ways @param {WireStep[]} played @param {(played: WireStep[]) => Legal} after @param {number|null} die @returns {WireStep[]|null}
 */
function inSomeOrder(ways, played, after, die) {
  if (!ways.length) return played;
  for (const [index, way] of ways.entries()) {
    const steps = stepsOf(after(played), way, die);
    const all = steps && inSomeOrder(without(ways, index), [...played, ...steps], after, die);
    if (all) return all;
  }
  return null;
}

/** The first that goes now; the others are looked up when their turn comes. @param {Way[]} ways @param {Legal} legal @param {number|null} die */
function oneNow(ways, legal, die) {
  for (const [index, way] of ways.entries()) {
    const steps = stepsOf(legal, way, die);
    if (steps) return [...steps, ...without(ways, index).flatMap(later)];
  }
  return null;
}

/** @param {Way} way @returns {WireStep[]} */
function later(way) {
  return way.slice(1).map((to, index) => [way[index], to, ANY_DIE, false]);
}

/**
 * @param {Legal} legal @param {string} text @param {number|null} die the one to try first
 * @param {((played: WireStep[]) => Legal)|null} after what may follow steps, where that is known beforehand
 * @returns {WireStep[]|null} steps to play, null when it is no legal move
 */
export function typed(legal, text, die = null, after = null) {
  const ways = read(text);
  if (ways === null) return null;
  return after ? inSomeOrder(ways, [], after, die) : oneNow(ways, legal, die);
}
