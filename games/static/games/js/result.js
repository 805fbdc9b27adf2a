// @ts-check
/** The result in words, with what it did to the ratings. */

import { ending } from "./announce.js";
import { lastGameText, several } from "./games.js";
import { decimalText } from "./phrases.js";
import { setText } from "./seats.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./phrases.js").Say} Say */

/** @param {number} ms of the epoch @param {string} language @returns {string} the time of day, with seconds */
export function timeOfDay(ms, language) {
  return new Date(ms).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** @param {string} before @param {string} after @param {string} language @returns {string} the change with its sign, one place */
export function change(before, after, language) {
  const moved = Number(after) - Number(before);
  return `${moved < 0 ? "−" : "+"}${decimalText(String(Math.abs(moved)), language)}`;
}

/** @param {{names: string[], bots: boolean[]}} table @param {Say} say @returns {string[]} names by seat, programs marked as such */
function called({ names, bots }, say) {
  return names.map((name, seat) => (bots[seat] ? say("named-bot", { name }) : name));
}

/** @param {Table} table @param {Say} say @param {string} language */
export function resultText(table, say, language) {
  const { result, you, state } = table;
  const names = called(table, say);
  const { winner, reason, limit_at: limit } = result;
  const time = limit === null || limit === undefined ? "" : say("end-limit", { time: timeOfDay(limit, language) });
  const score = several(state) && state?.score ? say("score-now", { first: names[0], second: names[1], a: state.score[0], b: state.score[1] }) : "";
  const game = winner !== null ? lastGameText(say, state) : "";
  return [ending(say, { winner, reason }, { names, you }), game, score, time].filter(Boolean).join(" ");
}

/** @param {{winner: 0|1|null, reason: string}} result @param {0|1|null} you @param {string[]} names @param {Say} say */
function title({ winner, reason }, you, names, say) {
  if (winner === null) return say(reason === "annulled" ? "title-annulled" : "title-draw");
  if (you === null) return say("title-over", { winner: names[winner] });
  return say(winner === you ? "title-won" : "title-lost");
}

/** @param {HTMLElement} root @param {import("./protocol.js").Result} result @param {Say} say @param {string} changeUrl */
function paintLink(root, { id, ratings }, say, changeUrl) {
  const link = /** @type {HTMLAnchorElement|null} */ (root.querySelector("[data-change-link]"));
  if (!link) return;
  link.href = resultUrl(changeUrl, id);
  setText(root, "[data-change-link]", say(ratings.some(({ after }) => after !== null) ? "change-how" : "change-none"));
}

/** @param {string} pattern the address of result 0 @param {number} id @returns {string} */
export function resultUrl(pattern, id) {
  return pattern.replace("/0/", `/${id}/`);
}

/**
 * @param {HTMLElement} root @param {Table} table
 * @param {{say: Say, language: string, changeUrl: string}} words `changeUrl` is the address that explains result 0
 */
export function paintResult(root, table, { say, language, changeUrl }) {
  const { result, you } = table;
  if (!result) return;
  const names = called(table, say);
  setText(root, "[data-result-title]", title(result, you, names, say));
  setText(root, "[data-result-words]", resultText(table, say, language));
  paintLink(root, result, say, changeUrl);
  root.querySelectorAll("[data-change]").forEach((line) => {
    const seat = Number(/** @type {HTMLElement} */ (line).dataset.change);
    const { before, after } = result.ratings[seat];
    const moved = before !== null && after !== null;
    /** @type {HTMLElement} */ (line).hidden = !moved;
    if (!moved) return;
    setText(line, "[data-change-name]", names[seat]);
    setText(line, "[data-change-sum]", `${decimalText(before, language)} → ${decimalText(after, language)}`);
    setText(line, "[data-change-move]", change(before, after, language));
    line.classList.toggle("up", Number(after) > Number(before));
  });
  root.classList.toggle("won", result.winner !== null && result.winner === you);
}
