// @ts-check
/**
 * From what the server allows and what the player points at to what he means.
 * Headless and without rules: it only searches the given lists.
 *
 * @typedef {import("../protocol.js").Legal} Legal
 * @typedef {import("../protocol.js").WireStep} WireStep
 * @typedef {{selected: number|null, die: number|null}} Choice   `die` = the one to try first
 * @typedef {{choice: Choice, steps: WireStep[]}} Answer         steps to play, in order; empty = none
 * @typedef {{to: number, hit: boolean, steps: WireStep[]}} Target
 */

/** @type {Choice} */
export const NONE = { selected: null, die: null };

/** @param {Legal} legal @returns {Set<number>} points with a checker that may be moved */
export function origins(legal) {
  return new Set(legal.steps.map(([from]) => from));
}

/** @param {WireStep[]} steps @param {number|null} die the preferred die goes first, else the first given */
function preferred(steps, die) {
  return steps.find((step) => step[2] === die) ?? steps[0];
}

/** @param {WireStep[][]} ways @param {number|null} die */
function preferredWay(ways, die) {
  return ways.find(([first]) => first[2] === die) ?? ways[0];
}

/**
 * Every place a checker of `from` can reach: by one die, else by several.
 * @param {Legal} legal @param {number} from @param {number|null} die @returns {Target[]}
 */
export function targets(legal, from, die = null) {
  const direct = legal.steps.filter((step) => step[0] === from);
  const ways = legal.paths.filter((path) => path[0] === from);
  const places = new Set([...direct.map((step) => step[1]), ...ways.map((path) => path[1])]);
  return [...places].map((to) => {
    const single = direct.filter((step) => step[1] === to);
    const steps = single.length ? [preferred(single, die)] : preferredWay(ways.filter((path) => path[1] === to).map((path) => path[2]), die);
    return { to, hit: steps.some((step) => step[3]), steps };
  });
}

/** @param {Legal} legal @param {number} to @param {number|null} die @returns {WireStep|null} the one step that ends there, if only one checker can */
export function onlyWayTo(legal, to, die = null) {
  const ending = legal.steps.filter((step) => step[1] === to);
  return new Set(ending.map((step) => step[0])).size === 1 ? preferred(ending, die) : null;
}

/**
 * A tap (click, Enter) on a point.
 * @param {Legal} legal @param {Choice} choice @param {number} point @returns {Answer}
 */
export function tap(legal, choice, point) {
  const clear = { ...choice, selected: null };
  if (legal.steps.length === 1 && legal.steps[0].slice(0, 2).includes(point)) return { choice: clear, steps: [legal.steps[0]] };
  if (choice.selected !== null) {
    const target = targets(legal, choice.selected, choice.die).find(({ to }) => to === point);
    if (target) return { choice: clear, steps: target.steps };
    if (choice.selected === point) return again(legal, choice, point);
  }
  if (origins(legal).has(point)) return { choice: { ...choice, selected: point }, steps: [] };
  const only = onlyWayTo(legal, point, choice.die);
  return { choice: clear, steps: only ? [only] : [] };
}

/** The second tap on the same checker plays the chosen die, or the only one that moves it; else lets go. @param {Legal} legal @param {Choice} choice @param {number} point @returns {Answer} */
function again(legal, choice, point) {
  const steps = legal.steps.filter((step) => step[0] === point);
  const chosen = steps.find((step) => step[2] === choice.die) ?? (steps.length === 1 ? steps[0] : null);
  return { choice: { ...choice, selected: null }, steps: chosen ? [chosen] : [] };
}
