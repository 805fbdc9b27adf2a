// @ts-check
/** Tells each thing that happened in words: for the live region, the log and the replay. */

import { choice, may } from "./choices.js";
import { awaitedText, gameText, several } from "./games.js";

/** @typedef {import("./phrases.js").Say} Say */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */

const LOG_LINES = 80;

/** @param {Say} say @param {number} point */
export function pointText(say, point) {
  if (point === 25) return say("notation-bar");
  return point === 0 ? say("notation-off") : String(point);
}

/** @param {Say} say @param {{origin: number, target: number, hit: boolean}} step */
export function stepText(say, { origin, target, hit }) {
  return `${pointText(say, origin)}/${pointText(say, target)}${hit ? "*" : ""}`;
}

/**
 * @param {Say} say @param {GameEvent} event @param {{names: string[], you: 0|1|null, state?: import("./protocol.js").State|null}} who
 * @returns {string} one sentence, empty for what needs no words
 */
export function sentence(say, event, { names, you, state = null }) {
  const { kind, seat, data } = event;
  const person = seat !== null && seat === you ? "you" : "they";
  const values = { name: seat === null ? "" : names[seat], ...words(say, event) };
  if (kind === "limit_passed" && !data.online) return "";
  if (kind === "clock_credited") return credited(say, data);
  if (kind === "game_started") return started(say, data, names);
  if (kind === "game_ended") return several(state) ? gameText(say, { names, you, state }, data, false) : "";
  if (kind === "match_ended") return ending(say, data, { names, you });
  return say(`event-${kind}-${person}`, values);
}

/**
 * Time that was nobody's. An official who stops the clock gives a millisecond back, the rest when he
 * lets it go. @param {Say} say @param {any} data
 */
function credited(say, { ms, cause }) {
  if (!ms) return "";
  if (cause !== "official") return say("event-clock_credited");
  return say(ms > 1 ? "event-clock_goes_on" : "event-clock_stopped");
}

/** @param {Say} say @param {any} data @param {string[]} names by lot, or by the opening rolls, of which some may be ties */
function started(say, { starter, opening }, names) {
  if (!opening?.length) return say("event-started", { name: names[starter] });
  return rolledOff(say, { starter, opening: opening.map((/** @type {number[]} */ [, a, b]) => [a, b]) }, names).join(" ");
}

/** @param {Say} say @param {{starter: 0|1, opening: number[][]}} begun @param {string[]} names @returns {string[]} a line for each opening roll */
function rolledOff(say, { starter, opening }, names) {
  return opening.map(([a, b]) => say(a === b ? "event-opening-tie" : "event-opening", { first: names[0], second: names[1], a, b, name: names[starter] }));
}

/**
 * What a page just opened tells that nobody was told: how the game in progress began, or filled its board.
 * @param {Say} say @param {import("./state.js").Table} table @param {GameEvent[]} placing its events so far, while checkers were only placed @returns {string[]}
 */
export function untold(say, table, placing) {
  return placing.length ? sentences(say, placing, table) : [...beginning(say, table), ...firstRoll(say, table)];
}

/**
 * How the game in progress began, while nobody has had a turn: a page may open after it.
 * @param {Say} say @param {import("./state.js").Table} table @returns {string[]}
 */
export function beginning(say, { state, names: called }) {
  if (!state || !["opening", "placing"].includes(state.phase_of_game ?? "")) return [];
  const [a, b] = state.opening?.at(-1) ?? [0, 0];
  if (a !== b) return rolledOff(say, { starter: a > b ? 0 : 1, opening: state.opening ?? [] }, called);
  return state.phase_of_game === "opening" && state.steps === 0 ? [say("event-started", { name: called[state.turn] })] : [];
}

/**
 * The first roll of the game in progress, where it is not one of those that decided who begins.
 * @param {Say} say @param {import("./state.js").Table} table @returns {string[]}
 */
export function firstRoll(say, { state, names: called, you }) {
  if (state?.phase_of_game !== "opening" || state.steps || !state.dice.length) return [];
  const [roll, decided] = [state.dice, state.opening?.at(-1) ?? []].map((dice) => [...dice].sort().join("-"));
  if (roll === decided) return [];
  return [say(`event-rolled-${state.turn === you ? "you" : "they"}`, { name: called[state.turn], dice: state.dice.join("-") })];
}

