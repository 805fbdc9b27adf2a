// @ts-check
/** What the game page shows around the board, painted from the table. */

import { becameUrgent, paintClock } from "./clock.js";
import { paintControls } from "./controls.js";
import { isUnsent } from "./outbox.js";
import { paintResult } from "./result.js";
import { paintPresence, paintSeat, reveal, setText } from "./seats.js";
import { mustAct, shown } from "./state.js";
import { paintTurn } from "./turn.js";

/** @typedef {import("./state.js").Table} Table */

/** @param {import("./socket.js").Status} status @param {Table} table @returns {string} the phrase of the banner, "" for none */
export function connectionWords(status, { pending }) {
  const unsent = pending.some(isUnsent);
  if (status === "ended") return "connection-ended";
  if (status === "open") return unsent ? "connection-unanswered" : "";
  return unsent ? "connection-unsent" : "connection-away";
}

/**
 * @param {HTMLElement} root
 * @param {{say: import("./phrases.js").Say, profiles: string[], changeUrl: string, language: string, sound: (name: import("./sound.js").Sound) => void}} words
 */
export function createPage(root, { say, profiles, changeUrl, language, sound }) {
  const strips = { own: /** @type {HTMLElement} */ (root.querySelector("[data-strip=own]")), their: /** @type {HTMLElement} */ (root.querySelector("[data-strip=their]")) };
  const title = document.title;
  let ticked = 0;

  /** @param {0|1} viewer @returns {[HTMLElement, 0|1][]} */
  const seated = (viewer) => [[strips.own, viewer], [strips.their, viewer === 0 ? 1 : 0]];

  return {
    /** Time passes: clocks, the claim, how long somebody is away. @param {Table} table @param {0|1} viewer @param {number} now */
    tick(table, viewer, now) {
      const { clock, state } = table;
      const running = state?.phase === "live" ? clock : null;
      seated(viewer).forEach(([strip, seat]) => {
        paintClock(strip, running?.seat === seat ? running : null, now);
        paintPresence(strip, table, seat, now, say);
      });
      if (running?.seat === table.you && becameUrgent(running, ticked, now)) sound("short");
      ticked = now;
      const rival = table.you === 0 ? 1 : 0;
      paintControls(root, table, now, { say, name: table.names[rival] ?? "" });
      paintTurn(root, table, now, { say, name: table.names[rival] ?? "" });
    },
    /**
     * Something changed, or a position of the replay is looked at.
     * @param {Table} table @param {0|1} viewer @param {import("./protocol.js").State|null} [state]
     */
    paint(table, viewer, state = shown(table)) {
      if (state === null) return;
      seated(viewer).forEach(([strip, seat]) => paintSeat(strip, table, seat, state, { say, profile: profiles, language }));
      setText(root, "[data-spectators]", say(`spectators-${table.spectators}`) || say("spectators", { count: table.spectators }));
      const acting = mustAct(table);
      root.classList.toggle("your-turn", acting !== null && acting === table.you);
      document.title = acting !== null && acting === table.you ? `● ${title}` : title;
      const held = table.state?.phase === "live" ? table.clock?.held : null;
      reveal(root, "[data-held]", Boolean(held));
      setText(root, "[data-held]", held ? say("clock-held", held) : "");
      reveal(root, "[data-result]", table.state?.phase === "over");
      paintResult(root, table, { say, language, changeUrl });
    },
    /** @param {import("./socket.js").Status} status @param {Table} table */
    connection(status, table) {
      const words = say(connectionWords(status, table));
      root.dataset.connection = status;
      setText(root, "[data-banner]", words);
      reveal(root, "[data-banner]", words !== "");
    },
  };
}
