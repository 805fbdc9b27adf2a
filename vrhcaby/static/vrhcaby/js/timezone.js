// @ts-check
// Tells the sign-up form the browser's time zone; the server judges the name.

/** @param {Document} page */
export function fillTimeZone(page) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const input of page.querySelectorAll("input[data-time-zone]")) {
    if (zone) /** @type {HTMLInputElement} */ (input).value = zone;
  }
}
