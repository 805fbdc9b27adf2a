// @ts-check
/** A whole match as the stops of its replay. Headless: facts applied one after another. */

import { evolve } from "./facts.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */
/** @typedef {{state: State, event: GameEvent|null, turn: number}} Stop  `turn` counts rolls, from 1 */

/** Kinds of events at which a replay stops. */
const STOPS = new Set([
  "rolled", "stepped", "passed", "draw_offered", "draw_declined", "draw_lapsed", "game_ended",
  "game_started", "placed", "doubled", "taken", "dropped", "beavered", "raccooned", "resignation_offered", "resignation_declined",
]);

/** @param {{boards: [number[], number[]], events: GameEvent[], cube?: boolean}} match @returns {State} */
function before({ boards, events, cube = false }) {
  const empty = boards.every((board) => board.every((count) => count === 0));
  const full = /** @type {[number, number]} */ (empty ? [0, 1].map((seat) => firstHand(events, seat)) : [0, 0]);
  return {
    start: boards, full_hand: full, hand: full, score: [0, 0], game: 0,
    cube: cube ? { value: 1, owner: null, live: true } : null,
    phase: "waiting", turn: 0, boards, dice: [], left: [], roll: 0, steps: 0, passes: 0, offer: null,
    draw: [], winner: null, reason: null, last: [], last_seat: null,
  };
}

/** @param {GameEvent[]} events @param {number} seat how many checkers it places in a game */
function firstHand(events, seat) {
  const second = events.findIndex(({ kind, data }) => kind === "game_started" && data.number > 1);
  return events.slice(0, second < 0 ? events.length : second).filter((event) => event.kind === "placed" && event.seat === seat).length;
}

/**
 * The Crawford game of a match to points has no cube: the first in which somebody needs one point.
 * @param {State} state at the start of a game @param {{length?: number|null, crawford?: boolean}} match @param {State[]} before
 */
function withoutCube(state, { length, crawford }, before) {
  const due = (/** @type {State} */ { score = [0, 0] }) => Math.max(...score) === (length ?? 0) - 1;
  return Boolean(crawford && length && length > 1 && due(state) && !before.some(due));
}

/**
 * @param {{boards: [number[], number[]], events: GameEvent[], cube?: boolean, length?: number|null, crawford?: boolean}} match boards at the start
 * @returns {Stop[]} the first one is the start
 */
export function stops({ boards, events, cube, ...match }) {
  /** @type {State[]} */
  const begun = [];
  let state = before({ boards, events, cube });
  const games = events.filter(({ kind }) => kind === "game_started").length;
  let turn = 0;
  /** @type {Stop[]} */
  const found = [{ state, event: null, turn }];
  events.forEach((event) => {
    state = evolve(state, event);
    if (event.kind === "game_started") {
      const none = withoutCube(state, match, begun);
      begun.push(state);
      state = { ...state, crawford: none ? "now" : "after", cube: state.cube && { ...state.cube, live: !none } };
    }
    if (event.kind === "rolled") turn += 1;
    if (STOPS.has(event.kind) && (event.kind !== "game_started" || games > 1)) found.push({ state, event, turn });
  });
  return found;
}

/**
 * @param {Stop[]} all
 * @returns {{move: number|null, seat: 0|1|null, dice: number[], game: number|null, stops: number[]}[]} a line per roll: indexes of
 *   what belongs to it, and which `move` of its game it is; a line per game in a match of several, whose `game` is its number;
 *   a line per double, which is no move
 */
export function lines(all) {
  /** @type {{move: number|null, seat: 0|1|null, dice: number[], game: number|null, stops: number[]}[]} */
  const found = [];
  let move = 0;
  all.forEach(({ event }, index) => {
    if (event === null) return;
    if (event.kind === "game_started") move = 0;
    if (event.kind === "rolled") found.push({ move: move += 1, seat: event.seat, dice: event.data.dice, game: null, stops: [index] });
    else if (event.kind === "game_started") found.push({ move: null, seat: null, dice: [], game: event.data.number, stops: [index] });
    else if (event.kind === "doubled") found.push({ move: null, seat: event.seat, dice: [], game: null, stops: [index] });
    else found.at(-1)?.stops.push(index);
  });
  return found;
}
