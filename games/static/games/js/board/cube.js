// @ts-check
/** The cube on the board: in the middle shown as 64, at its owner's edge, or before who must answer. */

import { cubePlace, offeredCubePlace } from "./geometry.js";
import { draw, translate } from "./render.js";

/** @typedef {import("../protocol.js").State} State */
/** @typedef {import("../protocol.js").Seat} Seat */

const CUBE_KINDS = ["double", "beaver", "raccoon"];
const HALF = 20;

/**
 * @param {State} state @param {Seat} viewer
 * @returns {{spot: {x: number, y: number}, text: string, owner: Seat|null, offered: boolean}|null} null: this game has no cube
 */
export function cubeOf({ cube, offer }, viewer) {
  if (!cube || cube.live === false) return null;
  if (offer && CUBE_KINDS.includes(offer.kind ?? "draw")) {
    return { spot: offeredCubePlace(offer.seat !== viewer), text: String(offer.value), owner: cube.owner, offered: true };
  }
  const side = cube.owner === null ? null : cube.owner === viewer ? "own" : "their";
  const text = cube.owner === null && cube.value === 1 ? "64" : String(cube.value);
  return { spot: cubePlace(side), text, owner: cube.owner, offered: false };
}

/** @param {SVGSVGElement} svg @param {State} state @param {Seat} viewer @param {import("../phrases.js").Say} say */
export function showCube(svg, state, viewer, say) {
  const layer = svg.querySelector(".cube");
  if (!(layer instanceof SVGElement)) return;
  const shown = cubeOf(state, viewer);
  const key = JSON.stringify(shown);
  if (layer.dataset.shown === key) return;
  layer.dataset.shown = key;
  if (shown === null) {
    layer.replaceChildren();
    return;
  }
  const label = shown.offered ? "cube-offered" : shown.owner === null ? "cube-middle" : shown.owner === viewer ? "cube-own" : "cube-their";
  const node = draw("g", { class: shown.offered ? "cube-body offered" : "cube-body", transform: translate(shown.spot), role: "img", "aria-label": say(label, { value: shown.offered ? shown.text : state.cube?.value }) });
  const text = draw("text", { class: shown.text.length > 3 ? "longer" : shown.text.length > 2 ? "long" : "" });
  text.textContent = shown.text;
  node.append(draw("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 6 }), text);
  layer.replaceChildren(node);
}
