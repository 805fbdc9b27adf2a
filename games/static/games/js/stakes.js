// @ts-check
/**
 * What an act costs that loses or wins a game, told before it is done: the points, and that the
 * match ends with it and is rated. Headless.
 */

import { choice } from "./choices.js";
import { several } from "./games.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./phrases.js").Say} Say */

/**
 * @param {import("./protocol.js").State|null} state @param {number} winner @param {number} points
 * @returns {boolean} a game so lost is the last of its match; a session ends by leaving alone
 */
export function decides(state, winner, points) {
  if (!several(state)) return true;
  const length = state?.length ?? null;
  return length !== null && (state?.score?.[winner] ?? 0) + points >= length;
}

/** @param {Table} table @returns {number} the seat that wins what the viewer loses */
function rival({ you }) {
  return you === 0 ? 1 : 0;
}

/** The words of an act, and that the result counts if it ends the match. @param {Table} table @param {Say} say @param {boolean} last @param {...string} words */
function counted({ rated }, say, last, ...words) {
  return [...words, last && rated ? say("ends-rated") : ""].filter(Boolean).join(" ");
}

/** @param {Table} table @param {number} points @returns {"match"|"last"|"game"} how far leaving goes */
function leavingOf(table, points) {
  if (table.clock?.control?.cost === "match") return "match";
  return decides(table.state, rival(table), points) ? "last" : "game";
}

/** @param {Table} table @param {Say} say @returns {string} what leaving costs, where a game is not the whole match */
export function leaveText(table, say) {
  const { state } = table;
  if (!several(state)) return "";
  if (state?.phase_of_game === "between") return say("leave-between");
  const points = choice(table, "leave")?.details?.points ?? 0;
  if (state?.length === null) return say("leave-session", { points });
  const kind = leavingOf(table, points);
  return counted(table, say, kind !== "game", say(`leave-${kind}`, { points, length: state?.length ?? 0 }));
}

/** @param {Table} table @param {Say} say @returns {string} what resigning at once costs, where a game is not the whole match */
export function resignText(table, say) {
  const points = choice(table, "resign")?.details?.points;
  if (!several(table.state) || points === undefined) return "";
  const last = decides(table.state, rival(table), points);
  return counted(table, say, last, say(last ? "resign-now-last" : "resign-now", { points, length: table.state?.length ?? 0 }));
}

/** @param {Table} table @param {number} level @param {Say} say @returns {string} a resignation that may be offered */
export function levelText(table, level, say) {
  const points = level * (table.state?.cube?.value ?? 1);
  const text = say(`resign-level-${level}`, { points });
  return several(table.state) && decides(table.state, rival(table), points) ? say("resign-level-last", { text }) : text;
}

/** @param {Table} table @param {number[]} levels lowest first @param {Say} say @returns {string} what offering one of them may cost */
export function levelsText(table, levels, say) {
  const points = (levels.at(-1) ?? 1) * (table.state?.cube?.value ?? 1);
  return counted(table, say, decides(table.state, rival(table), points), say("resign-can", { points }));
}

/** @param {Table} table @param {"cube"|"cube-waiting"|"resign"|"resign-waiting"|null} asked @param {Say} say @param {string} name @returns {string} the question of an offer */
export function askedText(table, asked, say, name) {
  const { state, you } = table;
  const offer = state?.offer;
  if (!offer || asked === null) return "";
  const stake = (offer.value ?? 0) / 2;
  const points = (offer.level ?? 1) * (state.cube?.value ?? 1);
  const text = say(`${asked}-${asked.startsWith("cube") ? offer.kind : offer.level}`, { name, value: offer.value ?? 0, stake, points });
  if (asked === "cube" && decides(state, rival(table), stake)) return counted(table, say, true, text, say("cube-drop-last"));
  if (asked === "resign" && decides(state, you ?? 0, points)) return counted(table, say, true, text, say("resign-accept-last"));
  return text;
}

/** @param {Table} table @param {Say} say @param {string} name @returns {string} the question of a draw, which ends the match */
export function drawText(table, say, name) {
  return counted(table, say, true, say("offer-answer", { name }));
}
