// @ts-check
/**
 * The words of the game socket: shapes that arrive and frames that leave. `docs/protocol.md`
 * is their description; points are numbered by their owner, 24 … 1, bar 25, off 0.
 *
 * @typedef {0|1} Seat
 * @typedef {{origin: number, target: number, die: number, hit: boolean}} Step
 * @typedef {[number, number, number, boolean]} WireStep  from, to, die, hit
 * @typedef {{steps: WireStep[], paths: [number, number, WireStep[]][], graph?: [number, number, number, boolean, number][][]|null}} Legal
 * @typedef {{kind?: "draw"|"double"|"beaver"|"raccoon"|"resign", seat: Seat, level?: number|null, value?: number|null}} Offer
 * @typedef {{value: number, owner: Seat|null, live?: boolean, dead?: [boolean, boolean]}} Cube
 * @typedef {{code: string|null, needs: number}} DrawBlock
 * @typedef {object} State
 * @property {"waiting"|"live"|"over"} phase
 * @property {Seat} turn
 * @property {[number[], number[]]} boards  26 counts per seat in its own view
 * @property {number[]} dice
 * @property {number[]} left
 * @property {number} roll
 * @property {number} steps
 * @property {number} passes
 * @property {Offer|null} offer
 * @property {DrawBlock[]} draw
 * @property {Seat|null} winner
 * @property {string|null} reason
 * @property {[number, number, boolean][]} last
 * @property {Seat|null} last_seat
 * @property {number|null} [length]  of the match, null for a money session; absent where every match is one game
 * @property {[number, number]} [score]
 * @property {number} [game]
 * @property {"before"|"now"|"after"|null} [crawford]
 * @property {Cube|null} [cube]
 * @property {[number, number]} [hand]  checkers to be placed
 * @property {string} [phase_of_game]
 * @property {[number[], number[]]} [start]  boards every game begins with, where they are known
 * @property {[number, number]} [full_hand]  the hands it begins with
 * @property {[boolean, boolean]} [holds]
 * @property {[boolean, boolean]} [ready]
 * @property {number[][]} [opening]  the dice of the opening roll, ties included
 * @property {any} [result_of_game]
 * @typedef {object} WireClock
 * @property {Seat|null} seat
 * @property {"step"|"turn"|"offer"} kind
 * @property {number} left
 * @property {number} limit
 * @property {boolean} claimable
 * @property {boolean} paused
 * @property {{by: string, why: string}|null} [held]  who has stopped the clock, and why
 * @property {any} [control]  how time is given, as told before the game
 * @property {[number, number]|null} [reserve]
 * @property {[number, number]|null} [vacation]
 * @property {"claim"|"loss"|"absent_loss"} [at_expiry]
 * @typedef {{seq: number, kind: string, at: number, seat: Seat|null, data: any}} GameEvent
 * @typedef {{online: boolean, since: number}} Presence
 * @typedef {object} Result
 * @property {number} id  its number on the page that explains it
 * @property {Seat|null} winner
 * @property {string} reason
 * @property {boolean} rated
 * @property {number|null} limit_at
 * @property {[{before: string|null, after: string|null}, {before: string|null, after: string|null}]} ratings
 */

/** Bar and off in their owner's numbers. */
export const BAR = 25;
export const OFF = 0;

/** @param {Seat} seat @returns {Seat} */
export function other(seat) {
  return seat === 0 ? 1 : 0;
}

/** @param {WireStep} wire @returns {Step} */
export function step([origin, target, die, hit]) {
  return { origin, target, die, hit };
}

/** @param {number|null} since the version already shown, null for none */
export function hello(since) {
  return { type: "hello", since };
}

export function alive() {
  return { type: "alive" };
}

/**
 * @param {number} match
 * @param {string} id a fresh UUID; the same command sent again carries the same id
 * @param {string} kind
 * @param {object} [fields]
 */
export function command(match, id, kind, fields = {}) {
  return { type: "command", id, match, kind, ...fields };
}

/** @param {Step} played @returns {{from: number, die: number, to: number}} the fields of a step command */
export function stepFields({ origin, die, target }) {
  return { from: origin, die, to: target };
}
