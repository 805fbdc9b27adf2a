// @ts-check
/** A whole match as the stops of its replay. Headless: facts applied one after another. */

import { evolve } from "./facts.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */
/** @typedef {{state: State, event: GameEvent|null, turn: number}} Stop  `turn` counts rolls, from 1 */

/** Kinds of events at which a replay stops. */
const STOPS = new Set(["rolled", "stepped", "passed", "draw_offered", "draw_declined", "draw_lapsed", "game_ended"]);

/** @param {[number[], number[]]} boards @returns {State} */
function before(boards) {
  return {
    phase: "waiting", turn: 0, boards, dice: [], left: [], roll: 0, steps: 0, passes: 0, offer: null,
    draw: [], winner: null, reason: null, last: [], last_seat: null,
  };
}

/**
 * @param {{boards: [number[], number[]], events: GameEvent[]}} match boards at the start
 * @returns {Stop[]} the first one is the start
 */
export function stops({ boards, events }) {
  let state = before(boards);
  let turn = 0;
  /** @type {Stop[]} */
  const found = [{ state, event: null, turn }];
  events.forEach((event) => {
    state = evolve(state, event);
    if (event.kind === "rolled") turn += 1;
    if (STOPS.has(event.kind)) found.push({ state, event, turn });
  });
  return found;
}

/**
 * @param {Stop[]} all
 * @returns {{turn: number, seat: 0|1|null, dice: number[], stops: number[]}[]} a line per roll: indexes of what belongs to it
 */
export function lines(all) {
  /** @type {{turn: number, seat: 0|1|null, dice: number[], stops: number[]}[]} */
  const found = [];
  all.forEach(({ event, turn }, index) => {
    if (event === null) return;
    if (event.kind === "rolled") found.push({ turn, seat: event.seat, dice: event.data.dice, stops: [index] });
    else found.at(-1)?.stops.push(index);
  });
  return found;
}
