// @ts-check
/**
 * Fingers, mouse and keys on the board become intents; what they mean is decided elsewhere.
 *
 * @typedef {{kind: "tap", point: number} | {kind: "lift", point: number} | {kind: "drop", from: number, to: number|null, spot: import("./geometry.js").Spot}
 *   | {kind: "die", index: number} | {kind: "cancel"} | {kind: "type", text: string}} Intent
 * @typedef {{id: number, x: number, y: number, point: number, node: SVGGElement, far: boolean}} Held  `far`: being dragged
 */

import { listen, together } from "../listen.js";
import { columnAt, neighbour, toDrawing } from "./geometry.js";
import { translate } from "./render.js";

const DRAG_PIXELS = 6;

/** @param {string|null|undefined} name of a column @returns {number|null} the viewer's own point, null for the rival's bar and tray */
function own(name) {
  return name && /^\d+$/.test(name) ? Number(name) : null;
}

/**
 * @param {SVGSVGElement} svg
 * @param {{view: () => import("./geometry.js").View, checker: (point: number) => SVGGElement|null, emit: (intent: Intent) => void}} board
 *   `checker` gives the node that may be lifted from a point, or null
 * @returns {() => void} undo
 */
export function watchBoard(svg, { view, checker, emit }) {
  /** @type {Held|null} */
  let held = null;
  let dragged = false;

  /** @param {PointerEvent|MouseEvent} event */
  const spotOf = (event) => toDrawing(svg.getBoundingClientRect(), view(), event.clientX, event.clientY);

  /** @param {PointerEvent} event */
  function down(event) {
    dragged = false;
    const point = own(columnAt(spotOf(event)));
    const node = point === null || event.button !== 0 ? null : checker(point);
    if (node !== null && point !== null) held = { id: event.pointerId, x: event.clientX, y: event.clientY, point, node, far: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (held === null || event.pointerId !== held.id) return;
    if (!held.far && Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_PIXELS) lift(held);
    if (held.far) held.node.setAttribute("transform", translate(spotOf(event)));
  }

  /** @param {Held} lifted */
  function lift(lifted) {
    lifted.far = true;
    dragged = true;
    svg.setPointerCapture(lifted.id);
    lifted.node.parentNode?.append(lifted.node);
    lifted.node.classList.add("lifted");
    emit({ kind: "lift", point: lifted.point });
  }

  /** @param {PointerEvent} event @param {boolean} kept */
  function up(event, kept) {
    if (held === null || event.pointerId !== held.id) return;
    const { far, node, point } = held;
    held = null;
    node.classList.remove("lifted");
    const spot = spotOf(event);
    if (far) emit({ kind: "drop", from: point, to: kept ? own(columnAt(spot)) : null, spot });
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (dragged) {
      dragged = false;
      return;
    }
    const target = /** @type {Element} */ (event.target);
    const die = target.closest(".die");
    if (die?.parentNode) {
      emit({ kind: "die", index: [...die.parentNode.children].indexOf(die) });
      return;
    }
    const column = /** @type {HTMLElement|null} */ (target.closest("[data-point]"));
    const point = own(column?.dataset.point ?? columnAt(spotOf(event)));
    if (point !== null) emit({ kind: "tap", point });
  }

  /** @param {string} name */
  function focus(name) {
    svg.querySelectorAll("[data-point][tabindex]").forEach((column) => {
      const chosen = /** @type {HTMLElement} */ (column).dataset.point === name;
      column.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen) /** @type {HTMLElement} */ (column).focus();
    });
  }

  /** The next column in a direction that can hold the focus. @param {string} from @param {string} key */
  function stop(from, key) {
    let name = neighbour(from, key, view());
    while (name !== null && own(name) === null) name = neighbour(name, key, view());
    return name;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const column = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-point]"));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") emit({ kind: "cancel" });
    if (column === null) return;
    const name = column.dataset.point ?? "";
    const point = own(name);
    if ((event.key === "Enter" || event.key === " ") && point !== null) {
      event.preventDefault();
      emit({ kind: "tap", point });
      return;
    }
    if (/^\d$/.test(event.key)) emit({ kind: "type", text: event.key });
    const next = stop(name, event.key);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (next !== null) focus(next);
  }

  return together(
    listen(svg, "pointerdown", down),
    listen(svg, "pointermove", move),
    listen(svg, "pointerup", (event) => up(event, true)),
    listen(svg, "pointercancel", (event) => up(event, false)),
    listen(svg, "click", click),
    listen(svg, "keydown", key),
  );
}
