import assert from "node:assert/strict";
import { test } from "node:test";

import { data, load } from "./frames.mjs";

const { decimalText, phrasebook } = await load("phrases.js");
const { beginning, ending, firstRoll, sentence, sentences, standing, stepText, unsaid, untold } = await load("announce.js");
const { change, resultText, resultUrl, timeOfDay } = await load("result.js");
const { gameText, lastGameText } = await load("games.js");
const { joined } = await load("board/render.js");
const { challengeRows, expiryText, limitText, matchRows, memberRows, secondsLeft } = await load("lobby_rows.js");
const settings = await load("settings.js");

const say = phrasebook([
  ["notation-bar", "bar"], ["notation-off", "off"], ["event-rolled-you", "You: {dice}"], ["event-rolled-they", "{name}: {dice}"],
  ["event-stepped-you", "You {step}"], ["event-stepped-they", "{name} {step}"], ["event-started", "{name} begins"],
  ["end-claimed", "{winner} by claim"], ["end-claimed-won", "you by claim"], ["end-draw_agreed", "drawn"], ["end-limit", "at {time}"],
  ["turn-you", "you: {dice}"], ["seconds", "{seconds} s"], ["minutes", "{minutes} min"], ["event-limit_passed-they", "{name} late"],
]);
const who = { names: ["Anna", "Boris"], bots: [false, false], you: 0 };
const stepped = (seat, origin, target, hit = false) => ({ kind: "stepped", seat, data: { origin, target, die: 1, hit } });

test("a phrase that is missing is empty, a value that is missing too", () => {
  assert.equal(say("nothing"), "");
  assert.equal(say("event-rolled-they"), ": ");
});

test("steps are written as backgammon players write them", () => {
  assert.equal(stepText(say, { origin: 13, target: 7, hit: false }), "13/7");
  assert.equal(stepText(say, { origin: 25, target: 20, hit: true }), "bar/20*");
  assert.equal(stepText(say, { origin: 6, target: 0, hit: false }), "6/off");
});

test("steps of one player in one frame are one sentence", () => {
  const events = [stepped(1, 13, 7), stepped(1, 8, 7), { kind: "turn_ended", seat: 1, data: {} }, { kind: "rolled", seat: 0, data: { dice: [6, 5], roll: 2 } }];
  assert.deepEqual(sentences(say, events, who), ["Boris 13/7 8/7", "You: 6-5"]);
});

test("checkers placed with one roll are one sentence, and who comes later is told of them all", () => {
  const placed = (seat, target) => ({ kind: "placed", seat, data: { target, die: 25 - target } });
  const told = (name, { name: called = "", point = "", dice = "" }) => [name, called, dice, point].filter(Boolean).join(" ");
  const placing = [
    { kind: "rolled", seat: 1, data: { dice: [2, 5], roll: 2 } }, placed(1, 23), placed(1, 20), { kind: "turn_ended", seat: 1, data: {} },
    { kind: "rolled", seat: 0, data: { dice: [4, 6], roll: 3 } }, placed(0, 21), placed(0, 19),
  ];
  const lines = untold(told, { ...who, state: { phase_of_game: "placing", opening: [], turn: 0, steps: 0, dice: [] } }, placing);
  assert.deepEqual(lines.slice(0, 2), ["event-rolled-they Boris 2-5", "event-placed-they Boris 23, 20"]);
  assert.equal(lines.at(-1), "event-placed-you Anna 21, 19");
});

test("a spectator hears names only", () => {
  assert.equal(sentence(say, { kind: "rolled", seat: 0, data: { dice: [2, 1] } }, { ...who, you: null }), "Anna: 2-1");
});

test("a limit that ends the game at once is not told apart from its end", () => {
  assert.equal(sentence(say, { kind: "limit_passed", seat: 1, data: { online: false } }, who), "");
  assert.equal(sentence(say, { kind: "limit_passed", seat: 1, data: { online: true } }, who), "Boris late");
});

test("an end is told with its reason, to the players as theirs", () => {
  assert.equal(ending(say, { winner: 0, reason: "claimed" }, who), "you by claim");
  assert.equal(ending(say, { winner: 0, reason: "claimed" }, { ...who, you: null }), "Anna by claim");
  assert.equal(ending(say, { winner: null, reason: "draw_agreed" }, who), "drawn");
});

test("a page just opened says whose turn it is", () => {
  const { snapshot } = data("frames/opening.json");
  assert.equal(standing(say, { ...who, state: snapshot.state }), `you: ${snapshot.state.left.join("-")}`);
  assert.equal(standing(say, { ...who, state: { ...snapshot.state, phase: "over" } }), "");
});

