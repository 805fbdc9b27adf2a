// @ts-check
/** GNU Backgammon's position id of two sides' counts. Headless. */

const POINTS = 25;
const BITS = 80;

/**
 * The opponent's side first, for each point as many ones as checkers and a zero, low bit first.
 * @param {number[]} own 26 counts, off first, the bar last @param {number[]} their in their own numbers
 * @returns {string} fourteen characters
 */
export function positionId(own, their) {
  /** @type {number[]} */
  const bits = [];
  [their, own].forEach((side) => side.slice(1, POINTS + 1).forEach((count) => bits.push(...Array(count).fill(1), 0)));
  while (bits.length < BITS) bits.push(0);
  const bytes = Array.from({ length: BITS / 8 }, (_, byte) => bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, index) => sum + bit * 2 ** index, 0));
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
}

/**
 * A touch of a point by a brush: a checker more or less, never both colours on one point.
 * @param {{own: number[], their: number[], checkers: number}} counts @param {number} point in own numbers, bar 25, off 0
 * @param {string} brush `own+`, `their+` or `-`
 * @returns {{own: number[], their: number[], checkers: number}|"none"|"full"|"other"|null} why nothing changes; null: nothing is meant
 */
export function touched({ own, their, checkers }, point, brush) {
  const there = point === POINTS || point === 0 ? point : POINTS - point;
  const next = { own: [...own], their: [...their], checkers };
  const [side, place, rival, across] = brush === "their+" || (brush === "-" && own[point] === 0) ? [next.their, there, next.own, point] : [next.own, point, next.their, there];
  if (point === 0) return null;
  const apart = point === POINTS;
  if (brush === "-") {
    if (side[place] === 0) return "none";
    side[place] -= 1;
    side[0] += 1;
    return next;
  }
  const inPlay = side.slice(1).reduce((sum, count) => sum + count, 0);
  if (inPlay >= checkers) return "full";
  if (!apart && rival[across] > 0) return "other";
  side[place] += 1;
  side[0] = Math.max(0, side[0] - 1);
  return next;
}
