// @ts-check
/** The two strips above and below the board: who, rating, pips, connection. */

import { timeText } from "./clock.js";
import { pips } from "./facts.js";
import { crawfordText, scoreText } from "./games.js";
import { decimalText } from "./phrases.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./phrases.js").Say} Say */

/** @param {Element} root @param {string} selector @param {string} text */
export function setText(root, selector, text) {
  const element = root.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} root @param {string} selector @param {boolean} visible */
export function reveal(root, selector, visible) {
  root.querySelectorAll(selector).forEach((element) => {
    const part = /** @type {HTMLElement} */ (element);
    if (part.hidden === visible) part.hidden = !visible;
  });
}

/** @param {Table} table @param {0|1} seat @param {number} now monotonic ms @returns {number} whole seconds since the player was last here */
export function awaySeconds(table, seat, now) {
  const presence = table.presence[seat];
  if (!presence || presence.online) return 0;
  return Math.max(0, Math.floor((table.now + (now - table.heard) - presence.since) / 1000));
}

/** @param {number} seconds @param {Say} say @returns {string} `40 s`, `12 min`, `3 h 5 min` */
export function spanText(seconds, say) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 2) return say("span-seconds", { seconds });
  const hours = Math.floor(minutes / 60);
  return hours ? say("span-hours", { hours, minutes: minutes % 60 }) : say("span-minutes", { minutes });
}

/** @param {Say} say @param {Table} table @param {0|1} seat @returns {string} what a delay clock has in store, or days of vacation */
function reserveText(say, { clock }, seat) {
  if (clock?.reserve) return say("reserve", { time: timeText(clock.reserve[seat]) });
  return clock?.vacation ? say("vacation", { days: clock.vacation[seat] }) : "";
}

/**
 * @param {HTMLElement} strip @param {Table} table @param {0|1} seat
 * @param {import("./protocol.js").State} state as shown
 * @param {{say: Say, profile: string[], language: string}} words
 */
export function paintSeat(strip, table, seat, state, { say, profile, language }) {
  strip.dataset.seat = String(seat);
  setText(strip, "[data-name]", table.names[seat] ?? "");
  const link = strip.querySelector("[data-name]");
  if (link instanceof HTMLAnchorElement && profile[seat]) link.href = profile[seat];
  setText(strip, "[data-rating]", decimalText(table.ratings[seat], language));
  setText(strip, "[data-pips]", say("pips", { pips: pips(state.boards[seat]) }));
  setText(strip, "[data-off]", say("borne-off", { count: state.boards[seat][0] }));
  const hand = state.hand?.[seat] ?? 0;
  setText(strip, "[data-score]", scoreText(say, state, seat));
  setText(strip, "[data-sign]", crawfordText(say, state));
  setText(strip, "[data-hand]", hand > 0 ? say("in-hand", { count: hand }) : "");
  setText(strip, "[data-reserve]", reserveText(say, table, seat));
  strip.querySelector("[data-swatch]")?.setAttribute("href", `#checker-${seat === 0 ? "light" : "dark"}`);
  strip.classList.toggle("winner", state.phase === "over" && state.winner === seat);
}

/** @param {HTMLElement} strip @param {Table} table @param {0|1} seat @param {number} now @param {Say} say */
export function paintPresence(strip, table, seat, now, say) {
  const online = table.presence[seat]?.online !== false;
  const over = table.state?.phase === "over";
  strip.classList.toggle("offline", !online && !over);
  setText(strip, "[data-presence]", online || over ? "" : say("offline", { time: spanText(awaySeconds(table, seat, now), say) }));
}