test("a page just opened tells how the game began, ties too, until somebody has had a turn", () => {
  const told = (name, { first = "", a = "", second = "", b = "", name: who = "" } = {}) => [name, first, a, second, b, who].join(" ").trim();
  const state = { phase_of_game: "opening", opening: [[4, 4], [2, 5]], turn: 1, steps: 0 };
  const lines = (more) => beginning(told, { ...who, state: { ...state, ...more } });

  assert.deepEqual(lines({}), ["event-opening-tie Anna 4 Boris 4 Boris", "event-opening Anna 2 Boris 5 Boris"]);
  assert.deepEqual(lines({ phase_of_game: "placing" }), lines({}));
  assert.deepEqual(lines({ opening: [] }), ["event-started     Boris"]);
  assert.deepEqual(lines({ phase_of_game: "moving" }), []);
});

test("between two games of a session it is told who is awaited", () => {
  const told = (name, { name: who = "" } = {}) => `${name} ${who}`.trim();
  const state = (ready) => ({ phase: "live", phase_of_game: "between", ready, turn: 0, left: [], length: null });

  assert.equal(standing(told, { ...who, state: state([false, false]) }), "between-both");
  assert.equal(standing(told, { ...who, state: state([false, true]) }), "between-you Boris");
  assert.equal(standing(told, { ...who, you: null, state: state([true, false]) }), "between-they Boris");
});

test("one who is closed out is not told to roll", () => {
  const { snapshot } = data("frames/opening.json");
  const choices = [[{ kind: "roll", details: { closed_out: true } }], []];
  const told = (name) => name;

  assert.equal(standing(told, { ...who, choices, state: { ...snapshot.state, turn: 0, left: [] } }), "closed-you-only");
});

test("a double is named only where one may double", () => {
  const state = { ...data("frames/opening.json").snapshot.state, turn: 0, left: [] };
  const told = (...mine) => standing((name) => name, { ...who, choices: [mine, []], state });

  assert.equal(told({ kind: "roll" }, { kind: "double" }), "roll-you");
  assert.equal(told({ kind: "roll" }, { kind: "double", code: "crawford" }), "roll-you-only");
  assert.equal(told({ kind: "roll", details: { closed_out: true } }, { kind: "double" }), "closed-you");
});

test("the roll of one who begins by lot is told, an opening roll not twice", () => {
  const state = { phase_of_game: "opening", opening: [], dice: [6, 5], turn: 0, steps: 0 };
  const told = (more) => firstRoll(say, { ...who, state: { ...state, ...more } });

  assert.deepEqual(told({}), ["You: 6-5"]);
  assert.deepEqual(told({ turn: 1 }), ["Boris: 6-5"]);
  assert.deepEqual(told({ opening: [[4, 4], [5, 6]] }), []);
  assert.deepEqual(told({ opening: [[4, 3]], dice: [6, 5] }), ["You: 6-5"]);
  assert.deepEqual([told({ dice: [] }), told({ steps: 1 }), told({ phase_of_game: "moving" })], [[], [], []]);
});

test("a game that counts single is called so, whatever its level", () => {
  const told = (name, { points = "" } = {}) => (name === "game-left-you" ? "" : `${name} ${points}`.trim());
  const game = { winner: 0, level: 3, points: 1, reason: "left" };
  const after = (value, more) => ({ length: null, cube: { value, owner: null }, result_of_game: { ...game, ...more } });

  assert.equal(lastGameText(told, after(1, {})), "last-level-1 1");
  assert.equal(lastGameText(told, after(2, { points: 2 })), "last-level-1 2");
  assert.equal(lastGameText(told, after(2, { points: 6 })), "last-level-3 6");
  assert.equal(lastGameText(told, after(1, { level: 1, reason: "borne_off" })), "");
  assert.equal(lastGameText(told, { ...after(1, {}), length: 1 }), "");
  assert.equal(gameText(told, { ...who, state: after(1, {}) }, game), "game-level-1-you 1");
});

test("times are told on the day's twenty-four hours in every language", () => {
  const evening = new Date(2026, 0, 1, 21, 5, 9).getTime();
  assert.deepEqual(["cs", "en", "en-GB", "en-US"].map((language) => timeOfDay(evening, language)), Array(4).fill("21:05:09"));
});

