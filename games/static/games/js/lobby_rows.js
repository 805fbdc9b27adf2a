// @ts-check
/**
 * What the rows of the lobby say, from a frame. Headless.
 *
 * @typedef {{id: number, texts: Record<string, string>, flags: string[], classes: string[]}} Row
 *   `texts` by `data-f`, `flags` name the `data-if` parts that are shown
 * @typedef {import("./phrases.js").Say} Say
 */

import { decimalText } from "./phrases.js";

const MINUTE = 60000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OPTIONS = ["jacoby", "beavers", "raccoons", "automatic_doubles", "opening_reroll"];

/** @param {number} ms @param {Say} say */
export function limitText(ms, say) {
  if (ms >= DAY && ms % DAY === 0) return say("days", { days: ms / DAY });
  if (ms >= HOUR && ms % HOUR === 0) return say("hours", { hours: ms / HOUR });
  if (ms % MINUTE || ms === MINUTE) return say("seconds", { seconds: ms / 1000 });
  return say("minutes", { minutes: ms / MINUTE });
}

/**
 * What is agreed on top of the ruleset: the length, options, how time is given.
 * @param {any} row of a challenge @param {Say} say
 * @param {{single: string[], cubeless: string[]}} rulesets of one game only, and without a cube
 */
export function termsText({ ruleset, length, options, control, limit }, say, { single, cubeless }) {
  if (single.includes(ruleset) && control?.kind !== "delay" && control?.kind !== "correspondence") return limitText(limit, say);
  const on = OPTIONS.filter((name) => options?.[name]).map((name) => say(`option-${name}`, { most: options[name] }));
  if (options?.backgammon_zone === "seed") on.push(say("option-zone"));
  if (options?.crawford === false && length > 1 && !cubeless.includes(ruleset)) on.unshift(say("option-no-crawford"));
  const size = single.includes(ruleset) ? "" : say(length === null ? "length-money" : `length-${length}`);
  const kind = control?.kind === "delay" && control.limit_ms === 0 ? "reserve" : control?.kind;
  const time = say(`control-${kind}`, { limit: limitText(control?.limit_ms ?? limit, say), reserve: limitText(control?.reserve_ms ?? 0, say) });
  const vacation = control?.vacation ? say("control-vacation", { days: control.vacation }) : "";
  return [size, ...on, time || limitText(limit, say), vacation].filter(Boolean).join(" · ");
}

/**
 * What happens when time is over, online and offline, and when nobody steps at all; as games/match_terms.py tells it.
 * @param {any} control of a challenge @param {Say} say
 */
export function expiryText({ past_limit, offline, cost, vacation, idle_ms }, say) {
  const claimed = past_limit === "claim";
  const kind = claimed ? (offline === "loss" ? "absent" : "claim") : `loss-${cost}`;
  const idle = idle_ms === null ? "" : say("expiry-idle", { time: limitText(idle_ms, say) });
  return [say(`expiry-${kind}`), vacation ? say("expiry-vacation") : "", idle].filter(Boolean).join(" ");
}

/** @param {number} until @param {number} now @returns {number} whole seconds, never below 0 */
export function secondsLeft(until, now) {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** @param {any} row @param {number|null} you @returns {"mine"|"to_me"|"open"} */
function kindOf(row, you) {
  if (you !== null && row.challenger_id === you) return "mine";
  return you !== null && row.target_id === you ? "to_me" : "open";
}

/** @param {Record<string, boolean>} flags @returns {string[]} */
function set(flags) {
  return Object.keys(flags).filter((name) => flags[name]);
}

/**
 * @param {any} frame @param {{say: Say, rulesets: Record<string, string>, language: string, single?: string[], cubeless?: string[]}} words
 * @returns {{mine: Row[], to_me: Row[], open: Row[]}}
 */
export function challengeRows(frame, { say, rulesets, language, single = ["vrhcaby"], cubeless = ["vrhcaby", "nasazovani"] }) {
  /** @type {{mine: Row[], to_me: Row[], open: Row[]}} */
  const found = { mine: [], to_me: [], open: [] };
  frame.challenges.forEach((/** @type {any} */ row) => {
    const kind = kindOf(row, frame.you);
    found[kind].push({
      id: row.id,
      texts: {
        challenger: row.challenger, rating: decimalText(row.rating, language), target: row.target ?? "",
        ruleset: rulesets[row.ruleset] ?? row.ruleset, limit: termsText(row, say, { single, cubeless }), expiry: row.control ? expiryText(row.control, say) : "",
      },
      flags: set({
        target: row.target !== null, rated: row.rated, unrated: !row.rated, asking: row.asking,
        challenger_bot: row.bots[0], target_bot: row.bots[1], accept: kind !== "mine", decline: kind === "to_me", withdraw: kind === "mine",
      }),
      classes: row.asking ? ["asking"] : [],
    });
  });
  return found;
}

/**
 * The own match that began between two frames, should its `go` have been lost with the connection.
 * @param {any} before @param {any} frame @returns {number|null} the newest, or null
 */
export function missedMatch(before, frame) {
  const began = frame.live.filter((/** @type {any} */ row) => row.member_ids.includes(frame.you) && row.since > before.now);
  return began.length === 0 ? null : Math.max(...began.map((/** @type {any} */ row) => row.match));
}

/** How long a match is and where it stands. @param {any} row @param {Say} say @param {string[]} single */
export function sizeText({ ruleset, length, score }, say, single) {
  if (single.includes(ruleset)) return "";
  const size = say(length === null ? "length-money" : `length-${length}`);
  return length === 1 ? size : `${size} · ${score.join(":")}`;
}

/**
 * @param {any} frame @param {string} language
 * @param {{say: Say, rulesets: Record<string, string>, single?: string[]}} [words] where it matters what is played
 * @returns {{mine: Row[], others: Row[]}}
 */
export function matchRows(frame, language, { say, rulesets, single = [] } = { say: () => "", rulesets: {} }) {
  const rows = frame.live.map((/** @type {any} */ row) => {
    const mine = row.member_ids.includes(frame.you);
    const toMove = mine && row.turn !== null && row.member_ids[row.turn] === frame.you;
    return {
      id: row.match,
      texts: {
        first: row.names[0], second: row.names[1], "first-rating": decimalText(row.ratings[0], language), "second-rating": decimalText(row.ratings[1], language),
        pips: row.pips.join("–"), ruleset: rulesets[row.ruleset] ?? row.ruleset, size: sizeText(row, say, single),
      },
      flags: set({ size: !single.includes(row.ruleset), rated: row.rated, unrated: !row.rated, mine, other: !mine, to_move: toMove, first_bot: row.bots[0], second_bot: row.bots[1] }),
      classes: toMove ? ["to-move"] : [],
    };
  });
  return {
    mine: rows.filter((/** @type {Row} */ row) => row.flags.includes("mine")),
    others: rows.filter((/** @type {Row} */ row) => row.flags.includes("other")),
  };
}

/** @param {any} frame @param {string} language @returns {Row[]} */
export function memberRows(frame, language) {
  return frame.members.map((/** @type {any} */ row) => ({
    id: row.id,
    texts: { name: row.name, rating: decimalText(row.rating, language) },
    flags: set({ playing: row.playing, other: row.id !== frame.you, bot: row.bot }),
    classes: [],
  }));
}
