// @ts-check
/**
 * Commands on their way: shown at once, taken back when refused, sent again with the same id
 * after a lost connection. Pure: every function returns a new list.
 *
 * @typedef {import("./protocol.js").Step} Step
 * @typedef {object} Pending
 * @property {string} id
 * @property {string} kind
 * @property {object} fields        what the command says besides; a repeated id carries the same
 * @property {Step[]} steps         what is shown before the answer: one step, or a whole turn
 * @property {string} base          position on which it was made, see `positionKey`
 * @property {"unsent"|"sent"|"kept"} stage
 * @property {number|null} version  version the server kept it in
 * @property {boolean} [doubted]    the answer is overdue: it may never have arrived
 */

/**
 * @param {Pending[]} outbox
 * @param {{id: string, kind: string, fields?: object, steps?: Step[], base: string, sent: boolean}} made
 * @returns {Pending[]}
 */
export function add(outbox, { id, kind, fields = {}, steps = [], base, sent }) {
  return [...outbox, { id, kind, fields, steps, base, stage: sent ? "sent" : "unsent", version: null }];
}

/** @param {Pending} pending @returns {boolean} nothing says that the server has it */
export function isUnsent({ stage, doubted = false }) {
  return stage === "unsent" || (stage === "sent" && doubted);
}

/** The answers are overdue. @param {Pending[]} outbox @returns {Pending[]} the same list when that is known already */
export function doubt(outbox) {
  const news = outbox.some((pending) => pending.stage === "sent" && !pending.doubted);
  return news ? outbox.map((pending) => ({ ...pending, doubted: true })) : outbox;
}

/** @param {Pending[]} outbox @param {string} id */
export function drop(outbox, id) {
  return outbox.filter((pending) => pending.id !== id);
}

/**
 * The server has kept a command; it stays shown until its events are here.
 * @param {Pending[]} outbox @param {string} id @param {number|null} version @param {number} seen
 */
export function keep(outbox, id, version, seen) {
  if (version === null || version <= seen) return drop(outbox, id);
  return outbox.map((pending) => (pending.id === id ? { ...pending, stage: /** @type {const} */ ("kept"), version } : pending));
}

/** Drop what the events up to `version` contain. @param {Pending[]} outbox @param {number} version */
export function settle(outbox, version) {
  return outbox.filter((pending) => pending.version === null || pending.version > version);
}

/** @param {Step} a @param {Step} b */
function same(a, b) {
  return a.origin === b.origin && a.target === b.target && a.die === b.die;
}

/**
 * Split the viewer's own steps, which he has seen already, from events that are news.
 * @param {Pending[]} outbox
 * @param {import("./protocol.js").GameEvent[]} events
 * @param {0|1|null} you
 * @returns {{outbox: Pending[], news: import("./protocol.js").GameEvent[]}}
 */
export function meet(outbox, events, you) {
  const met = new Set();
  const news = events.filter((event) => {
    if (event.kind !== "stepped" || event.seat !== you) return true;
    const mine = outbox.find((pending) => pending.steps.some((step) => same(step, event.data)));
    if (mine === undefined) return true;
    met.add(mine.id);
    return false;
  });
  return { outbox: outbox.filter(({ id }) => !met.has(id)), news };
}

/** What must be the same for a step to mean the same. @param {import("./protocol.js").State} state @returns {string} */
export function positionKey({ phase, turn, boards, left, roll, offer }) {
  return JSON.stringify([phase, turn, boards, left, roll, offer]);
}

/**
 * After a reconnection: what to send again, and what has lost its ground.
 * A command that had left is repeated under its id, whatever happened (the server answers once);
 * one that never left is sent only if the position is still the one it was made on.
 * @param {Pending[]} outbox @param {string} position
 * @returns {{outbox: Pending[], lost: Pending[]}}
 */
export function resume(outbox, position) {
  const current = (/** @type {Pending} */ pending) => pending.base === position;
  const lost = outbox.filter((pending) => pending.stage === "unsent" && !current(pending));
  const again = outbox
    .filter((pending) => !lost.includes(pending))
    .map((pending) => ({ ...pending, stage: /** @type {const} */ ("sent"), steps: current(pending) ? pending.steps : [] }));
  return { outbox: again, lost };
}
