// @ts-check
/**
 * What belongs to a turn that is sent as a whole, to the cube, to resignations by offer and to
 * matches of several games. `turnOf` is headless; `paintTurn` puts it on the page.
 */

import { stepText } from "./announce.js";
import { choice, may, placeDice, resignLevels } from "./choices.js";
import { leftAt } from "./clock.js";
import { awaitedText, gameText } from "./games.js";
import { isUnsent } from "./outbox.js";
import { reveal, setText } from "./seats.js";
import { askedText, levelText, levelsText } from "./stakes.js";
import { composes, isWhole } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./phrases.js").Say} Say */
/**
 * @typedef {object} Turn
 * @property {boolean} roll       the roll may be asked for
 * @property {boolean} closed     who asks for it is closed out: the turn passes without one
 * @property {boolean} double
 * @property {boolean} dead       doubling would bring nothing
 * @property {boolean} undo       there is something that is not sent
 * @property {boolean} confirm    the turn is whole
 * @property {boolean} composing  a turn is put together here
 * @property {number|null} hurry  seconds left, when they are few and the turn is not sent
 * @property {number[]} place     dice of which one places the last checker
 * @property {number[]} levels    at which a resignation may be offered
 * @property {string|null} noResign  why none may be
 * @property {boolean|null} hold  what the wish to be asked would be set to, null: no such wish here
 * @property {"cube"|"cube-waiting"|"resign"|"resign-waiting"|null} asked
 * @property {boolean} beaver
 * @property {boolean} raccoon
 * @property {"between"|"ready"|null} between  the next game waits: for the viewer too, or for the other alone
 */

const FEW = 15000;
const CUBE_KINDS = ["double", "beaver", "raccoon"];

/** @param {Table} table @returns {Turn["asked"]} */
function askedOf({ state, you }) {
  const kind = state?.offer?.kind ?? "draw";
  if (you === null || !state?.offer || kind === "draw") return null;
  const part = CUBE_KINDS.includes(kind) ? "cube" : "resign";
  return state.offer.seat === you ? /** @type {Turn["asked"]} */ (`${part}-waiting`) : /** @type {Turn["asked"]} */ (part);
}

/** @param {Table} table @returns {Turn["between"]} */
function betweenOf({ state, you }) {
  if (you === null || state?.phase_of_game !== "between") return null;
  return state.ready?.[you] ? "ready" : "between";
}

/** @param {Table} table @param {number} now monotonic ms @returns {number|null} */
function hurryOf({ clock, you, pending }, now) {
  if (!clock || clock.seat !== you || clock.paused || pending.length) return null;
  const left = leftAt(clock, now);
  return left < FEW ? Math.ceil(left / 1000) : null;
}

/** @param {Table} table @param {number} now monotonic ms @returns {Turn} */
export function turnOf(table, now) {
  const { state, you, draft, pending } = table;
  const free = you !== null && state?.phase === "live" && pending.length === 0;
  const mine = free && state.turn === you && state.offer === null;
  const composing = mine && composes(table);
  const dice = free ? placeDice(table) : [];
  return {
    roll: mine && may(table, "roll"),
    closed: choice(table, "roll")?.details?.closed_out === true,
    double: mine && may(table, "double"),
    dead: you !== null && state?.cube?.dead?.[you] === true,
    undo: composing && draft.length > 0,
    confirm: composing && isWhole(table),
    composing,
    hurry: composing ? hurryOf(table, now) : null,
    place: dice.length > 1 ? dice : [],
    levels: resignLevels(table),
    noResign: choice(table, "offer_resignation")?.code ?? null,
    hold: may(table, "hold") ? (choice(table, "hold")?.on ?? null) : null,
    asked: free ? askedOf(table) : null,
    beaver: may(table, "beaver"),
    raccoon: may(table, "raccoon"),
    between: betweenOf(table),
  };
}

/** @param {HTMLElement} root @param {string} selector @param {boolean} visible */
function enable(root, selector, visible) {
  root.querySelectorAll(selector).forEach((button) => {
    /** @type {HTMLButtonElement} */ (button).disabled = !visible;
  });
}

