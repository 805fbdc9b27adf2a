// @ts-check
/** Entry of the lobby: frames of its socket drawn by the page's own row templates. */

import { bindChat, isChat } from "./chat.js";
import { bindOptions } from "./challenge_options.js";
import { fillSeeds, quietForms } from "./forms.js";
import { challengeRows, matchRows, memberRows, missedMatch, secondsLeft } from "./lobby_rows.js";
import { listen } from "./listen.js";
import { fromTemplate, pageData } from "./phrases.js";
import { hello } from "./protocol.js";
import { address, connect } from "./socket.js";
import { ring } from "../../vrhcaby/js/bell.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-lobby]"));
const words = /** @type {HTMLElement} */ (root.querySelector("[data-words]"));
const data = pageData("lobby-page");
const language = document.documentElement.lang;
const say = fromTemplate(/** @type {HTMLTemplateElement|null} */ (root.querySelector("#phrases")), /** @type {HTMLTemplateElement|null} */ (root.querySelector("#phrases-chat")));

/** @typedef {{challenge: number, until: number, from: string}} Question */
/** @type {Question|null} */
let question = null;
let ahead = 0;
/** What the page last showed; null where a step back in the browser's history brought an old page. @type {any} */
let shown = null;

/** @param {string} text */
function told(text) {
  words.textContent = text;
}

/** @param {number} match */
function go(match) {
  location.assign(data.match_url.replace("/0/", `/${match}/`));
}

/**
 * One row: texts by `data-f`, parts shown by `data-if`, addresses from patterns.
 * @param {string} kind @param {import("./lobby_rows.js").Row} row
 */
function rowNode(kind, row) {
  const template = /** @type {HTMLTemplateElement} */ (root.querySelector(`template[data-row="${kind}"]`));
  const node = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  node.dataset.id = String(row.id);
  row.classes.forEach((name) => node.classList.add(name));
  node.querySelectorAll("[data-f]").forEach((part) => {
    const name = /** @type {HTMLElement} */ (part).dataset.f ?? "";
    part.textContent = row.texts[name] ?? "";
    if (part instanceof HTMLAnchorElement) part.href = data.player_url.replace("/0/", `/${encodeURIComponent(row.texts[name] ?? "")}/`);
  });
  node.querySelectorAll("[data-if]").forEach((part) => {
    /** @type {HTMLElement} */ (part).hidden = !row.flags.includes(/** @type {HTMLElement} */ (part).dataset.if ?? "");
  });
  node.querySelectorAll("[data-pattern]").forEach((form) => {
    /** @type {HTMLFormElement} */ (form).action = (/** @type {HTMLElement} */ (form).dataset.pattern ?? "").replace("/0/", `/${row.id}/`);
  });
  node.querySelectorAll("[data-link]").forEach((link) => {
    const anchor = /** @type {HTMLAnchorElement} */ (link);
    anchor.href = data.match_url.replace("/0/", `/${row.id}/`);
    anchor.classList.toggle("primary", row.flags.includes("mine"));
  });
  node.querySelectorAll("[data-challenge]").forEach((button) => {
    /** @type {HTMLElement} */ (button).dataset.challenge = row.texts.name;
  });
  return node;
}

/** @param {string} part @param {string} kind @param {import("./lobby_rows.js").Row[]} rows */
function fill(part, kind, rows) {
  const section = /** @type {HTMLElement|null} */ (root.querySelector(`[data-part="${part}"]`));
  if (!section) return;
  const written = JSON.stringify(rows);
  if (section.dataset.written === written) return;
  section.dataset.written = written;
  section.querySelector("ul")?.replaceChildren(...rows.map((row) => rowNode(kind, row)));
  const empty = /** @type {HTMLElement|null} */ (section.querySelector("[data-empty]"));
  if (empty) empty.hidden = rows.length > 0;
  if ("hideEmpty" in section.dataset) section.hidden = rows.length === 0;
}

