// @ts-check
/**
 * The table as the page knows it: a headless reducer over frames. The server's word is final,
 * own commands not yet answered lie over it (see outbox.js).
 */

import { added, legalAfter, whole } from "./compose.js";
import { afterStep, known } from "./facts.js";
import * as outbox from "./outbox.js";
import { step } from "./protocol.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./outbox.js").Pending} Pending */
/**
 * @typedef {object} Table
 * @property {number|null} match
 * @property {number} version
 * @property {0|1|null} you
 * @property {string[]} names
 * @property {boolean[]} bots        by seat: a program plays
 * @property {(string|null)[]} ratings
 * @property {boolean} rated
 * @property {State|null} state
 * @property {import("./protocol.js").Legal} legal  of the position as the server has it; see `legalNow`
 * @property {import("./compose.js").Draft} draft  steps of a whole turn, put together and not sent
 * @property {import("./choices.js").WireChoice[][]} choices  by seat: what may be done, and why not the rest
 * @property {(import("./protocol.js").WireClock & {heard: number})|null} clock
 * @property {number} now            server's ms of the newest frame
 * @property {number} heard          page's monotonic ms of the newest frame
 * @property {import("./protocol.js").Presence[]} presence
 * @property {number} spectators
 * @property {any} result
 * @property {boolean} stale         a gap: ask for a snapshot
 * @property {Pending[]} pending
 * @property {import("./protocol.js").GameEvent[]} news  events to be shown moving, newest frame only
 * @property {import("./protocol.js").GameEvent[]} told  all events of the newest frame, for words
 * @property {{code: string, text: string}|null} refusal
 * @property {Pending[]} lost        commands given up after a reconnection
 * @property {{challenge: number, from: 0|1}|null} rematch
 * @property {number|null} moved     the match that follows this one
 */

const NOTHING = { steps: [], paths: [] };

/** @returns {Table} */
export function empty() {
  return {
    match: null, version: 0, you: null, names: [], bots: [], ratings: [], rated: false, state: null, legal: NOTHING, draft: [], choices: [[], []], clock: null, now: 0, heard: 0,
    presence: [], spectators: 0, result: null, stale: false, pending: [], news: [], told: [], refusal: null, lost: [], rematch: null, moved: null,
  };
}

/** @param {any} frame @param {number} heard */
function clockOf(frame, heard) {
  return frame.clock ? { ...frame.clock, heard } : null;
}

/** A draft stays while the position does that it was made on. @param {Table} table @param {State} next */
function draftOn({ draft, state }, next) {
  return draft.length && state && outbox.positionKey(state) === outbox.positionKey(next) ? draft : [];
}

/** @param {Table} table @param {any} frame @param {number} heard @returns {Table} */
function takeSnapshot(table, frame, heard) {
  if (frame.version < table.version) return table;
  const { match, version, you, names, bots = [], ratings, rated = false, state, legal, presence, spectators, result, now } = frame;
  const resumed = outbox.resume(table.pending, outbox.positionKey(state));
  return {
    ...table, match, version, you, names, bots, ratings, rated, state, legal: legal ?? NOTHING, presence, spectators, now, heard,
    draft: draftOn(table, state), choices: frame.choices ?? table.choices,
    rematch: frame.rematch ?? null, result: result ?? null, clock: clockOf(frame, heard), stale: false, news: [], pending: resumed.outbox, lost: resumed.lost, refusal: null,
  };
}

/** @param {Table} table @param {any} frame @param {number} heard @returns {Table} */
function takeEvents(table, frame, heard) {
  if (frame.version <= table.version) return table;
  const whole = frame.version === table.version + frame.events.length && frame.events.every((/** @type {any} */ event) => known(event.kind));
  if (!whole) return { ...table, stale: true };
  const met = outbox.meet(table.pending, frame.events, table.you);
  return {
    ...table, version: frame.version, state: frame.state, legal: frame.legal ?? NOTHING, now: frame.now, heard,
    draft: draftOn(table, frame.state), choices: frame.choices ?? table.choices,
    result: frame.result ?? table.result, clock: clockOf(frame, heard), stale: false, lost: [],
    pending: outbox.settle(met.outbox, frame.version), news: met.news, told: frame.events, refusal: null,
  };
}

/** @param {Table} table @param {any} frame @returns {Table} */
function takeRefusal(table, frame) {
  return {
    ...table, pending: outbox.drop(table.pending, frame.id), refusal: { code: frame.code, text: frame.text ?? "" },
    stale: table.stale || frame.version > table.version, news: [],
  };
}

