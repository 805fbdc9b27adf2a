// @ts-check
/** The field for a typed move or turn. */

import { listen } from "./listen.js";

/**
 * @param {HTMLElement} root @param {(text: string) => boolean} play true: it was a move
 * @returns {{start: (text: string) => void, undo: () => void}} `start` begins typing with a sign
 */
export function bindTyped(root, play) {
  const form = root.querySelector("[data-typed-form]");
  const field = /** @type {HTMLInputElement|null} */ (root.querySelector("[data-typed]"));
  if (!form || !field) return { start: () => {}, undo: () => {} };
  const undo = listen(form, "submit", (event) => {
    event.preventDefault();
    if (field.value.trim() !== "" && play(field.value)) field.value = "";
  });
  return {
    start(text) {
      field.value = text;
      field.focus();
    },
    undo,
  };
}