test("a result says which of the two is a program", () => {
  const bare = (/** @type {string} */ key, /** @type {any} */ values = {}) => (key === "named-bot" ? `${values.name} (bot)` : values.winner ?? "");
  const result = { winner: 1, reason: "borne_off", limit_at: null };
  assert.equal(resultText({ result, names: ["Anna", "Robot"], bots: [false, true], you: null }, bare, "cs"), "Robot (bot)");
});

test("a result names the limit that passed", () => {
  const result = { winner: 0, reason: "claimed", limit_at: 0, ratings: [] };
  assert.match(resultText({ result, ...who }, say, "cs"), /^you by claim at \d{2}:\d{2}:00/);
  assert.equal(resultText({ result: { ...result, limit_at: null }, ...who }, say, "cs"), "you by claim");
});

test("a result leads to the page that explains it", () => {
  assert.equal(resultUrl("/zmena/0/", 4711), "/zmena/4711/");
});

test("a challenge tells of Crawford only where there is a cube, and of a reserve without a delay alone", () => {
  const row = { id: 1, bots: [false, false], length: 5, options: { crawford: false }, control: { kind: "per_turn", limit_ms: 60000, past_limit: "claim", idle_ms: null }, limit: 60000 };
  const words = { say: (name) => name, rulesets: {}, language: "en" };
  const told = (other) => challengeRows({ you: null, challenges: [{ ...row, ...other }] }, words).open[0].texts.limit;
  assert.equal(told({ ruleset: "nasazovani" }), "length-5 · control-per_turn");
  assert.equal(told({ ruleset: "standard" }), "length-5 · option-no-crawford · control-per_turn");
  const reserve = { ...row.control, kind: "delay", limit_ms: 0, reserve_ms: 120000 };
  assert.equal(told({ ruleset: "nasazovani", control: reserve }), "length-5 · control-reserve");
});

test("rating changes carry a sign", () => {
  assert.equal(change("1500.0", "1504.4", "en"), "+4.4");
  assert.equal(change("1512.3", "1507.8", "en"), "−4.5");
  assert.equal(decimalText("1504.4", "cs"), "1504,4");
  assert.equal(decimalText(null, "cs"), "");
});

test("steps of one checker are one arrow", () => {
  assert.deepEqual(joined([[24, 23, false], [23, 18, false], [13, 9, false]]), [[24, 18], [13, 9]]);
  assert.deepEqual(joined([[24, 23, true], [23, 18, false]]), [[24, 23], [23, 18]]);
});

test("challenges are sorted by whose they are", () => {
  const row = { challenger_id: 2, challenger: "Boris", rating: "1500.0", target_id: null, target: null, ruleset: "vrhcaby", rated: true, limit: 60000, asking: false, bots: [false, false] };
  const frame = { you: 1, challenges: [{ ...row, id: 1 }, { ...row, id: 2, target_id: 1, target: "Anna" }, { ...row, id: 3, challenger_id: 1 }] };
  const found = challengeRows(frame, { say, rulesets: { vrhcaby: "Vrhcáby" }, language: "en" });
  assert.deepEqual([found.open[0].id, found.to_me[0].id, found.mine[0].id], [1, 2, 3]);
  assert.deepEqual(found.open[0].flags, ["rated", "accept"]);
  assert.deepEqual(found.to_me[0].flags, ["target", "rated", "accept", "decline"]);
  assert.deepEqual(found.mine[0].flags, ["rated", "withdraw"]);
  assert.equal(found.open[0].texts.ruleset, "Vrhcáby");
});

test("own games tell whose move it is", () => {
  const row = { ruleset: "vrhcaby", length: 1, score: [0, 0], match: 5, member_ids: [1, 2], names: ["Anna", "Boris"], ratings: [null, "1500.0"], rated: false, turn: 0, pips: [167, 160], bots: [false, false] };
  const found = matchRows({ you: 1, live: [row, { ...row, match: 6, member_ids: [3, 4] }] }, "en");
  assert.deepEqual(found.mine.map(({ id, classes }) => [id, classes]), [[5, ["to-move"]]]);
  assert.deepEqual(found.others.map(({ id }) => id), [6]);
});

