// @ts-check
/** Entry of the page of a match file: the replay on the board, without a session. */

import { createBoard } from "./board/board.js";
import { bindCopies } from "./ids.js";
import { listen } from "./listen.js";
import { fromTemplate, pageData } from "./phrases.js";
import { bindReplay } from "./replay.js";
import { paintSeat } from "./seats.js";
import { bindSettings, paceOf, viewOf } from "./settings.js";
import { empty } from "./state.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-imported]"));
const record = pageData("record");
const replay = pageData("replay");
const template = (/** @type {string} */ id) => /** @type {HTMLTemplateElement|null} */ (document.getElementById(id));
const say = fromTemplate(template("phrases"), template("phrases-match"));
const table = { ...empty(), names: record.players, ratings: [null, null] };
const settings = bindSettings(root, {});
const nothing = () => {};
const board = createBoard(/** @type {SVGSVGElement} */ (root.querySelector("[data-board] svg")), {
  say, heard: nothing, idle: nothing, play: nothing, type: nothing,
  view: () => viewOf(settings.now()), pace: () => paceOf(settings.now()),
});
let viewer = /** @type {0|1} */ (0);
/** @type {import("./history.js").Stop|null} */
let shown = null;

/** @param {import("./history.js").Stop} stop @param {boolean} moving */
function show(stop, moving) {
  const before = shown;
  shown = stop;
  const state = { ...stop.state, length: record.length };
  board.place(state, moving && before !== null && Math.abs(stop.turn - before.turn) <= 1);
  root.querySelectorAll("[data-strip]").forEach((strip) => {
    const seat = /** @type {HTMLElement} */ (strip).dataset.strip === "own" ? viewer : viewer === 0 ? 1 : 0;
    paintSeat(/** @type {HTMLElement} */ (strip), table, seat, state, { say, profile: [], language: document.documentElement.lang });
  });
}

board.look(viewer);
bindReplay(/** @type {HTMLElement} */ (root.querySelector("[data-replay-part]")), { ...replay, length: record.length, crawford: record.options.crawford }, { say, names: record.players, show: (stop) => show(stop, true) });
bindCopies(root, { say, ids: async () => replay.ids[(shown?.event?.seq ?? 1) - 1] ?? null });
root.querySelectorAll("[data-flip]").forEach((button) => listen(button, "click", () => {
  viewer = viewer === 0 ? 1 : 0;
  board.look(viewer);
  if (shown) show(shown, false);
}));