/** @param {any} frame */
function show(frame) {
  ahead = frame.now - Date.now();
  shown = frame;
  const challenges = challengeRows(frame, { say, rulesets: data.rulesets, language, single: data.single, cubeless: data.cubeless });
  fill("to_me", "challenge", challenges.to_me);
  fill("open", "challenge", challenges.open);
  fill("my_challenges", "challenge", challenges.mine);
  const matches = matchRows(frame, language, { say, rulesets: data.rulesets, single: data.single });
  fill("mine", "match", matches.mine);
  fill("watch", "match", matches.others);
  fill("members", "member", memberRows(frame, language));
  const here = root.querySelector("#members-here");
  here?.replaceChildren(...frame.members.filter((/** @type {any} */ one) => one.id !== frame.you).map((/** @type {any} */ one) => {
    const option = document.createElement("option");
    option.value = one.name;
    return option;
  }));
  ask(frame.ready);
}

/** The whole after a connection: a match that began meanwhile is gone to. @param {any} frame */
function catchUp(frame) {
  const match = shown === null ? null : missedMatch(shown, frame);
  show(frame);
  if (match !== null) go(match);
}

/** @param {Question|null} asked */
function ask(asked) {
  question = asked;
  const panel = /** @type {HTMLElement} */ (root.querySelector("[data-ready]"));
  panel.hidden = asked === null;
  if (asked === null) return;
  const form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
  form.action = (form.dataset.pattern ?? "").replace("/0/", `/${asked.challenge}/`);
  /** @type {HTMLElement} */ (panel.querySelector("[data-f=name]")).textContent = asked.from;
  count();
}

function count() {
  if (question === null) return;
  const left = secondsLeft(question.until, Date.now() + ahead);
  /** @type {HTMLElement} */ (root.querySelector("[data-ready] [data-f=seconds]")).textContent = say("seconds", { seconds: left });
  if (left === 0) ask(null);
}

/** @type {Record<string, (frame: any) => void>} */
const TAKE = {
  lobby: catchUp,
  lobby_changed: show,
  go: (frame) => go(frame.match),
  "ready?": ask,
  notice: (frame) => {
    told(frame.text ?? data.notices[frame.code] ?? "");
    ring(frame);
  },
  refused: (frame) => told(frame.text),
  error: (frame) => told(frame.text),
};

/** @returns {boolean} whether the browser may show this page as it was some time ago */
function steppedBack() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming|undefined} */ (entry)?.type === "back_forward";
}

/** A member in the list is challenged by the form beside it. @param {MouseEvent} event */
function choose(event) {
  const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-challenge]"));
  const field = /** @type {HTMLInputElement|null} */ (root.querySelector("[name=to]"));
  if (!button || !field) return;
  field.value = button.dataset.challenge ?? "";
  field.closest("form")?.querySelector("button")?.focus();
}

fillSeeds(root.querySelector("#new-challenge") ?? document.createDocumentFragment());
root.querySelectorAll("#new-challenge form").forEach((form) => bindOptions(/** @type {HTMLFormElement} */ (form)));
listen(root, "click", choose);
quietForms(root, { go: (url) => location.assign(url), told, failed: say("not-sent") });
show(pageData("lobby-frame"));
if (steppedBack()) shown = null;
const chat = bindChat(/** @type {HTMLElement} */ (root.querySelector("[data-chat]")), { say, language, playerUrl: data.player_url, send: (frame) => line.send(frame) });
/** @type {import("./socket.js").Line} */
const line = connect({
  url: address(data.socket, location),
  greet: () => hello(null),
  heard: (frame) => { if (isChat(frame)) chat.take(frame); else TAKE[frame.type]?.(frame); },
  status: (status) => { if (status === "open") chat.ask(); if (status === "away") told(say("connection-away")); else if (words.textContent === say("connection-away")) told(""); },
});
listen(window, "pageshow", (/** @type {PageTransitionEvent} */ event) => { if (event.persisted) shown = null; });
setInterval(count, 1000);
