// @ts-check
/**
 * A list whose lines are put in order by dragging their handle, or by arrows while it has focus.
 * The numbers beside them are what is sent; without scripts they are typed.
 */

import { listen, together } from "../../games/js/listen.js";
import { moved, placeByKey } from "./order.js";

/** @param {HTMLFormElement} form @returns {() => void} undo */
export function bindSeats(form) {
  const list = /** @type {HTMLElement} */ (form.querySelector(".seat-list"));
  const said = form.querySelector("[data-said]");
  const words = form.querySelector("template[data-moved]")?.innerHTML ?? "";
  const lines = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-seat]")]);
  /** @type {HTMLElement|null} */
  let held = null;
  if (form.dataset.bound) return () => undefined;
  form.dataset.bound = "yes";

  function number() {
    lines().forEach((line, at) => { /** @type {HTMLInputElement} */ (line.querySelector("input")).value = String(at + 1); });
  }

  /** @param {HTMLElement} line @param {number} to */
  function put(line, to) {
    const all = lines();
    const order = moved(all, all.indexOf(line), to);
    list.append(...order);
    number();
    const name = line.querySelector("span")?.textContent?.trim() ?? "";
    if (said) said.textContent = words.replace("{name}", name).replace("{number}", String(order.indexOf(line) + 1));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const handle = /** @type {Element} */ (event.target).closest("[data-handle]");
    const line = /** @type {HTMLElement|null|undefined} */ (handle?.closest("[data-seat]"));
    if (!handle || !line) return;
    const to = placeByKey(event.key, lines().indexOf(line), lines().length);
    if (to === null) return;
    event.preventDefault();
    put(line, to);
    /** @type {HTMLElement} */ (handle).focus();
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    const handle = /** @type {Element} */ (event.target).closest("[data-handle]");
    held = /** @type {HTMLElement|null} */ (handle?.closest("[data-seat]") ?? null);
    if (!held) return;
    event.preventDefault();
    held.classList.add("lifted");
    list.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!held) return;
    const others = lines().filter((line) => line !== held);
    const to = others.filter((line) => {
      const box = line.getBoundingClientRect();
      return event.clientY > box.top + box.height / 2;
    }).length;
    if (lines().indexOf(held) !== to) put(held, to);
  }

  function onUp() {
    held?.classList.remove("lifted");
    held = null;
  }

  list.querySelectorAll("[data-handle]").forEach((handle) => { /** @type {HTMLElement} */ (handle).hidden = false; });
  return together(
    listen(list, "keydown", onKey),
    listen(list, "pointerdown", onDown),
    listen(list, "pointermove", onMove),
    listen(list, "pointerup", onUp),
    listen(list, "pointercancel", onUp),
  );
}
