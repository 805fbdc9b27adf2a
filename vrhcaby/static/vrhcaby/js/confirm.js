// @ts-check
// Asks before something that cannot be undone, in the page's own dialog.

/**
 * Ask with the dialog of the page; Escape means no.
 * @param {string} text
 * @param {Document} [page]
 * @returns {Promise<boolean>}
 */
export function confirmed(text, page = document) {
  const dialog = /** @type {HTMLDialogElement} */ (page.getElementById("confirm"));
  const words = /** @type {HTMLElement} */ (page.getElementById("confirm-text"));
  words.textContent = text;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "confirm"), { once: true });
  });
}

/**
 * Let every form with `data-confirm="question"` ask before it is sent, or only when it is sent by a
 * button that has such a question.
 * @param {Document} page
 * @returns {() => void} undo
 */
export function confirmForms(page) {
  const agreed = new WeakSet();

  /** @param {SubmitEvent} event */
  const onSubmit = async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const submitter = event.submitter;
    const question = submitter?.dataset.confirm ?? form.dataset.confirm;
    if (!question || agreed.delete(form)) return;
    event.preventDefault();
    if (!(await confirmed(question, page))) return;
    agreed.add(form);
    form.requestSubmit(submitter);
  };

  page.addEventListener("submit", onSubmit);
  return () => page.removeEventListener("submit", onSubmit);
}