test("a match of the lobby tells what is played, how long, and where it stands", () => {
  const told = (name) => name;
  const words = { say: told, rulesets: { standard: "Backgammon", vrhcaby: "Vrhcáby" }, single: ["vrhcaby"] };
  const base = { match: 5, member_ids: [1, 2], names: ["A", "B"], ratings: [null, null], pips: [167, 167], rated: true, turn: 0, bots: [false, false] };
  const texts = (row) => matchRows({ you: 1, live: [{ ...base, ...row }] }, "en", words).mine[0];

  assert.deepEqual(["ruleset", "size"].map((key) => texts({ ruleset: "standard", length: 5, score: [2, 1] }).texts[key]), ["Backgammon", "length-5 · 2:1"]);
  assert.equal(texts({ ruleset: "standard", length: null, score: [0, 4] }).texts.size, "length-money · 0:4");
  assert.equal(texts({ ruleset: "standard", length: 1, score: [0, 0] }).texts.size, "length-1");
  assert.ok(!texts({ ruleset: "vrhcaby", length: 1, score: [0, 0] }).flags.includes("size"));
});

test("one cannot challenge oneself from the list", () => {
  const rows = memberRows({ you: 1, members: [{ id: 1, name: "Anna", rating: null, playing: true }, { id: 2, name: "Boris", rating: null, playing: false }] }, "en");
  assert.deepEqual(rows.map(({ flags }) => flags), [["playing"], ["other"]]);
});

test("limits and questions count in whole seconds", () => {
  assert.deepEqual([30000, 60000, 90000, 120000].map((ms) => limitText(ms, say)), ["30 s", "60 s", "90 s", "2 min"]);
  assert.equal(secondsLeft(10500, 10000), 1);
  assert.equal(secondsLeft(10000, 10500), 0);
});

test("what was chosen in this browser comes before the member's wishes, one choice at a time", () => {
  const kept = new Map();
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.equal(settings.load({ pace: "slow" }, store).pace, "slow");
  settings.save("direction", "left", store);
  const now = settings.load({ pace: "fast", direction: "right" }, store);
  assert.deepEqual([now.pace, now.direction, now.layout], ["fast", "left", "auto"]);
  kept.set("board", "not json");
  assert.equal(settings.load({}, store).direction, "right");
});

test("each sound can be muted, and all of them", () => {
  const store = { getItem: () => null, setItem: () => {} };
  const chosen = settings.load({ "sound-dice": "off" }, store);
  assert.deepEqual(["dice", "hit"].map((kind) => settings.mayHear(chosen, kind)), [false, true]);
  assert.equal(settings.mayHear({ ...chosen, sound: "off" }, "hit"), false);
});

test("a challenge tells what happens when time is over, online and offline", () => {
  const told = (name, values) => (values ? `${name}(${values.time ?? Object.values(values)[0]})` : name);
  const control = { past_limit: "claim", offline: "loss", cost: "game", vacation: 0, idle_ms: 36000000 };

  assert.equal(expiryText(control, told), "expiry-absent expiry-idle(hours(10))");
  assert.equal(expiryText({ ...control, offline: "claim", idle_ms: null }, told), "expiry-claim");
  assert.equal(expiryText({ ...control, past_limit: "loss", cost: "match", idle_ms: null }, told), "expiry-loss-match");
  assert.equal(expiryText({ ...control, past_limit: "loss", vacation: 3, idle_ms: null }, told), "expiry-loss-game expiry-vacation");
});

test("a clock that an official held is not told as an interruption", () => {
  const credit = (ms) => ({ seq: 1, kind: "clock_credited", at: 0, seat: null, data: { since: 0, ms, cause: "official" } });
  const say = (key) => key;

  assert.deepEqual(sentences(say, [credit(1), credit(60000)], { names: ["Anna", "Boris"], you: 0 }), ["event-clock_stopped", "event-clock_goes_on"]);
});

test("an interruption made good in several parts is told once", () => {
  const credit = (ms, cause) => ({ seq: 1, kind: "clock_credited", at: 0, seat: null, data: { since: 0, ms, cause } });
  const say = (key) => (key.startsWith("event-clock_credited") ? "The service was away." : "");
  const told = sentences(say, [credit(30, "outage"), credit(5, "instance"), credit(0, "instance")], { names: ["Anna", "Boris"], you: 0 });

  assert.deepEqual(unsaid(say, told, null), ["The service was away."]);
  assert.deepEqual(unsaid(say, ["The service was away.", "Anna rolls."], "The service was away."), ["Anna rolls."]);
  assert.deepEqual(unsaid(say, ["a", "b", "a"], "b"), ["a", "b", "a"]);
});

test("the same step twice is told twice", () => {
  const [line] = sentences(say, [stepped(0, 24, 18)], who);

  assert.deepEqual(unsaid(say, [line], line), [line]);
});
