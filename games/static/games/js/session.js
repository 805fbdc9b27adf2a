// @ts-check
/**
 * The talk with the server about one match: frames in, commands out, what was under way when
 * the line broke is sent again. Headless; what follows on the page is told by `changed`.
 */

import { ANY_DIE } from "./board/notation.js";
import { turnFields } from "./compose.js";
import { command, hello, step, stepFields } from "./protocol.js";
import { compose, composes, doubt, empty, isWhole, legalNow, mayStep, receive, send, shown, takeBack } from "./state.js";
import { freshId } from "./token.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").WireStep} WireStep */
/** @typedef {"first"|"snapshot"|"events"|"refused"|"sent"|"draft"|"doubted"|"other"} What */

const PATIENCE = 4000;

/** @param {WireStep} a @param {WireStep} b */
function same(a, b) {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** A planned step in what is legal now; of a typed one the die is found now. @param {import("./protocol.js").Legal} legal @param {WireStep} next @returns {WireStep[]} */
function stepsNow({ steps, paths }, next) {
  const [from, to, die] = next;
  const step = steps.find((one) => (die === ANY_DIE ? one[0] === from && one[1] === to : same(one, next)));
  if (step) return [step];
  return (die === ANY_DIE && paths.find((path) => path[0] === from && path[1] === to)?.[2]) || [];
}

/**
 * @param {{match: number, changed: (what: What, table: Table) => void, now: () => number, token?: () => string}} page
 *   `now` is monotonic
 */
export function createSession({ match, changed, now, token = freshId }) {
  let table = empty();
  /** @type {WireStep[]} steps of a combined move, or typed ones, not sent yet */
  let plan = [];
  /** the roll that they are for */
  let planned = 0;
  let asked = 0;
  /** the last act was an undo: nothing is added by itself to what is left */
  let held = false;
  /** @type {{send: (frame: object) => boolean}|null} */
  let line = null;

  /** @param {string} kind @param {object} [fields] @param {import("./protocol.js").Step[]} [played] */
  function post(kind, fields = {}, played = []) {
    const id = token();
    const sent = line?.send(command(match, id, kind, fields)) ?? false;
    table = send(table, { id, kind, fields, steps: played, sent });
    asked = now();
    changed("sent", table);
  }

  /** @param {WireStep} wire */
  function postStep(wire) {
    const played = step(wire);
    post("step", stepFields(played), [played]);
  }

  function repeat() {
    table.pending.forEach(({ id, kind, fields }) => line?.send(command(match, id, kind, fields)));
    asked = now();
  }

  /** Steps of a turn that is put together here. @param {WireStep[]} steps */
  function put(steps) {
    held = false;
    table = compose(table, steps);
    changed("draft", table);
  }

  /** Send the turn, if it is whole. */
  function confirm() {
    if (!isWhole(table)) return;
    post("turn", turnFields(table.draft), table.draft.map(step));
  }

  /** @param {any} frame @param {boolean} first @returns {What} */
  function kindOf(frame, first) {
    if (first) return "first";
    if (frame.type === "events") return table.stale ? "other" : "events";
    return frame.type === "snapshot" || frame.type === "refused" ? frame.type : "other";
  }

  /** What is put on the board or sent without a tap. @param {(table: Table) => WireStep|null} byItself @param {boolean} send */
  function composeOn(byItself, send) {
    if (isWhole(table)) {
      if (send) confirm();
      return;
    }
    const chosen = byItself({ ...table, legal: legalNow(table), state: shown(table) });
    if (chosen) put([chosen]);
  }

  /** Nothing tells that what was sent has arrived: the line is silent, or the answer overdue. */
  function doubtAll() {
    const next = doubt(table);
    if (next === table) return;
    table = next;
    changed("doubted", table);
  }

  return {
    table: () => table,
    /** @param {{send: (frame: object) => boolean}} opened */
    use(opened) {
      line = opened;
    },
    /** The first words of a connection: a snapshot if something was under way, else what came after. */
    greeting: () => hello(table.pending.length ? null : table.version),
    /** @param {any} frame */
    take(frame) {
      const first = table.state === null;
      const next = receive(table, frame, now());
      if (next === table) return;
      table = next;
      if (table.stale) line?.send(hello(table.version));
      if (frame.type === "refused") plan = [];
      if (frame.type === "snapshot" && !first) repeat();
      changed(kindOf(frame, first), table);
    },
    /** Play one step, or a combined move step by step, each when the one before is kept. @param {WireStep[]} steps */
    play(steps) {
      if (composes(table)) return put(steps);
      plan = steps.slice(1);
      planned = table.state?.roll ?? 0;
      postStep(steps[0]);
      return undefined;
    },
    post,
    /** Take back the last step of a turn that is not sent, or all of them. @param {boolean} [all] */
    undo(all = false) {
      table = takeBack(table, all);
      held = true;
      changed("draft", table);
    },
    confirm,
    /**
     * The next step of a combined move, if it still is legal; else what is played without a tap;
     * `send`: a whole turn by itself. @param {(table: Table) => WireStep|null} byItself @param {boolean} [send]
     * @returns {WireStep[]} what was planned and is not legal now
     */
    goOn(byItself, send = false) {
      const late = table.state?.roll === planned ? [] : plan.splice(0);
      if (!mayStep(table)) return late;
      if (composes(table)) {
        if (!held) composeOn(byItself, send);
        return late;
      }
      const [next, ...rest] = plan;
      const [first, ...more] = next ? stepsNow(table.legal, next) : [];
      const dropped = first ? [] : [...late, ...plan];
      plan = first ? [...more, ...rest] : [];
      const chosen = first ?? byItself(table);
      if (chosen) postStep(chosen);
      return dropped;
    },
    doubtAll,
    /** A command without an answer for long: show that, and ask where we are, which sends it again. */
    check() {
      const overdue = table.pending.some(({ stage }) => stage !== "unsent") && now() - asked > PATIENCE;
      if (!overdue) return;
      if (line?.send(hello(null))) asked = now();
      doubtAll();
    },
  };
}
