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

/**
 * @param {HTMLElement} root @param {{go: (url: string) => void, told: (text: string) => void}} page
 * @returns {() => void} undo
 */
export function quietForms(root, { go, told }) {
  /** @param {SubmitEvent} event */
  async function submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-quiet]")) return;
    event.preventDefault();
    fillSeeds(form);
    const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
    if (button) button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button), headers: { accept: "application/json" } });
      const { go: url, text } = await answer.json();
      form.querySelectorAll("input[data-seed]").forEach((field) => { /** @type {HTMLInputElement} */ (field).value = ""; });
      fillSeeds(form);
      if (url) go(url);
      if (text) told(text);
    } finally {
      if (button) button.disabled = false;
    }
  }
  return listen(root, "submit", submit);
}
