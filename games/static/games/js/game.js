// @ts-check
/** Entry of the game page: wires the session, the board and what stands around it. */

import { beginning, createAnnouncer, sentences, standing, stepText, untold } from "./announce.js";
import { byItself } from "./autoplay.js";
import { createBoard } from "./board/board.js";
import { bindChat, isChat } from "./chat.js";
import { bindControls } from "./controls.js";
import { quietForms } from "./forms.js";
import { bindCopies } from "./ids.js";
import { listen } from "./listen.js";
import { bindOthers } from "./others.js";
import { createPage } from "./page.js";
import { fromTemplate, pageData } from "./phrases.js";
import { bindReplay } from "./replay.js";
import { createSession } from "./session.js";
import { bindSettings, mayHear, paceOf, viewOf } from "./settings.js";
import { address, connect } from "./socket.js";
import { ring } from "../../vrhcaby/js/bell.js";
import { createSounds } from "./sound.js";
import { mustAct, shown } from "./state.js";
import { turnOf } from "./turn.js";
import { bindTyped } from "./typed.js";

/** @typedef {import("./state.js").Table} Table */

const TICK = 200;
const BANNER_AFTER = 900;

const root = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const svg = /** @type {SVGSVGElement} */ (root.querySelector("[data-board] svg"));
const data = pageData("page");
const say = fromTemplate(/** @type {HTMLTemplateElement|null} */ (document.getElementById("phrases")), /** @type {HTMLTemplateElement|null} */ (document.getElementById("phrases-match")), /** @type {HTMLTemplateElement|null} */ (document.getElementById("phrases-chat")));
const now = () => performance.now();

let viewer = /** @type {0|1} */ (0);
let myTurn = false;
/** @type {number|null} the match this page already knew to follow it */
let followed = null;
/** @type {import("./protocol.js").State|null} the position of the replay that is shown */
let replayed = null;
/** @type {import("./socket.js").Status} */
let status = "connecting";

const settings = bindSettings(root, data.preferences);
const sound = createSounds((kind) => mayHear(settings.now(), kind));
const announce = createAnnouncer(say, /** @type {HTMLElement} */ (root.querySelector("[data-status]")), root.querySelector("[data-log]"));
const page = createPage(root, { say, profiles: data.profiles, changeUrl: data.change_url, language: document.documentElement.lang, sound });
const session = createSession({ match: data.match, changed, now });
const board = createBoard(svg, {
  say, heard, idle, play: session.play,
  view: () => viewOf(settings.now()), pace: () => paceOf(settings.now()), type: (text) => typing.start(text),
});
const typing = bindTyped(root, (text) => {
  const right = board.type(text);
  if (!right) announce([say("typed-wrong", { text })]);
  return right;
});

/** @param {import("./protocol.js").GameEvent} event */
function heard({ kind, data: facts }) {
  if (kind === "rolled") sound("dice");
  if (kind === "stepped") sound(facts.hit ? "hit" : "step");
  if (kind === "match_ended") sound("end");
}

function goOn() {
  const dropped = session.goOn((ready) => byItself(ready, settings.now()), settings.now().send === "auto");
  if (dropped.length) announce([say("typed-wrong", { text: dropped.map(([from, to]) => stepText(say, { origin: from, target: to, hit: false })).join(" ") })]);
}

/** A double that would bring nothing is asked about once more. @param {Table} table */
function double({ state, you }) {
  const warning = document.getElementById("ask-dead");
  if (you !== null && state?.cube?.dead?.[you] && warning instanceof HTMLDialogElement) warning.showModal();
  else session.post("double");
}

/** @type {Record<string, () => void>} */
const HERE = { undo: () => session.undo(), confirm: () => session.confirm(), double: () => double(session.table()) };

/** @param {Table} table */
function repaint(table) {
  page.paint(table, viewer, replayed ?? undefined);
  page.tick(table, viewer, now());
  page.connection(status, table);
}

/** All is shown: whose turn is it now? */
function idle() {
  const table = session.table();
  const mine = table.you !== null && mustAct(table) === table.you;
  if (mine && !myTurn) sound("turn");
  myTurn = mine;
  repaint(table);
  goOn();
}

