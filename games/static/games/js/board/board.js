// @ts-check
/** The board as one thing: drawing, moving, pointing. What to do with a choice is the page's part. */

import { showDice, showOpening } from "../dice.js";
import { isUnsent } from "../outbox.js";
import { legalFollowing, legalNow, mayStep, shown } from "../state.js";
import { showCube } from "./cube.js";
import { createScene, PACES } from "./animate.js";
import { NONE, origins, tap, targets } from "./choice.js";
import { watchBoard } from "./input.js";
import { typed } from "./notation.js";
import { createRenderer } from "./render.js";

/** @typedef {import("../state.js").Table} Table */
/** @typedef {import("../protocol.js").State} State */
/** @typedef {import("../protocol.js").GameEvent} GameEvent */
/** @typedef {import("../protocol.js").WireStep} WireStep */

const OWN_STEP = 170;

/** Checkers in hand lie in the tray until they are placed; nobody bears off before. @param {State} state */
function withHands({ boards, hand }) {
  return hand ? boards.map((board, seat) => [board[0] + hand[seat], ...board.slice(1)]) : boards;
}

/** Where steps have landed that are on this page only. @param {Table} table @returns {number[]} points */
function unsent({ pending, draft }) {
  const waiting = pending.filter(isUnsent).flatMap(({ steps }) => steps.map(({ target }) => target));
  return [...new Set([...waiting, ...draft.map(([, to]) => to)])];
}

/**
 * @param {SVGSVGElement} svg
 * @param {{say: import("../phrases.js").Say, view: () => import("./geometry.js").View, pace: () => keyof typeof PACES,
 *   play: (steps: WireStep[]) => void, heard: (event: GameEvent) => void, idle: () => void, type: (text: string) => void}} page
 */
export function createBoard(svg, { say, view, pace, play, heard, idle, type }) {
  const renderer = createRenderer(svg);
  let viewer = /** @type {0|1} */ (0);
  let choice = NONE;
  /** @type {Table|null} */
  let table = null;
  const still = () => pace() === "none";

  /** @param {State} state */
  function label(state) {
    const rival = viewer === 0 ? 1 : 0;
    svg.querySelectorAll("[data-point][role]").forEach((column) => {
      const point = Number(/** @type {HTMLElement} */ (column).dataset.point);
      const key = point === 25 ? "label-bar" : point === 0 ? "label-off" : "label-point";
      const their = point > 0 && point < 25 ? state.boards[rival][25 - point] : 0;
      column.setAttribute("aria-label", say(key, { point, own: state.boards[viewer][point], their }));
    });
  }

  /** @param {State} state @param {GameEvent|null} event */
  function paint(state, event) {
    const moves = renderer.show(withHands(state), viewer);
    renderer.arrows(state.last, state.last_seat);
    showCube(svg, state, viewer, say);
    const rolling = event?.kind === "rolled" && !still();
    const opening = event?.kind === "game_started" ? state.opening?.at(-1) : undefined;
    if (opening) {
      showOpening(svg, [opening[viewer], opening[viewer === 0 ? 1 : 0]], !still(), (value) => say("label-die", { value }));
      return moves;
    }
    showDice(svg, { dice: state.dice, left: state.left, own: state.turn === viewer, first: table?.you === state.turn ? choice.die ?? state.left[0] ?? null : null, rolling },
      (value, used) => say(used ? "label-die-used" : "label-die", { value }));
    label(state);
    return moves;
  }

  const scene = createScene({ paint, pace: () => PACES[pace()], heard, idle: () => { light(); idle(); } });
  const may = () => table !== null && scene.quiet() && mayStep(table);

  function light() {
    if (table === null || table.you === null) return;
    const able = may();
    const legal = able ? legalNow(table) : { steps: [], paths: [] };
    const held = able ? choice.selected : null;
    const reach = held === null ? [] : targets(legal, held, choice.die);
    renderer.lights({ movable: held === null ? origins(legal) : new Set(), selected: held, targets: reach.length ? reach : soleTarget(legal, held), seat: table.you });
    renderer.unsent(unsent(table), table.you);
    svg.dataset.may = able ? "step" : "wait";
  }

  /** One legal step only: its target is lit at once. @param {import("../protocol.js").Legal} legal @param {number|null} held */
  function soleTarget(legal, held) {
    return held === null && legal.steps.length === 1 ? [{ to: legal.steps[0][1], hit: legal.steps[0][3] }] : [];
  }

  /** @param {number} point */
  function pointed(point) {
    if (!may() || table === null) return;
    const answer = tap(legalNow(table), choice, point);
    choice = answer.choice;
    if (answer.steps.length) play(answer.steps);
    light();
  }

  /** @param {number} from @param {number|null} to @param {import("./geometry.js").Spot} spot */
  function dropped(from, to, spot) {
    const node = table?.you === null || !table ? null : renderer.top(table.you, from);
    if (node) renderer.rest(node, spot);
    const target = may() && table ? targets(legalNow(table), from, choice.die).find((one) => one.to === to) : undefined;
    choice = { ...choice, selected: null };
    if (target) play(target.steps);
    else if (table) void scene.jump(/** @type {State} */ (shown(table)), still() ? 0 : OWN_STEP);
    light();
  }

  /** @param {number} index of a die on the board */
  function chosen(index) {
    const die = svg.querySelectorAll(".dice .die")[index];
    if (!may() || !table || !die || die.classList.contains("used")) return;
    choice = { ...choice, die: Number(/** @type {SVGElement} */ (die).dataset.die) };
    paint(/** @type {State} */ (shown(table)), null);
    light();
  }

  const undo = watchBoard(svg, {
    view,
    checker: (point) => (may() && table && table.you !== null && origins(legalNow(table)).has(point) ? renderer.top(table.you, point) : null),
    emit(intent) {
      if (intent.kind === "tap") pointed(intent.point);
      else if (intent.kind === "die") chosen(intent.index);
      else if (intent.kind === "drop") dropped(intent.from, intent.to, intent.spot);
      else if (intent.kind === "type") type(intent.text);
      else {
        choice = { ...choice, selected: intent.kind === "lift" ? intent.point : null };
        light();
      }
    },
  });

  return {
    undo,
    quiet: scene.quiet,
    light,
    /** A table without movement of its own, or with what moved sliding. @param {Table} next @param {boolean} own the viewer's step, to be seen moving */
    show(next, own = false) {
      table = next;
      const state = shown(next);
      if (state === null) return;
      if (!scene.quiet()) return;
      void scene.jump(state, own && !still() ? OWN_STEP : 0);
      light();
    },
    /** A position that is no table's: the replay's. @param {State} state @param {boolean} moving */
    place(state, moving) {
      void scene.jump(state, moving && !still() ? PACES[pace()].step : 0);
    },
    /** Events one after another, then the table. @param {Table} next */
    follow(next) {
      table = next;
      choice = NONE;
      light();
      void scene.play(next.news, () => (table ? shown(table) : null));
    },
    /** @param {0|1} seat */
    look(seat) {
      viewer = seat;
    },
    /** A typed move or whole turn. @param {string} text @returns {boolean} it is one */
    type(text) {
      const steps = may() && table ? typed(legalNow(table), text, choice.die, legalFollowing(table)) : null;
      if (steps) play(steps);
      return steps !== null;
    },
  };
}
