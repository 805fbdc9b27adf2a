// @ts-check
/** The dice on the board: used ones fade, the one to be tried first is marked. */

import { dicePlaces } from "./board/geometry.js";
import { draw, translate } from "./board/render.js";
import { thrown } from "./facts.js";

const PIP = 11;
/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * Which of the dice as they lie are played already.
 * @param {number[]} dice @param {number[]} left @returns {{value: number, used: boolean}[]}
 */
export function lying(dice, left) {
  const still = [...left];
  return thrown(dice).map((value) => {
    const index = still.indexOf(value);
    if (index >= 0) still.splice(index, 1);
    return { value, used: index < 0 };
  });
}

/** @param {{value: number, used: boolean}} die @param {{x: number, y: number}} spot @param {boolean} first @param {string} label */
function dieNode({ value, used }, spot, first, label) {
  const node = draw("g", { class: "die", transform: translate(spot), "data-die": value, role: "img", "aria-label": label });
  node.classList.toggle("used", used);
  node.classList.toggle("first", first);
  const body = draw("g", { class: "die-body" });
  body.append(draw("rect", { x: -22, y: -22, width: 44, height: 44, rx: 9 }));
  PIPS[value].forEach(([x, y]) => body.append(draw("circle", { cx: x * PIP, cy: y * PIP, r: 4.3 })));
  node.append(body);
  return node;
}

/**
 * The opening roll: a die of each, where that player's dice lie.
 * @param {SVGSVGElement} svg @param {[number, number]} values the viewer's first @param {boolean} rolling @param {(value: number) => string} label
 */
export function showOpening(svg, values, rolling, label) {
  const layer = /** @type {SVGGElement} */ (svg.querySelector(".dice"));
  layer.dataset.shown = "opening";
  layer.replaceChildren(...values.map((value, index) => dieNode({ value, used: false }, dicePlaces(1, index === 0)[0], false, label(value))));
  layer.classList.toggle("rolling", rolling);
}

/**
 * @param {SVGSVGElement} svg
 * @param {{dice: number[], left: number[], own: boolean, first: number|null, rolling: boolean}} shown
 * @param {(value: number, used: boolean) => string} label
 */
export function showDice(svg, { dice, left, own, first, rolling }, label) {
  const layer = /** @type {SVGGElement} */ (svg.querySelector(".dice"));
  const all = lying(dice, left);
  const spots = dicePlaces(all.length, own);
  const mark = all.findIndex((die) => !die.used && die.value === first);
  const two = new Set(left).size === 2;
  const key = JSON.stringify([all, own, two ? mark : null]);
  if (layer.dataset.shown === key && !rolling) return;
  layer.dataset.shown = key;
  layer.replaceChildren(...all.map((die, index) => dieNode(die, spots[index], two && index === mark, label(die.value, die.used))));
  layer.classList.toggle("rolling", rolling);
}
