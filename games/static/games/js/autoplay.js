// @ts-check
/** Steps that are played without a tap, as the player has chosen. Headless and without rules. */

import { BAR, OFF, other } from "./protocol.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").WireStep} WireStep */

/** @param {number[]} board @returns {number} the highest of its points with a checker */
function last(board) {
  return board.findLastIndex((count) => count > 0);
}

/** @param {[number[], number[]]} boards @param {0|1} seat @returns {boolean} a checker of the seat still has one of the rival before it */
export function meets(boards, seat) {
  return last(boards[seat]) + last(boards[other(seat)]) > BAR;
}

/** A step that bears a checker off: by its own die before a larger one, by the larger die first. @param {WireStep[]} steps @returns {WireStep|null} */
function bearingOff(steps) {
  const exact = (/** @type {WireStep} */ [from, , die]) => (from === die ? 1 : 0);
  return steps.filter(([, to]) => to === OFF).sort((a, b) => exact(b) - exact(a) || b[2] - a[2])[0] ?? null;
}

/**
 * @param {Table} table in which the viewer may step
 * @param {{only: "tap"|"auto", bear: "tap"|"auto"}} wishes `only`: an only legal step; `bear`: bearing off, once nobody can be hit
 * @returns {WireStep|null}
 */
export function byItself({ legal, state, you }, { only, bear }) {
  if (only === "auto" && legal.steps.length === 1) return legal.steps[0];
  if (bear === "tap" || state === null || you === null || meets(state.boards, you)) return null;
  return bearingOff(legal.steps);
}
