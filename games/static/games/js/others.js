// @ts-check
/** The strip of the viewer's other games: whose move it is there, live, by the lobby's socket. */

import { matchRows } from "./lobby_rows.js";
import { hello } from "./protocol.js";
import { address, connect } from "./socket.js";

/**
 * @param {HTMLElement} strip `[data-others]` with a `[data-other]` template @param {any[]} rows of `matchRows`
 * @param {{here: number, you: number, frame: any}} page
 */
function fill(strip, rows, { here, you, frame }) {
  const template = /** @type {HTMLTemplateElement} */ (strip.querySelector("[data-other]"));
  const others = rows.filter(({ id }) => id !== here);
  const items = others.map(({ id, flags }) => {
    const item = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    const match = frame.live.find((/** @type {any} */ one) => one.match === id);
    const mine = flags.includes("to_move");
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    link.href = (strip.dataset.pattern ?? "").replace("/0/", `/${id}/`);
    link.classList.toggle("mine", mine);
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(`[data-part="${name}"]`));
    const rival = 1 - match.member_ids.indexOf(you);
    part("name").textContent = match.names[rival];
    part("bot").hidden = !match.bots[rival];
    part("mine").hidden = !mine;
    part("theirs").hidden = mine;
    return item;
  });
  strip.querySelector("ul")?.replaceChildren(...items);
  strip.hidden = items.length === 0;
}

/**
 * @param {HTMLElement|null} strip @param {{socket: string, here: number, language: string}} page
 * @returns {{start: () => void}} `start` when a game has begun elsewhere
 */
export function bindOthers(strip, { socket, here, language }) {
  /** @type {import("./socket.js").Line|null} */
  let line = null;

  /** @param {any} frame */
  function heard(frame) {
    if (strip === null || (frame.type !== "lobby" && frame.type !== "lobby_changed") || frame.you === null) return;
    fill(strip, matchRows(frame, language).mine, { here, you: frame.you, frame });
  }

  function start() {
    if (strip === null || line !== null) return;
    line = connect({ url: address(socket, location), greet: () => hello(null), heard, status: () => {} });
  }

  if (strip?.querySelector("li")) start();
  return { start };
}
