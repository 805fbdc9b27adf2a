// @ts-check
/** Forms marked `data-quiet` are sent without leaving the page; without scripts they work as forms do. */

import { listen } from "./listen.js";
import { randomHex } from "./token.js";

const SEED_BYTES = 8;

/** A seed for the dice in every empty field for one. @param {ParentNode} root */
export function fillSeeds(root) {
  root.querySelectorAll("input[data-seed]").forEach((field) => {
    const input = /** @type {HTMLInputElement} */ (field);
    if (input.value === "") input.value = randomHex(SEED_BYTES);
  });
}

/** Another seed for the next time. @param {HTMLFormElement} form */
function freshSeeds(form) {
  form.querySelectorAll("input[data-seed]").forEach((field) => { /** @type {HTMLInputElement} */ (field).value = ""; });
  fillSeeds(form);
}

/** Show reasons at the fields of a form, as the server draws them; what stood there before goes. @param {HTMLFormElement} form @param {Record<string, string>} reasons */
function mark(form, reasons) {
  form.querySelectorAll("[data-reason]").forEach((list) => list.remove());
  form.querySelectorAll("[aria-invalid]").forEach((field) => {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-errormessage");
  });
  const wrong = Object.entries(reasons).flatMap(([name, reason]) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLElement ? [{ field, reason }] : [];
  });
  wrong.forEach(({ field, reason }) => {
    const list = document.createElement("ul");
    const item = document.createElement("li");
    list.className = "errorlist";
    list.dataset.reason = "";
    list.id = `${field.id}_error`;
    item.textContent = reason;
    list.append(item);
    field.after(list);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-errormessage", list.id);
    field.closest("details")?.setAttribute("open", "");
  });
  wrong[0]?.field.focus();
}

/** @param {string} url @param {FormData} body @returns {Promise<{go: string|null, text: string, fields?: Record<string, string>}|null>} null when the server did not answer as it should */
async function post(url, body) {
  try {
    const answer = await fetch(url, { method: "POST", body, headers: { accept: "application/json" } });
    return await answer.json();
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} root
 * @param {{go: (url: string) => void, told: (text: string) => void, failed: string}} page `failed` is told when there is no answer
 * @returns {() => void} undo
 */
export function quietForms(root, { go, told, failed }) {
  /** @param {SubmitEvent} event */
  async function submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-quiet]")) return;
    event.preventDefault();
    fillSeeds(form);
    const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
    // Before the button is switched off: what is off is not in the data of a form.
    const body = new FormData(form, button);
    if (button) button.disabled = true;
    const answer = await post(form.action, body);
    if (button) button.disabled = false;
    if (answer === null) return told(failed);
    const { go: url, text, fields = {} } = answer;
    mark(form, fields);
    if (Object.keys(fields).length === 0) freshSeeds(form);
    if (url) go(url);
    if (text) told(text);
    return undefined;
  }
  return listen(root, "submit", submit);
}