/** @param {import("./session.js").What} what @param {Table} table */
function changed(what, table) {
  if (what === "first") {
    viewer = table.you ?? 0;
    followed = table.moved;
    board.look(viewer);
    myTurn = mustAct(table) === table.you;
    const begun = beginning(say, table);
    announce(untold(say, table, data.placing));
    announce([...begun, standing(say, table)], false);
  }
  if (what === "events") {
    const told = sentences(say, table.told, table);
    announce(told);
    if (turnOf(table, now()).roll) announce([...told, standing(say, table)], false);
    board.follow(table);
  } else if (replayed === null) {
    board.show(table, what === "sent" || what === "refused" || what === "draft");
  }
  if (what === "draft") {
    const last = table.draft.at(-1);
    if (last) sound(last[3] ? "hit" : "step");
    setTimeout(goOn);
  }
  const sent = what === "sent" ? table.pending.at(-1) : undefined;
  if (sent?.kind === "step") sound(sent.steps[0]?.hit ? "hit" : "step");
  if (what === "refused") announce([table.refusal?.text ?? ""], false);
  if (what === "snapshot" && table.lost.length) announce([say("connection-lost-move")]);
  if (table.moved !== followed) location.assign(data.match_url.replace("/0/", `/${table.moved}/`));
  repaint(table);
}

/** Frames that are not about this match's course. @type {Record<string, (frame: any) => void>} */
const BESIDE = {
  error: ({ text }) => announce([text], false),
  notice: (frame) => {
    announce([frame.text], false);
    ring(frame);
  },
  go({ match }) {
    if (session.table().state?.phase === "over") location.assign(data.match_url.replace("/0/", `/${match}/`));
    else others.start();
  },
};

/** @param {any} frame */
function take(frame) {
  if (isChat(frame)) chat.take(frame);
  else if (frame.type in BESIDE) BESIDE[frame.type](frame);
  else session.take(frame);
}

function flip() {
  viewer = viewer === 0 ? 1 : 0;
  board.look(viewer);
  const position = replayed ?? shown(session.table());
  if (position) board.place(position, false);
  page.paint(session.table(), viewer, position);
}

function startReplay() {
  const match = pageData("replay");
  const part = /** @type {HTMLElement|null} */ (root.querySelector("[data-replay-part]"));
  if (!match || !part) return;
  let before = -1;
  let seq = 1;
  bindCopies(root, { say, ids: async () => (await fetch(`${data.position_url}?version=${seq}`)).json() });
  bindReplay(part, { ...match, length: session.table().state?.length, crawford: data.crawford }, {
    say,
    names: session.table().names,
    show({ state: stop, turn, event }) {
      const state = { ...stop, length: session.table().state?.length };
      seq = event?.seq ?? 1;
      board.place(state, before >= 0 && Math.abs(turn - before) <= 1);
      before = turn;
      replayed = state;
      page.paint(session.table(), viewer, state);
    },
  });
}

/** @param {import("./socket.js").Status} next */
function connection(next) {
  status = next;
  if (next === "open") chat.ask();
  if (next === "away") session.doubtAll();
  const late = () => { if (status === next) page.connection(next, session.table()); };
  if (next === "open" || next === "ended" || !navigator.onLine) late();
  else setTimeout(late, BANNER_AFTER);
}

const others = bindOthers(root.querySelector("[data-others]"), { socket: data.lobby_socket, here: data.match, language: document.documentElement.lang });
const chat = bindChat(/** @type {HTMLElement} */ (root.querySelector("[data-chat]")), {
  say, language: document.documentElement.lang, playerUrl: data.player_url, send: (frame) => line.send(frame),
});
take(pageData("snapshot"));
bindControls(root, (kind, fields) => session.post(kind, fields));
listen(root, "click", ({ target }) => {
  const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (target).closest("[data-do]"));
  HERE[button?.dataset.do ?? ""]?.();
});
quietForms(root, { go: (url) => location.assign(url), told: (text) => announce([text]), failed: say("not-sent") });
root.querySelectorAll("[data-flip]").forEach((button) => listen(button, "click", flip));
if (session.table().state?.phase === "over") startReplay();
const line = connect({ url: address(data.socket, location), greet: session.greeting, heard: take, status: connection });
session.use(line);
setInterval(() => {
  page.tick(session.table(), viewer, now());
  session.check();
}, TICK);
