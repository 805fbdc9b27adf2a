// @ts-check
// The bell of the header: told that there is something new, it asks how many are unread.

/** @param {Document} page @param {number} unread */
export function show(page, unread) {
  const number = page.querySelector("[data-bell-number]");
  const badge = /** @type {HTMLElement|null} */ (page.querySelector("[data-bell-count]"));
  if (number) number.textContent = unread > 99 ? "99+" : String(unread);
  if (badge) badge.hidden = unread === 0;
}

/**
 * Take a `notice` frame of a socket; only those about the member's notices concern the bell.
 * @param {{code: string}} frame
 * @param {Document} [page]
 */
export async function ring({ code }, page = document) {
  const bell = /** @type {HTMLElement|null} */ (page.querySelector("[data-bell]"));
  if (code !== "told" || !bell?.dataset.bell) return;
  try {
    const answer = await fetch(bell.dataset.bell);
    if (answer.ok) show(page, (await answer.json()).unread);
  } catch {
    // Offline: the next page counts anew.
  }
}
