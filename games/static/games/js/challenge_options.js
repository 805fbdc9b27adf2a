// @ts-check
/** The form of a challenge shows the options that make sense together; without scripts it shows all. */

import { listen } from "./listen.js";

/**
 * Which parts of the form are shown. Headless.
 * @param {{traits: string[], length: string, control: string}} chosen @returns {Set<string>}
 */
export function shownParts({ traits, length, control }) {
  const has = (/** @type {string} */ trait) => traits.includes(trait);
  const money = has("points") && length === "money";
  const parts = new Set([control]);
  ["points", "gammons", "opening"].filter(has).forEach((trait) => parts.add(trait));
  if (money) parts.add("unrated");
  if (money && has("cube")) parts.add("money");
  else if (has("cube") && Number(length) > 1) parts.add("crawford");
  return parts;
}

/**
 * The box of rated games: a wish is kept while no game can be rated, and comes back after. Headless.
 * @param {{checked: boolean, wish: boolean|null}} box @param {boolean} unrated @returns {{checked: boolean, wish: boolean|null}}
 */
export function ratedBox({ checked, wish }, unrated) {
  return unrated ? { checked: false, wish: wish ?? checked } : { checked: wish ?? checked, wish: null };
}

/** What is not shown goes back to what it was, so that it cannot refuse the rest. @param {HTMLElement} part */
function restore(part) {
  part.querySelectorAll("input, select").forEach((field) => {
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field instanceof HTMLInputElement) field.value = field.defaultValue;
    else if (field instanceof HTMLSelectElement) [...field.options].forEach((option) => { option.selected = option.defaultSelected; });
  });
}

/** @param {HTMLFormElement} form @returns {() => void} undo */
export function bindOptions(form) {
  const field = (/** @type {string} */ name) => /** @type {HTMLSelectElement|null} */ (form.querySelector(`[name=${name}]`));
  const value = (/** @type {string} */ name) => field(name)?.value ?? "";

  /** @type {boolean|null} */
  let wish = null;

  /** @param {boolean} unrated */
  function rate(unrated) {
    const box = form.querySelector("[name=rated]");
    if (!(box instanceof HTMLInputElement)) return;
    const next = ratedBox({ checked: box.checked, wish }, unrated);
    wish = next.wish;
    box.checked = next.checked;
    box.disabled = unrated;
    if (unrated) box.setAttribute("aria-describedby", "money-unrated");
    else box.removeAttribute("aria-describedby");
  }

  function show() {
    const ruleset = value("ruleset");
    /** @type {string[]} */
    let traits = [];
    form.querySelectorAll("[data-ruleset]").forEach((line) => {
      const item = /** @type {HTMLElement} */ (line);
      item.hidden = item.dataset.ruleset !== ruleset;
      if (!item.hidden) traits = (item.dataset.traits ?? "").split(" ");
    });
    const parts = shownParts({ traits, length: value("length"), control: value("control") });
    form.querySelectorAll("[data-when]").forEach((element) => {
      const part = /** @type {HTMLElement} */ (element);
      const hidden = !parts.has(part.dataset.when ?? "");
      if (hidden && !part.hidden) restore(part);
      part.hidden = hidden;
    });
    rate(parts.has("unrated"));
  }

  show();
  return listen(form, "change", show);
}
