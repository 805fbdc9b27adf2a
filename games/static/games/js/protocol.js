// @ts-check
/**
 * The words of the game socket: shapes that arrive and frames that leave. `docs/protocol.md`
 * is their description; points are numbered by their owner, 24 … 1, bar 25, off 0.
 *
 * @typedef {0|1} Seat
 * @typedef {{origin: number, target: number, die: number, hit: boolean}} Step
 * @typedef {[number, number, number, boolean]} WireStep  from, to, die, hit
 * @typedef {{steps: WireStep[], paths: [number, number, WireStep[]][]}} Legal
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
 * @property {{seat: Seat}|null} offer
 * @property {DrawBlock[]} draw
 * @property {Seat|null} winner
 * @property {string|null} reason
 * @property {[number, number, boolean][]} last
 * @property {Seat|null} last_seat
 * @typedef {object} WireClock
 * @property {Seat|null} seat
 * @property {"step"|"offer"} kind
 * @property {number} left
 * @property {number} limit
 * @property {boolean} claimable
 * @property {boolean} paused
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
