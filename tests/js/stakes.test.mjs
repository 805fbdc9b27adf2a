import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { askedText, decides, drawText, leaveText, levelText, levelsText, resignText } = await load("stakes.js");

/** Words that show which phrase was taken, and with what. */
const say = (name, values = {}) => [name, ...Object.entries(values).map(([key, value]) => `${key}=${value}`)].join(" ");

/** The viewer has none of three points, his opponent two. @param {object} [state] @param {object} [more] */
function table(state = {}, more = {}) {
  return {
    you: 0, rated: true, clock: { control: { cost: "game" } }, choices: [[{ kind: "leave", details: { points: 3 } }, { kind: "resign", details: { points: 1 } }], []],
    state: { phase: "live", length: 3, score: [0, 2], cube: { value: 1, owner: null }, offer: null, ...state }, ...more,
  };
}

const early = { score: [0, 0], length: 7 };

test("a game is the last when its winner reaches the length; alone it always is; in a session never", () => {
  assert.equal(decides(table().state, 1, 1), true);
  assert.equal(decides(table().state, 0, 2), false);
  assert.equal(decides(table().state, 0, 3), true);
  assert.equal(decides(table({ length: 1 }).state, 0, 1), true);
  assert.equal(decides(table({ length: null, score: [0, 99] }).state, 1, 9), false);
});

test("leaving says whether the match goes on, or is lost and rated", () => {
  assert.equal(leaveText(table(), say), "leave-last points=3 length=3 ends-rated");
  assert.equal(leaveText(table({}, { rated: false }), say), "leave-last points=3 length=3");
  assert.equal(leaveText(table(early), say), "leave-game points=3 length=7");
  assert.equal(leaveText(table({ score: [2, 0] }), say), "leave-last points=3 length=3 ends-rated");
  assert.equal(leaveText(table(early, { clock: { control: { cost: "match" } } }), say), "leave-match points=3 length=7 ends-rated");
});

test("leaving a session ends it, between its games without a loss", () => {
  assert.equal(leaveText(table({ length: null }), say), "leave-session points=3");
  assert.equal(leaveText(table({ length: null, phase_of_game: "between" }, { choices: [[{ kind: "leave" }], []] }), say), "leave-between");
});

test("a game that is the whole match is told by the page itself", () => {
  assert.equal(leaveText(table({ length: 1 }), say), "");
  assert.equal(resignText(table({ length: 1 }), say), "");
});

test("resigning at once says whether the match is lost by it", () => {
  assert.equal(resignText(table(), say), "resign-now-last points=1 length=3 ends-rated");
  assert.equal(resignText(table(early), say), "resign-now points=1 length=7");
  assert.equal(resignText(table({}, { choices: [[{ kind: "resign", code: "game_over" }], []] }), say), "");
});

test("every level of a resignation says whether it may lose the match", () => {
  const tied = table({ score: [0, 1], cube: { value: 1, owner: null } });
  assert.equal(levelText(tied, 1, say), "resign-level-1 points=1");
  assert.equal(levelText(tied, 2, say), "resign-level-last text=resign-level-2 points=2");
  assert.equal(levelText(table({ score: [0, 1], cube: { value: 2, owner: 0 } }), 1, say), "resign-level-last text=resign-level-1 points=2");
  assert.equal(levelsText(tied, [1, 2], say), "resign-can points=2 ends-rated");
  assert.equal(levelsText(tied, [1], say), "resign-can points=1");
});

test("dropping at match point says that the match is lost", () => {
  const doubled = (value, more = {}) => table({ offer: { kind: "double", seat: 1, value, level: null }, ...more });
  assert.equal(askedText(doubled(2), "cube", say, "B"), "cube-double name=B value=2 stake=1 points=1 cube-drop-last ends-rated");
  assert.equal(askedText(doubled(2, early), "cube", say, "B"), "cube-double name=B value=2 stake=1 points=1");
  assert.equal(askedText(doubled(4, { ...early, score: [0, 5] }), "cube", say, "B"), "cube-double name=B value=4 stake=2 points=1 cube-drop-last ends-rated");
  assert.equal(askedText(doubled(2), "cube-waiting", say, "B"), "cube-waiting-double name=B value=2 stake=1 points=1");
});

test("accepting a resignation says whether it wins the match", () => {
  const offered = (score) => table({ offer: { kind: "resign", seat: 1, level: 2, value: null }, score });
  assert.equal(askedText(offered([1, 0]), "resign", say, "B"), "resign-2 name=B value=0 stake=0 points=2 resign-accept-last ends-rated");
  assert.equal(askedText(offered([0, 2]), "resign", say, "B"), "resign-2 name=B value=0 stake=0 points=2");
});

test("a draw ends the match, which is rated or not", () => {
  assert.equal(drawText(table({ length: 1 }), say, "B"), "offer-answer name=B ends-rated");
  assert.equal(drawText(table({ length: 1 }, { rated: false }), say, "B"), "offer-answer name=B");
});
