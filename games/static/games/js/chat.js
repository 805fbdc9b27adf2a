// @ts-check
/** The chats on a page: lines, the field to write in, what can be done about a line. */

import { asksAgain, closed, fold, look, noChats, receive, silence, unread } from "./chat_state.js";
import { listen } from "./listen.js";
import { freshId } from "./token.js";

/** @typedef {import("./chat_state.js").Line} Line */

const KEPT = "chat";
const PREFIX = "say-";

/** @returns {{open?: boolean, off?: boolean}} what this browser remembers of the viewer's wishes */
function wishes() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {{open: boolean, off: boolean}} chats */
function remember({ open, off }) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ open, off }));
  } catch {
    // A browser that keeps nothing shows the chats as they are by default.
  }
}

/** @param {any} frame @returns {boolean} the frame is about the chats, or answers a line */
export function isChat(frame) {
  return ["chat", "chat_removed", "chat_standing"].includes(frame.type) || String(frame.id ?? "").startsWith(PREFIX);
}

/**
 * @param {HTMLElement} part the `[data-chat]` of the page
 * @param {{say: import("./phrases.js").Say, send: (frame: object) => boolean, language: string, playerUrl: string}} page
 */
export function bindChat(part, { say, send, language, playerUrl }) {
  /** @template {HTMLElement} T @param {string} selector @returns {T} */
  const find = (selector) => /** @type {T} */ (part.querySelector(selector));
  const list = find("[data-lines]");
  const form = /** @type {HTMLFormElement|null} */ (part.querySelector("[data-write]"));
  const field = /** @type {HTMLInputElement|null} */ (form?.querySelector("[name=text]") ?? null);
  const acts = /** @type {HTMLDialogElement|null} */ (part.querySelector("[data-line-acts]"));
  const details = /** @type {HTMLDetailsElement} */ (find("[data-fold]"));
  const you = Number(part.dataset.member) || null;
  /** Lines under way: their texts by id. @type {Map<string, string>} */
  const sent = new Map();
  let chats = noChats(wishes());
  /** What is on the screen: the lines, and anything of the part. */
  const onScreen = { lines: true, part: true };

  /** @param {string} text */
  function reason(text) {
    find("[data-reason]").textContent = text;
  }

  /** @param {Line} line */
  function words({ text, quick }) {
    return quick === null ? text : say(`quick-${quick}`) || quick;
  }

  /** @param {Line} line */
  function lineNode(line) {
    const template = /** @type {HTMLTemplateElement} */ (find("template[data-line]"));
    const node = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    const who = /** @type {HTMLAnchorElement} */ (node.querySelector("a"));
    const more = /** @type {HTMLButtonElement} */ (node.querySelector("button"));
    const at = new Date(line.at);
    node.classList.toggle("own", line.author_id === you);
    who.textContent = line.author;
    /** @type {HTMLElement} */ (node.querySelector(".bot")).hidden = !line.bot;
    who.href = playerUrl.replace("/0/", `/${encodeURIComponent(line.author)}/`);
    /** @type {HTMLElement} */ (node.querySelector("[data-f=text]")).textContent = words(line);
    const time = /** @type {HTMLTimeElement} */ (node.querySelector("time"));
    time.dateTime = at.toISOString();
    time.textContent = at.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit", hourCycle: "h23" });
    more.hidden = acts === null || line.author_id === you;
    more.setAttribute("aria-label", say("chat-acts", { name: line.author }));
    listen(more, "click", () => offer(line));
    node.dataset.id = String(line.id);
    return node;
  }

  /** @param {Line} line */
  function offer(line) {
    if (acts === null) return;
    /** @type {HTMLElement} */ (acts.querySelector("[data-f=line]")).textContent = `${line.author}: ${words(line)}`;
    acts.querySelectorAll("form[data-pattern]").forEach((one) => {
      const { pattern = "", by = "" } = /** @type {HTMLElement} */ (one).dataset;
      /** @type {HTMLFormElement} */ (one).action = pattern.replace("/0/", `/${by === "author" ? line.author_id : line.id}/`);
    });
    acts.showModal();
  }

  /** Lines that stay are left alone, so that a reader's place and a screen reader's are kept. @param {Line[]} lines */
  function paintLines(lines) {
    const down = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const stay = new Map([...list.children].map((node) => [/** @type {HTMLElement} */ (node).dataset.id, node]));
    list.replaceChildren(...lines.map((line) => stay.get(String(line.id)) ?? lineNode(line)));
    if (down) list.scrollTop = list.scrollHeight;
  }

  /** @param {string|null} why */
  function closedText(why) {
    if (why !== "mute" || chats.mute === null) return why === null ? "" : say(`closed-${why}`);
    const until = new Date(chats.mute.until).toLocaleString(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
    return say("closed-mute", { until, reason: chats.mute.reason });
  }

  function paintRooms() {
    part.querySelectorAll("[data-room]").forEach((tab) => {
      const { room = "" } = /** @type {HTMLElement} */ (tab).dataset;
      tab.setAttribute("aria-pressed", String(room === chats.room));
      /** @type {HTMLElement} */ (tab).hidden = !(room in chats.rooms);
      /** @type {HTMLElement} */ (tab.querySelector("[data-f=unread]")).textContent = String(chats.rooms[room]?.unread || "");
    });
    const tabs = part.querySelector("[data-tabs]");
    if (tabs) /** @type {HTMLElement} */ (tabs).hidden = Object.keys(chats.rooms).length < 2;
  }

  function paint() {
    const shown = chats.room === null ? undefined : chats.rooms[chats.room];
    const count = unread(chats);
    const why = closed(chats, Date.now());
    part.hidden = shown === undefined;
    part.querySelectorAll("[data-f=count]").forEach((badge) => { badge.textContent = count ? say("chat-unread", { count }) : ""; });
    find("[data-jump]").hidden = onScreen.part || count === 0;
    find("[data-talk]").hidden = chats.off;
    paintRooms();
    paintLines(chats.off ? [] : shown?.lines ?? []);
    find("[data-empty]").hidden = chats.off || (shown?.lines.length ?? 0) > 0;
    find("[data-closed]").textContent = closedText(why);
    if (form) form.hidden = why !== null;
  }

  /** @param {import("./chat_state.js").Chats} next */
  function become(next) {
    if (next === chats) return;
    chats = next;
    paint();
  }

  /** @param {{text?: string, quick?: string}} what */
  function write(what) {
    const id = PREFIX + freshId();
    if (!send({ type: "say", id, room: chats.room, ...what })) return reason(say("not-sent"));
    sent.set(id, what.text ?? "");
    if (field && what.text) field.value = "";
    return reason("");
  }

  /** @param {{id: string, type: string, text?: string}} answer */
  function answered({ id, type, text = "" }) {
    const written = sent.get(id) ?? "";
    sent.delete(id);
    if (type !== "refused") return;
    reason(text);
    if (field && field.value === "") field.value = written;
  }

  const ask = () => send({ type: "chat" });

  details.open = chats.open;
  /** Lines are read where they can be seen. */
  function sight() {
    become(fold(chats, details.open && onScreen.lines));
    find("[data-jump]").hidden = onScreen.part || unread(chats) === 0;
  }

  listen(details, "toggle", () => {
    sight();
    remember({ open: details.open, off: chats.off });
    if (details.open) list.scrollTop = list.scrollHeight;
  });
  const off = /** @type {HTMLInputElement|null} */ (part.querySelector("[data-chat-off]"));
  if (off) {
    off.checked = chats.off;
    listen(off, "change", () => {
      become(silence(chats, off.checked));
      remember({ open: details.open, off: chats.off });
    });
  }
  const watch = new IntersectionObserver((entries) => {
    entries.forEach(({ target, isIntersecting }) => { onScreen[target === part ? "part" : "lines"] = part.hidden || isIntersecting; });
    sight();
  });
  [part, find("[data-talk]")].forEach((one) => watch.observe(one));
  listen(find("[data-jump]"), "click", () => { details.open = true; });
  listen(part, "click", ({ target }) => {
    const pressed = /** @type {HTMLElement|null} */ (/** @type {Element} */ (target).closest("[data-room], [data-quick]"));
    if (pressed?.dataset.room) become(look(chats, pressed.dataset.room));
    if (pressed?.dataset.quick) {
      write({ quick: pressed.dataset.quick });
      pressed.closest("details")?.removeAttribute("open");
    }
  });
  if (form && field) {
    listen(form, "submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) write({ text: field.value });
    });
  }
  if (acts) listen(acts, "submit", () => acts.close());

  return {
    ask,
    /** @param {any} frame one that `isChat` */
    take(frame) {
      if (frame.id !== undefined) return answered(frame);
      const again = asksAgain(chats, frame);
      become(receive(chats, frame, you));
      if (again) ask();
      return undefined;
    },
  };
}
