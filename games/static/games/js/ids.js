// @ts-check
/** Buttons that copy the ids of the position that the replay shows. */

import { listen } from "./listen.js";
import { setText } from "./seats.js";

/** @typedef {{xgid: string|null, position_id: string|null, match_id: string|null}} Ids */

/** @param {string} kind `xgid` or `gnubg` @param {Ids} ids @returns {string} empty when the position has none */
export function idText(kind, ids) {
  if (kind === "xgid") return ids.xgid ? `XGID=${ids.xgid.replace(/^XGID=/, "")}` : "";
  return ids.position_id && ids.match_id ? `${ids.position_id}:${ids.match_id}` : "";
}

/**
 * @param {HTMLElement} root @param {{ids: () => Promise<Ids|null>, say: import("./phrases.js").Say}} page `ids` of the shown position
 * @returns {() => void} undo
 */
export function bindCopies(root, { ids, say }) {
  return listen(root, "click", async ({ target }) => {
    const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (target).closest("[data-copy]"));
    if (!button) return;
    const told = await ids();
    const text = told ? idText(button.dataset.copy ?? "", told) : "";
    if (text) await navigator.clipboard?.writeText(text).catch(() => {});
    setText(root, "[data-copied]", text ? say("copied", { text }) : say("copied-none"));
  });
}