/** @param {Turn} turn @param {Table} table @param {Say} say */
function draftText({ composing, confirm, hurry, undo }, { draft }, say) {
  if (!composing || !undo) return "";
  const steps = draft.map(([origin, target, , hit]) => stepText(say, { origin, target, hit })).join(" ");
  const words = say(confirm ? "draft-whole" : "draft", { steps });
  return hurry === null ? words : `${words} ${say("draft-hurry", { seconds: hurry })}`;
}

/** @param {HTMLElement} root @param {number[]} dice @param {Say} say buttons for the dice that may place the last checker */
function paintPlaces(root, dice, say) {
  const place = /** @type {HTMLElement|null} */ (root.querySelector("[data-place]"));
  const key = dice.join();
  if (!place || place.dataset.dice === key) return;
  place.dataset.dice = key;
  place.replaceChildren(...dice.map((die) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small primary";
    button.dataset.act = "place";
    button.dataset.die = String(die);
    button.textContent = say("place-by", { die, point: 25 - die });
    return button;
  }));
}

/** @param {HTMLElement} root @param {Turn} turn @param {Table} table @param {Say} say the levels in the dialog of resigning */
function paintResign(root, { levels, noResign, hold }, table, say) {
  const highest = levels.at(-1);
  [1, 2, 3].forEach((level) => {
    const button = /** @type {HTMLElement|null} */ (root.querySelector(`[data-act=offer_resignation][data-level="${level}"]`));
    if (!button) return;
    button.hidden = !levels.includes(level);
    button.classList.toggle("danger", level === highest);
    const text = levelText(table, level, say);
    if (button.textContent !== text) button.textContent = text;
  });
  const reason = noResign === null ? levelsText(table, levels, say) : (say(`resign-${noResign}`) || say("resign-later"));
  setText(root, "[data-resign-words]", reason);
  reveal(root, "[data-act=hold][data-on=true]", hold === true && noResign !== null);
  reveal(root, "[data-act=hold][data-on=false]", hold === false);
}

/**
 * @param {HTMLElement} root @param {Table} table @param {number} now @param {{say: Say, name: string}} words
 */
export function paintTurn(root, table, now, { say, name }) {
  if (!root.querySelector("[data-turn]")) return;
  const turn = turnOf(table, now);
  reveal(root, "[data-turn] [data-act=roll]", turn.roll);
  reveal(root, "[data-turn] [data-act=roll] [data-rolls]", !turn.closed);
  reveal(root, "[data-turn] [data-act=roll] [data-passes]", turn.closed);
  reveal(root, "[data-turn] [data-double]", turn.double);
  reveal(root, "[data-turn] [data-do=undo]", turn.composing);
  reveal(root, "[data-turn] [data-do=confirm]", turn.composing);
  enable(root, "[data-do=undo]", turn.undo);
  enable(root, "[data-do=confirm]", turn.confirm);
  paintPlaces(root, turn.place, say);
  const draft = draftText(turn, table, say);
  setText(root, "[data-draft-words]", draft);
  reveal(root, "[data-call=draft]", draft !== "");
  root.classList.toggle("unsent", turn.undo || table.pending.some(isUnsent));
  root.classList.toggle("hurry", turn.hurry !== null && turn.undo);
  setText(root, "[data-asked-words]", askedText(table, turn.asked, say, name));
  reveal(root, "[data-call=asked]", turn.asked !== null);
  reveal(root, "[data-asked=cube]", turn.asked === "cube");
  reveal(root, "[data-asked=resign]", turn.asked === "resign");
  reveal(root, "[data-act=beaver]", turn.asked === "cube" && turn.beaver);
  reveal(root, "[data-act=raccoon]", turn.asked === "cube" && turn.raccoon);
  reveal(root, "[data-call=between]", turn.between !== null);
  reveal(root, "[data-act=next_game]", turn.between === "between");
  setText(root, "[data-between-awaited]", turn.between === null ? "" : awaitedText(say, table));
  setText(root, "[data-between-words]", turn.between === null ? "" : gameText(say, table, table.state?.result_of_game));
  reveal(root, "[data-call=place]", turn.place.length > 0);
  paintResign(root, turn, table, say);
}
