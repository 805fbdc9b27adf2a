// @ts-check
/**
 * Shows what happened in its order: each step by itself, each roll with a moment to read it.
 * The end of every run is the server's position.
 */

import { evolve } from "../facts.js";

/** @typedef {import("./render.js").Move} Move */
/** @typedef {import("../protocol.js").GameEvent} GameEvent */
/** @typedef {import("../protocol.js").State} State */
/** @typedef {{step: number, roll: number, pass: number}} Pace milliseconds */

/** @type {Record<string, Pace>} */
export const PACES = {
  slow: { step: 620, roll: 800, pass: 1500 },
  normal: { step: 330, roll: 480, pass: 1000 },
  fast: { step: 150, roll: 220, pass: 500 },
  none: { step: 0, roll: 0, pass: 0 },
};

/** Events that are given time; the rest is done at once. @type {Record<string, keyof Pace>} */
const BEATS = { stepped: "step", rolled: "roll", passed: "pass", placed: "step", doubled: "pass", beavered: "pass", raccooned: "pass", taken: "roll", game_started: "roll" };

/** @param {GameEvent} event @param {Pace} pace @returns {number} ms given to it */
export function timeFor(event, pace) {
  return event.kind in BEATS ? pace[BEATS[event.kind]] : 0;
}

/**
 * @param {Move[]} moves @param {number} ms
 * @returns {Promise<unknown>} when all have arrived
 */
export function slide(moves, ms) {
  if (!ms || document.hidden) return Promise.resolve();
  return Promise.all(moves.map(({ node, from, to, second }) => {
    const frames = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    node.classList.add("moving");
    const run = node.animate(frames, { duration: ms * 0.92, delay: second ? ms * 0.5 : 0, fill: "backwards", easing: "cubic-bezier(.3,.05,.25,1)" });
    return run.finished.catch(() => null).then(() => node.classList.remove("moving"));
  }));
}

/** @param {number} ms */
function wait(ms) {
  return ms && !document.hidden ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}

/**
 * A queue of runs. `paint(state, {rolling})` draws a position and returns what moved.
 * @param {{paint: (state: State, beat: GameEvent|null) => Move[], pace: () => Pace, heard: (event: GameEvent) => void, idle: () => void}} stage
 */
export function createScene({ paint, pace, heard, idle }) {
  /** @type {State|null} */
  let scene = null;
  let running = Promise.resolve();
  let waiting = 0;

  /** @param {GameEvent} event */
  async function beat(event) {
    if (scene === null) return;
    scene = evolve(scene, event);
    heard(event);
    const speed = waiting > 2 ? PACES.fast : pace();
    const ms = Math.min(timeFor(event, pace()), timeFor(event, speed));
    const moves = paint(scene, event);
    await Promise.all([slide(moves, ms), event.kind === "stepped" || event.kind === "placed" ? null : wait(ms)]);
  }

  /** Where a next game begins: what follows is played on boards that only the end of the run knows. @param {GameEvent} event */
  const leads = (event) => event.kind === "game_started" && event.data.number > 1 && scene?.start === undefined;

  /** @param {GameEvent[]} events @param {() => State|null} end read when the run is over: own steps may have come meanwhile */
  async function run(events, end) {
    const next = events.findIndex(leads);
    for (const event of next < 0 ? events : events.slice(0, next)) await beat(event);
    if (next >= 0) events.slice(next).forEach(heard);
    waiting -= 1;
    if (waiting > 0) return;
    scene = end();
    if (scene) paint(scene, null);
    idle();
  }

  return {
    /** @returns {boolean} nothing is moving */
    quiet: () => waiting === 0,
    /** Show at once, with what moved sliding. @param {State} state @param {number} [ms] */
    jump(state, ms = 0) {
      scene = state;
      return slide(paint(state, null), ms);
    },
    /** @param {GameEvent[]} events @param {() => State|null} end */
    play(events, end) {
      waiting += 1;
      running = running.then(() => run(events, end));
      return running;
    },
  };
}