/** @param {Table} table @param {any} frame @returns {Table} */
function takePresence(table, frame) {
  const presence = table.presence.map((one, seat) => (seat === frame.seat ? { online: frame.online, since: frame.since } : one));
  return { ...table, presence };
}

/** @type {Record<string, (table: Table, frame: any, heard: number) => Table>} */
const TAKE = {
  snapshot: takeSnapshot,
  events: takeEvents,
  ok: (table, frame) => ({ ...table, pending: outbox.keep(table.pending, frame.id, frame.version, table.version), news: [] }),
  refused: takeRefusal,
  presence: takePresence,
  spectators: (table, frame) => ({ ...table, spectators: frame.count }),
  rematch: (table, frame) => ({ ...table, rematch: { challenge: frame.challenge, from: frame.from } }),
  "alive?": (table, frame) => (table.state !== null && frame.version > table.version ? { ...table, stale: true, news: [] } : table),
  moved: (table, frame) => ({ ...table, moved: frame.match }),
};

/**
 * @param {Table} table
 * @param {any} frame one frame of the server
 * @param {number} [heard] monotonic ms at which it came
 * @returns {Table} the same object when the frame changes nothing
 */
export function receive(table, frame, heard = 0) {
  const take = TAKE[frame.type];
  return take ? take(table, frame, heard) : table;
}

/** @param {Table} table @param {{id: string, kind: string, fields?: object, steps?: any[], sent: boolean}} made @returns {Table} */
export function send(table, made) {
  const base = table.state === null ? "" : outbox.positionKey(table.state);
  return { ...table, pending: outbox.add(table.pending, { ...made, base }), refusal: null, news: [], draft: made.kind === "turn" ? [] : table.draft };
}

/** @param {Table} table @returns {Table} own commands without an answer are doubted; the same object when they are already */
export function doubt(table) {
  const pending = outbox.doubt(table.pending);
  return pending === table.pending ? table : { ...table, pending, news: [] };
}

/** @param {Table} table @returns {State|null} the server's position with own unanswered or unsent steps on it */
export function shown(table) {
  const { state, you, pending, draft } = table;
  if (state === null || you === null) return state;
  return [...pending.flatMap(({ steps }) => steps), ...draft.map(step)].reduce((sum, one) => afterStep(sum, you, one), state);
}

/** @param {Table} table @returns {boolean} this turn is put together on the page and sent as a whole */
export function composes({ legal }) {
  return (legal.graph?.length ?? 0) > 0;
}

/** @param {Table} table @returns {import("./protocol.js").Legal} what may be played on the position that is shown */
export function legalNow(table) {
  return composes(table) ? legalAfter(/** @type {any} */ (table.legal.graph), table.draft) : table.legal;
}

/** @param {Table} table @returns {((steps: import("./protocol.js").WireStep[]) => import("./protocol.js").Legal)|null} what may follow steps, where the whole turn is laid out */
export function legalFollowing(table) {
  return composes(table) ? (steps) => legalAfter(/** @type {any} */ (table.legal.graph), [...table.draft, ...steps]) : null;
}

/** @param {Table} table @param {import("./protocol.js").WireStep[]} steps @returns {Table} */
export function compose(table, steps) {
  return { ...table, draft: added(/** @type {any} */ (table.legal.graph), table.draft, steps), news: [], refusal: null };
}

/** @param {Table} table @param {boolean} all @returns {Table} without the last step of the draft, or without any */
export function takeBack(table, all) {
  return { ...table, draft: all ? [] : table.draft.slice(0, -1), news: [] };
}

/** @param {Table} table @returns {boolean} the draft may be sent */
export function isWhole(table) {
  return mayStep(table) && whole(table.legal.graph, table.draft);
}

/** @param {Table} table @returns {boolean} the viewer may choose a step now */
export function mayStep(table) {
  const { state, you, pending, clock } = table;
  return state !== null && you !== null && state.phase === "live" && !clock?.held && state.turn === you && state.offer === null && state.left.length > 0 && pending.length === 0;
}

/** @param {Table} table @returns {0|1|null} who has to act: the one on turn, or who must answer an offer */
export function mustAct(table) {
  const { state } = table;
  if (state === null || state.phase !== "live") return null;
  if (state.offer === null) return state.turn;
  return state.offer.seat === 0 ? 1 : 0;
}
