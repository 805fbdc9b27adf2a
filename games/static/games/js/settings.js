// @ts-check
/** Choices that belong to this browser: how the board lies, how fast it moves, whether it sounds. */

import { listen, together } from "./listen.js";

/** @typedef {"on"|"off"} Switch */
/** @typedef {"tap"|"auto"} Choosing */
/**
 * @typedef {{layout: "auto"|"wide"|"tall", direction: "right"|"left", pace: "slow"|"normal"|"fast"|"none", sound: Switch, only: Choosing, bear: Choosing, send: "confirm"|"auto"}
 *   & Record<`sound-${import("./sound.js").Sound}`, Switch>} Settings  `sound` is for all, each kind has its own besides
 */

const KEY = "board";
/** @type {Settings} */
const USUAL = {
  layout: "auto", direction: "right", pace: "normal", only: "tap", bear: "tap", send: "confirm", sound: "on",
  "sound-dice": "on", "sound-step": "on", "sound-hit": "on", "sound-short": "on", "sound-turn": "on", "sound-end": "on",
};

/** @param {Partial<Settings>} preferred the member's own wishes @param {Storage} [store] @returns {Settings} what was chosen in this browser comes first */
export function load(preferred, store = localStorage) {
  try {
    return { ...USUAL, ...preferred, ...JSON.parse(store.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL, ...preferred };
  }
}

/** @param {string} name @param {string} value @param {Storage} [store] keeps this one choice */
export function save(name, value, store = localStorage) {
  try {
    store.setItem(KEY, JSON.stringify({ ...JSON.parse(store.getItem(KEY) ?? "{}"), [name]: value }));
  } catch {
    // A browser without storage keeps the choice for this page only.
  }
}

/** @param {string} query */
const matches = (query) => window.matchMedia(query).matches;

/** @param {Settings} settings @returns {import("./board/geometry.js").View} */
export function viewOf({ layout, direction }) {
  const narrow = matches("(orientation: portrait) and (max-width: 46rem)");
  return { tall: layout === "tall" || (layout === "auto" && narrow), left: direction === "left" };
}

/** @param {Settings} settings @param {import("./sound.js").Sound} kind @returns {boolean} */
export function mayHear(settings, kind) {
  return settings.sound === "on" && settings[`sound-${kind}`] === "on";
}

/** @param {Settings} settings @returns {Settings["pace"]} nothing moves for those who asked their system so */
export function paceOf({ pace }) {
  return matches("(prefers-reduced-motion: reduce)") ? "none" : pace;
}

/**
 * Bind the form of settings and the board to them.
 * @param {HTMLElement} root @param {Partial<Settings>} preferred
 * @returns {{now: () => Settings, undo: () => void}}
 */
export function bindSettings(root, preferred) {
  let settings = load(preferred);
  const form = /** @type {HTMLFormElement|null} */ (root.querySelector("[data-settings]"));
  const board = /** @type {HTMLElement} */ (root.querySelector("[data-board]"));

  function apply() {
    board.dataset.layout = settings.layout;
    board.dataset.direction = settings.direction;
  }

  function fill() {
    [...(form?.elements ?? [])].forEach((field) => {
      const input = /** @type {HTMLInputElement} */ (field);
      if (!(input.name in settings)) return;
      const value = settings[/** @type {keyof Settings} */ (input.name)];
      if (input.type === "checkbox") input.checked = value === input.value;
      else input.value = value;
    });
  }

  /** @param {Event} event */
  function change({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    const value = input.type === "checkbox" && !input.checked ? (input.dataset.unchecked ?? "off") : input.value;
    settings = { ...settings, [input.name]: value };
    save(input.name, value);
    apply();
  }

  fill();
  apply();
  const undo = form ? together(listen(form, "change", change), listen(form, "submit", (event) => event.preventDefault())) : () => {};
  return { now: () => settings, undo };
}
