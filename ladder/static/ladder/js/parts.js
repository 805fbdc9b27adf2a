// @ts-check
/**
 * Parts of a page (`data-part="name"`) renewed from a fresh copy of it, without taking away what
 * the reader has in hand: opened details stay open, focus stays, a form being filled in waits.
 */

const TOKENS = /(name="csrfmiddlewaretoken" value=")[^"]*/g;

/** @param {Element} part @returns {string} its markup, apart from what differs on every load */
export function written(part) {
  return part.outerHTML.replace(TOKENS, "$1").replace(/ open(="")?(?=[ >])/g, "");
}

/** @param {Element} field @returns {boolean} it holds something that the server did not write */
function touched(field) {
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const chosen = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(chosen, 0);
}

/** @param {Element} part @returns {boolean} somebody is at work in it */
export function inHand(part) {
  const here = part.contains(document.activeElement) ? document.activeElement : null;
  if (here?.matches("input:not([type=hidden]), select, textarea")) return true;
  return [...part.querySelectorAll("form:not([data-renew]) :is(input:not([type=hidden]), select, textarea)")].some(touched);
}

/** @param {Element} part @returns {(fresh: Element) => void} puts the state of a part on its fresh copy */
function remember(part) {
  const open = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  return (fresh) => {
    open.forEach((id) => fresh.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", ""));
    if (focused) /** @type {HTMLElement|null} */ (fresh.querySelector(`#${CSS.escape(focused)}`))?.focus();
  };
}

/**
 * @param {ParentNode} page @param {ParentNode} fresh a newer copy of the page
 * @returns {string[]} the names of parts that had to wait
 */
export function renew(page, fresh) {
  /** @type {string[]} */
  const waiting = [];
  page.querySelectorAll("[data-part]").forEach((part) => {
    const name = /** @type {HTMLElement} */ (part).dataset.part ?? "";
    const now = fresh.querySelector(`[data-part="${CSS.escape(name)}"]`);
    if (!now || written(part) === written(now)) return;
    if (inHand(part)) {
      waiting.push(name);
      return;
    }
    const restore = remember(part);
    const copy = /** @type {Element} */ (document.importNode(now, true));
    part.replaceWith(copy);
    restore(copy);
  });
  return waiting;
}
