// @ts-check
/** Entry of the page of chances: the position is set by touching points, the figures come anew. */

import { listen } from "./listen.js";
import { pageData } from "./phrases.js";
import { positionId, touched } from "./position_id.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".chances-form"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("position"));
let counts = pageData("position-counts");
const told = /** @type {HTMLElement} */ (form.querySelector("[data-told]"));
let asked = 0;

async function refresh() {
  const number = (asked += 1);
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  query.delete("brush");
  const answer = await fetch(`${form.action}?${query}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked) return;
  // A board that cannot be is told of; the one before it stays, to go on from.
  const stays = page.querySelector("[data-refused] [data-field=position]") !== null;
  ["[data-refused]", ...(stays ? [] : ["[data-figures]"]), "[data-score]"].forEach((part) => {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part)?.replaceWith(document.adoptNode(fresh));
  });
  counts = pageData("position-counts");
  history.replaceState(null, "", `?${query}`);
}

/** @param {MouseEvent} event */
function touch({ target }) {
  const column = /** @type {SVGElement|null} */ (/** @type {Element} */ (target).closest("[data-point]"));
  const point = Number(column?.dataset.point);
  if (!column || Number.isNaN(point)) return;
  const brush = /** @type {RadioNodeList} */ (form.elements.namedItem("brush")).value;
  const next = touched(counts, point, brush);
  if (next === null) return;
  told.textContent = typeof next === "string" ? (told.dataset[next] ?? "") : "";
  if (typeof next === "string") return;
  counts = next;
  field.value = positionId(next.own, next.their);
  void refresh();
}

const brushes = /** @type {HTMLElement|null} */ (form.querySelector("[data-brush]"));
if (brushes) brushes.hidden = false;
listen(form, "click", touch);
listen(form, "change", ({ target }) => {
  if (/** @type {HTMLInputElement} */ (target).name !== "brush") void refresh();
});
