// @ts-check
/**
 * The buttons beside the board: which are there, which may be pressed, and why not.
 * `controlsOf` is headless; `bindControls` puts it on the page.
 */

import { mayClaim } from "./clock.js";
import { listen, together } from "./listen.js";
import { reveal, setText } from "./seats.js";
import { drawText, leaveText, resignText } from "./stakes.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./phrases.js").Say} Say */
/**
 * @typedef {object} Controls
 * @property {boolean} playing      the viewer sits here and the game runs
 * @property {boolean} claim        Nečekat may be pressed
 * @property {boolean} late         the viewer's own time is over
 * @property {"answer"|"waiting"|null} offer
 * @property {{code: string|null, needs: number}} draw  code null: may be offered
 * @property {boolean} over
 * @property {"offer"|"offered"|"accept"|null} rematch
 */

/** @param {Table} table @returns {Controls["rematch"]} */
function rematchOf({ you, state, rematch, moved }) {
  if (you === null || state?.phase !== "over" || moved !== null) return null;
  if (rematch === null) return "offer";
  return rematch.from === you ? "offered" : "accept";
}

/** @param {Table} table @returns {Controls["offer"]} */
function offerOf({ you, state }) {
  if (you === null || !state?.offer || (state.offer.kind ?? "draw") !== "draw") return null;
  return state.offer.seat === you ? "waiting" : "answer";
}

/** @param {Table} table @param {number} now monotonic ms @returns {Controls} */
export function controlsOf(table, now) {
  const { you, state, clock } = table;
  const playing = you !== null && state?.phase === "live";
  const spent = clock !== null && clock.kind !== "offer" && (clock.claimable || (!clock.paused && clock.left - (now - clock.heard) <= 0));
  return {
    playing,
    claim: mayClaim(table, now),
    late: playing && spent && clock?.seat === you,
    offer: playing ? offerOf(table) : null,
    draw: clock?.held ? { code: "clock_stopped", needs: 0 } : playing && you !== null && state ? state.draw[you] : { code: "no_draws", needs: 0 },
    over: state?.phase === "over",
    rematch: rematchOf(table),
  };
}

/** @param {Say} say @param {{code: string|null, needs: number}} draw */
export function drawReason(say, { code, needs }) {
  if (code === null) return "";
  return say(`draw-${code}-${needs}`) || say(`draw-${code}`);
}

/** What leaving and resigning cost; a game that is the whole match is told by the page itself. @param {HTMLElement} root @param {Table} table @param {Say} say */
function paintQuestions(root, table, say) {
  const leaving = leaveText(table, say);
  const resigning = resignText(table, say);
  if (leaving) setText(root, "#ask-leave-words", leaving);
  if (resigning) setText(root, "#ask-resign-words", resigning);
}

/** @param {HTMLElement} root @param {Table} table @param {number} now @param {{say: Say, name: string}} words */
export function paintControls(root, table, now, { say, name }) {
  const controls = controlsOf(table, now);
  const answering = controls.offer === "answer";
  reveal(root, "[data-playing]", controls.playing);
  reveal(root, "[data-call=claim]", controls.claim && !answering);
  reveal(root, "[data-call=late]", controls.late);
  reveal(root, "[data-call=answer]", answering);
  reveal(root, "[data-call=waiting]", controls.offer === "waiting");
  reveal(root, "[data-after]", controls.over);
  ["offer", "offered", "accept"].forEach((kind) => reveal(root, `[data-rematch=${kind}]`, controls.rematch === kind));
  setText(root, "[data-claim-words]", say("claim", { name }));
  setText(root, "[data-answer-words]", drawText(table, say, name));
  paintQuestions(root, table, say);
  const button = /** @type {HTMLButtonElement|null} */ (root.querySelector("[data-act=offer_draw]"));
  const reason = drawReason(say, controls.draw);
  if (button) button.disabled = controls.draw.code !== null;
  setText(root, "[data-draw-reason]", reason);
}

/** @param {HTMLElement} button @returns {object} what its command says besides its kind */
export function fieldsOf({ dataset: { level, die, on } }) {
  return {
    ...(level === undefined ? {} : { level: Number(level) }),
    ...(die === undefined ? {} : { die: Number(die) }),
    ...(on === undefined ? {} : { on: on === "true" }),
  };
}

/**
 * @param {HTMLElement} root
 * @param {(kind: string, fields: object) => void} act a command; its fields stand at the button
 * @returns {() => void} undo
 */
export function bindControls(root, act) {
  /** @param {MouseEvent} event */
  function press(event) {
    const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-act]"));
    if (button?.dataset.act) act(button.dataset.act, fieldsOf(button));
    const asking = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-ask]"));
    const dialog = asking && document.getElementById(asking.dataset.ask ?? "");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    else if (button) button.closest("dialog")?.close();
  }
  return together(listen(root, "click", press));
}
