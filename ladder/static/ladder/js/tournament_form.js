// @ts-check
/** Entry of the form of a tournament: options are shown as they make sense together. */

import { bindOptions } from "../../games/js/challenge_options.js";
import { listen } from "../../games/js/listen.js";

/** Parts for one choice of a field, `data-when-format="…"` for the field `format`. @param {HTMLFormElement} form @param {string} name */
function showFor(form, name) {
  const field = /** @type {HTMLSelectElement|null} */ (form.querySelector(`[name=${name}]`));
  form.querySelectorAll(`[data-when-${name}]`).forEach((part) => {
    /** @type {HTMLElement} */ (part).hidden = part.getAttribute(`data-when-${name}`) !== field?.value;
  });
}

/** The order of one's own is shown when it is chosen. @param {HTMLFormElement} form */
function showChain(form) {
  const own = form.querySelector("[name=chain_preset]");
  const chain = form.querySelector("[name=chain_0]")?.closest(".field");
  if (chain instanceof HTMLElement && own instanceof HTMLSelectElement) chain.hidden = own.value !== "own";
}

document.querySelectorAll("form.tournament-form").forEach((element) => {
  const form = /** @type {HTMLFormElement} */ (element);
  const show = () => { showFor(form, "format"); showChain(form); };
  bindOptions(form);
  show();
  listen(form, "change", show);
});