/** @param {Say} say @param {GameEvent} event @returns {Record<string, string>} */
function words(say, { kind, data }) {
  if (kind === "rolled") return { dice: data.dice.join("-") };
  if (kind === "stepped") return { step: stepText(say, data) };
  if (kind === "placed") return { point: pointText(say, data.target) };
  if (["doubled", "taken", "beavered", "raccooned"].includes(kind)) return { value: String(data.value) };
  if (kind === "resignation_offered") return { level: say(`level-${data.level}`) };
  return {};
}

/**
 * How it ended, with the reason.
 * @param {Say} say @param {{winner: 0|1|null, reason: string}} end @param {{names: string[], you: 0|1|null}} who
 */
export function ending(say, { winner, reason }, { names, you }) {
  if (winner === null) return say(`end-${reason}`) || say("end-draw");
  const loser = winner === 0 ? 1 : 0;
  const values = { winner: names[winner], loser: names[loser] };
  return say(`end-${reason}${you === winner ? "-won" : ""}${you === loser ? "-lost" : ""}`, values) || say(`end-${reason}`, values);
}

/**
 * The steps of one turn read as one sentence: `13/7 8/7`, and so do checkers placed together.
 * @param {Say} say @param {GameEvent[]} events
 * @param {{names: string[], you: 0|1|null}} who @returns {string[]}
 */
export function sentences(say, events, who) {
  /** @type {{event: GameEvent, parts: string[]}[]} */
  const grouped = [];
  events.forEach((told, index) => {
    const event = closedOut(told, events[index - 1]);
    const last = grouped.at(-1);
    const part = { stepped: () => stepText(say, event.data), placed: () => pointText(say, event.data.target) }[event.kind]?.();
    const joins = part && last?.event.kind === event.kind && last.event.seat === event.seat;
    if (joins) last?.parts.push(part);
    else grouped.push({ event, parts: part ? [part] : [] });
  });
  const ended = events.some(({ kind }) => kind === "game_ended");
  return grouped
    .filter(({ event }) => !(ended && event.kind === "dropped"))
    .map(({ event, parts }) => (parts.length ? say(`event-${event.kind}-${event.seat === who.you ? "you" : "they"}`, { name: names(who, event.seat), step: parts.join(" "), point: parts.join(", ") }) : sentence(say, event, who)))
    .filter(Boolean);
}

/** One who is closed out passes without a roll. @param {GameEvent} event @param {GameEvent|undefined} before @returns {GameEvent} */
function closedOut(event, before) {
  return event.kind === "passed" && before?.kind !== "rolled" ? { ...event, kind: "closed_out" } : event;
}

/** @param {{names: string[]}} who @param {0|1|null} seat */
function names(who, seat) {
  return seat === null ? "" : who.names[seat];
}

/** Who is to move with which dice, for a page just opened. @param {Say} say @param {import("./state.js").Table} table @returns {string} */
export function standing(say, table) {
  const { state, names: called, you } = table;
  if (!state || state.phase !== "live") return "";
  if (state.phase_of_game === "between") return `${gameText(say, table, state.result_of_game)} ${awaitedText(say, table)}`.trim();
  const own = state.turn === you ? "you" : "they";
  const closed = choice(table, "roll")?.details?.closed_out ? "closed" : "roll";
  const only = own === "you" && !may(table, "double") ? "-only" : "";
  return say(state.left.length ? `turn-${own}` : `${closed}-${own}${only}`, { name: called[state.turn], dice: state.left.join("-") });
}

/**
 * One interruption may be made good in several parts: its line is told once. Whatever else happens twice is told twice.
 * @param {Say} say @param {string[]} lines @param {string|null} before the last line told @returns {string[]}
 */
export function unsaid(say, lines, before) {
  const credit = say("event-clock_credited");
  return lines.filter((line, index) => line !== credit || line !== (index ? lines[index - 1] : before));
}

/**
 * @param {Say} say @param {HTMLElement} live `aria-live` region, also seen @param {HTMLElement|null} log
 * @returns {(lines: string[], kept?: boolean) => void} `kept` false: not for the log
 */
export function createAnnouncer(say, live, log) {
  return (lines, kept = true) => {
    if (!lines.length) return;
    live.textContent = unsaid(say, lines, null).join(" ");
    if (!log || !kept) return;
    unsaid(say, lines, log.lastElementChild?.textContent ?? null).forEach((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      log.append(item);
    });
    while (log.children.length > LOG_LINES) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  };
}
