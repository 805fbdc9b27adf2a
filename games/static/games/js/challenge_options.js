// @ts-check
/** The form of a challenge shows the options that make sense together; without scripts it shows all. */

import { listen } from "./listen.js";

/**
 * Which parts of the form are shown. Headless.
 * @param {{traits: string[], length: string, control: string}} chosen @returns {Set<string>}
 */
export function shownParts({ traits, length, control }) {
  const has = (/** @type {string} */ trait) => traits.includes(trait);
  const money = has("cube") && length === "money";
  const parts = new Set([control]);
  ["points", "gammons", "opening"].filter(has).forEach((trait) => parts.add(trait));
  if (money) parts.add("money");
  else if (has("cube") && Number(length) > 1) parts.add("crawford");
  return parts;
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
    const rated = form.querySelector("[name=rated]");
    if (rated instanceof HTMLInputElement && parts.has("money")) rated.checked = false;
  }

  show();
  return listen(form, "change", show);
}
