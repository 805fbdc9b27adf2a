// @ts-check
// The switch of colours changes the page at once and tells the server behind it.

/**
 * @param {Document} page
 * @returns {() => void} undo
 */
export function switchTheme(page) {
  /** @param {SubmitEvent} event */
  const onSubmit = (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = event.submitter;
    if (!("themeSwitch" in form.dataset) || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    show(page, button.value);
    const body = new FormData(form, button);
    // Offline the choice holds for this page; nothing is lost by that.
    fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
  };

  page.addEventListener("submit", onSubmit);
  return () => page.removeEventListener("submit", onSubmit);
}

/**
 * @param {Document} page
 * @param {string} theme
 */
function show(page, theme) {
  page.documentElement.dataset.theme = theme;
  for (const button of page.querySelectorAll("[data-theme-switch] button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
  }
}
