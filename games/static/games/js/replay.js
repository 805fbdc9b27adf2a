// @ts-check
/** The replay of a finished match: a slider, a line per roll with its steps, play and pause. */

import { ending, pointText, sentence, stepText } from "./announce.js";
import { lines, stops } from "./history.js";
import { listen, together } from "./listen.js";

/** @typedef {import("./history.js").Stop} Stop */
/** @typedef {import("./phrases.js").Say} Say */

const BETWEEN = 900;
/** What is told in a word or two. @type {Record<string, true>} */
const SHORT = { doubled: true, taken: true, dropped: true, beavered: true, raccooned: true, resignation_offered: true, resignation_declined: true, game_started: true };

/** @param {Say} say @param {Stop} stop @param {{names: string[], you: null}} who @returns {string} what happened, as a sentence */
function words(say, { event }, who) {
  if (event === null) return say("replay-start");
  return event.kind === "game_ended" ? ending(say, event.data, who) : sentence(say, event, who);
}

/** @param {Say} say @param {Stop} stop @param {{names: string[], you: null}} who @returns {string} the same, for the list */
function label(say, stop, who) {
  const { event } = stop;
  if (event?.kind === "stepped") return stepText(say, event.data);
  if (event?.kind === "passed") return say("replay-pass");
  if (event?.kind === "placed") return pointText(say, event.data.target);
  if (event?.kind in SHORT) return say(`replay-${event?.kind}`, { value: event?.data.value, number: event?.data.number });
  return event?.kind === "game_ended" ? say("replay-end") : words(say, stop, who);
}

/** @param {string} text @param {number} index */
function stopButton(text, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "replay-stop";
  button.dataset.stop = String(index);
  button.textContent = text;
  return button;
}

/**
 * @param {HTMLElement} list @param {Stop[]} all @param {{say: Say, who: {names: string[], you: null}}} words
 */
function writeList(list, all, { say, who }) {
  list.replaceChildren(...lines(all).map(({ move, seat, dice, game, stops: indexes }) => {
    const item = document.createElement("li");
    item.className = game !== null ? "game" : seat === 0 ? "light" : "dark";
    if (move === null) item.classList.add("beside");
    else item.value = move;
    const [roll, ...rest] = indexes;
    item.append(stopButton(dice.length ? dice.join("-") : label(say, all[roll], who), roll), ...rest.map((index) => stopButton(label(say, all[index], who), index)));
    item.firstElementChild?.classList.add("roll");
    return item;
  }));
}

/**
 * @param {HTMLElement} root @param {{boards: [number[], number[]], events: any[]}} match
 * @param {{show: (stop: Stop) => void, say: Say, names: string[]}} page
 * @returns {() => void} undo
 */
export function bindReplay(root, match, { show, say, names }) {
  const all = stops(match);
  const who = { names, you: null };
  const slider = /** @type {HTMLInputElement} */ (root.querySelector("[data-slider]"));
  const list = /** @type {HTMLElement} */ (root.querySelector("[data-replay-list]"));
  const told = /** @type {HTMLElement} */ (root.querySelector("[data-replay-words]"));
  const player = /** @type {HTMLButtonElement} */ (root.querySelector("[data-replay=play]"));
  let at = all.length - 1;
  /** @type {any} */
  let timer = null;

  /** @param {number} index */
  function go(index) {
    at = Math.max(0, Math.min(all.length - 1, index));
    slider.value = String(at);
    told.textContent = words(say, all[at], who);
    slider.setAttribute("aria-valuetext", `${at}/${all.length - 1}: ${told.textContent}`);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.querySelector(`[data-stop="${at}"]`);
    current?.setAttribute("aria-current", "step");
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    show(all[at]);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    player.setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer !== null) return pause();
    if (at === all.length - 1) go(0);
    player.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      go(at + 1);
      if (at === all.length - 1) pause();
    }, BETWEEN);
    return undefined;
  }

  /** @type {Record<string, () => void>} */
  const acts = { first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(all.length - 1), play };

  /** @param {MouseEvent} event */
  function press(event) {
    const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-replay], [data-stop]"));
    if (!button) return;
    if (button.dataset.stop) go(Number(button.dataset.stop));
    else acts[button.dataset.replay ?? ""]?.();
    if (button.dataset.replay !== "play") pause();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const field = /** @type {Element} */ (event.target).closest("input, select, textarea");
    if (field || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!act) return;
    event.preventDefault();
    pause();
    acts[act]();
  }

  slider.max = String(all.length - 1);
  writeList(list, all, { say, who });
  go(at);
  return together(
    listen(root, "click", press),
    listen(slider, "input", () => { pause(); go(Number(slider.value)); }),
    listen(document, "keydown", key),
    pause,
  );
}
