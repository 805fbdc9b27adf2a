// @ts-check
/** What each event does to a shown position. Facts only: nothing here knows what is allowed. */

import { BAR, other } from "./protocol.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */

/** @param {number[]} dice @returns {number[]} a double is played four times */
export function thrown(dice) {
  return dice.length === 2 && dice[0] === dice[1] ? [...dice, ...dice] : [...dice];
}

/** @param {number[]} left @param {number} die */
function without(left, die) {
  const index = left.indexOf(die);
  return index < 0 ? left : [...left.slice(0, index), ...left.slice(index + 1)];
}

/** @param {number[]} board @param {number} from @param {number} to */
function moved(board, from, to) {
  const next = [...board];
  next[from] -= 1;
  next[to] += 1;
  return next;
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {Step} played
 * @returns {State}
 */
export function afterStep(state, seat, played) {
  const rival = other(seat);
  const boards = /** @type {[number[], number[]]} */ ([...state.boards]);
  boards[seat] = moved(boards[seat], played.origin, played.target);
  if (played.hit) boards[rival] = moved(boards[rival], BAR - played.target, BAR);
  const begun = state.left.length < thrown(state.dice).length;
  const before = begun && state.last_seat === seat ? state.last : [];
  return {
    ...state,
    boards,
    left: without(state.left, played.die),
    steps: state.steps + 1,
    last: [...before, [played.origin, played.target, played.hit]],
    last_seat: seat,
  };
}

/** @param {State} state @param {GameEvent} event @returns {State} a checker comes from the hand */
function placed(state, { seat, data }) {
  const mine = /** @type {Seat} */ (seat);
  const boards = /** @type {[number[], number[]]} */ ([...state.boards]);
  const hand = /** @type {[number, number]} */ ([...(state.hand ?? [0, 0])]);
  boards[mine] = [...boards[mine]];
  boards[mine][data.target] += 1;
  hand[mine] = Math.max(0, hand[mine] - 1);
  return { ...state, boards, hand, left: without(state.left, data.die) };
}

/** @param {State} state @param {Seat|null} owner @param {number} value */
function turned(state, owner, value) {
  return state.cube ? { ...state.cube, owner, value } : state.cube;
}

/** @param {"double"|"beaver"|"raccoon"} kind @returns {(state: State, event: GameEvent) => State} */
function raised(kind) {
  return (state, { seat, data }) => {
    const owner = kind === "beaver" ? seat : state.cube?.owner ?? null;
    const value = kind === "double" ? state.cube?.value ?? 1 : data.value / 2;
    return { ...state, offer: { kind, seat: /** @type {Seat} */ (seat), value: data.value }, cube: turned(state, /** @type {Seat|null} */ (owner), value) };
  };
}

/** @param {State} state @param {{winner: Seat|null, points: number}} end */
function scored({ score = [0, 0] }, { winner, points }) {
  return /** @type {[number, number]} */ (score.map((sum, seat) => (seat === winner ? sum + (points ?? 0) : sum)));
}

/** @type {Record<string, (state: State, event: GameEvent) => State>} */
const EVOLVE = {
  match_started: (state) => ({ ...state, phase: "live" }),
  game_started: (state, { data }) => ({
    ...state, turn: data.starter, dice: [], left: [], last: [], last_seat: null, offer: null,
    boards: data.boards ?? state.start ?? state.boards, hand: state.full_hand ?? state.hand,
    cube: state.cube ? { ...state.cube, value: 1, owner: null, ...data.cube } : state.cube,
    opening: (data.opening ?? []).map((/** @type {number[]} */ [, first, second]) => [first, second]), game: data.number,
  }),
  rolled: (state, { seat, data }) => ({
    ...state, turn: /** @type {Seat} */ (seat), dice: data.dice, left: thrown(data.dice), roll: data.roll,
  }),
  passed: (state) => ({ ...state, left: [], passes: state.passes + 1 }),
  stepped: (state, { seat, data }) => afterStep({ ...state, passes: 0 }, /** @type {Seat} */ (seat), data),
  turn_ended: (state, { seat }) => ({ ...state, left: [], turn: other(/** @type {Seat} */ (seat)) }),
  draw_offered: (state, { seat }) => ({ ...state, offer: { seat: /** @type {Seat} */ (seat) } }),
  draw_declined: (state) => ({ ...state, offer: null }),
  draw_lapsed: (state) => ({ ...state, offer: null }),
  limit_passed: (state) => state,
  presence_unknown: (state) => state,
  clock_credited: (state) => state,
  placed: placed,
  doubled: raised("double"),
  beavered: raised("beaver"),
  raccooned: raised("raccoon"),
  taken: (state, { seat, data }) => ({ ...state, offer: null, cube: turned(state, /** @type {Seat} */ (seat), data.value) }),
  dropped: (state) => ({ ...state, offer: null }),
  resignation_offered: (state, { seat, data }) => ({ ...state, offer: { kind: "resign", seat: /** @type {Seat} */ (seat), level: data.level } }),
  resignation_declined: (state) => ({ ...state, offer: null }),
  roll_held: (state) => state,
  next_game_wanted: (state) => state,
  session_left: (state) => state,
  vacation_taken: (state) => state,
  game_ended: (state, { data }) => ({ ...state, winner: data.winner, reason: data.reason, offer: null, score: scored(state, data) }),
  match_ended: (state, { data }) => ({ ...state, phase: "over", winner: data.winner, reason: data.reason, offer: null }),
};

/** @param {string} kind */
export function known(kind) {
  return kind in EVOLVE;
}

/** @param {State} state @param {GameEvent} event @returns {State} */
export function evolve(state, event) {
  return known(event.kind) ? EVOLVE[event.kind](state, event) : state;
}

/** @param {number[]} board @returns {number} pips still to go */
export function pips(board) {
  return board.reduce((sum, count, point) => sum + count * point, 0);
}
