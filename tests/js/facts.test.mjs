import assert from "node:assert/strict";
import { test } from "node:test";

import { data, load } from "./frames.mjs";

const { evolve, pips } = await load("facts.js");
const { lines, stops } = await load("history.js");
const { lying } = await load("dice.js");

const match = data("frames/match.json");

test("the events of a whole match lead to the server's position", () => {
  const all = stops(match);
  const end = all.at(-1).state;

  assert.deepEqual(end.boards, match.end.boards);
  assert.equal(end.winner, match.end.winner);
  assert.equal(end.reason, match.end.reason);
  assert.deepEqual(end.last, match.end.last);
});

test("no checker is lost or made on the way", () => {
  stops(match).forEach(({ state }) => state.boards.forEach((board) => assert.equal(board.reduce((a, b) => a + b, 0), 15)));
});

test("each frame of the server is the one before with its events", () => {
  const { snapshot, frames } = data("frames/opening.json");
  let state = snapshot.state;
  frames.forEach((frame) => {
    state = frame.events.reduce(evolve, state);
    ["boards", "turn", "dice", "left", "roll", "steps", "passes", "last", "last_seat"].forEach((key) => assert.deepEqual(state[key], frame.state[key], `${frame.version} ${key}`));
    state = frame.state;
  });
});

test("a hit sends the other checker to the bar", () => {
  const boards = [Array(26).fill(0), Array(26).fill(0)];
  boards[0][8] = 1;
  boards[1][20] = 1;
  const state = { boards, dice: [3, 1], left: [3, 1], steps: 0, last: [], last_seat: 1, turn: 0 };

  const after = evolve(state, { kind: "stepped", seat: 0, data: { origin: 8, target: 5, die: 3, hit: true } });

  assert.equal(after.boards[0][5], 1);
  assert.equal(after.boards[1][20], 0);
  assert.equal(after.boards[1][25], 1);
  assert.deepEqual(after.left, [1]);
  assert.deepEqual(after.last, [[8, 5, true]]);
});

test("pips count the bar as 25", () => {
  const board = Array(26).fill(0);
  board[25] = 1;
  board[6] = 2;
  assert.equal(pips(board), 37);
});

test("the list of a replay has a line for every roll, and all stops in order", () => {
  const all = stops(match);
  const found = lines(all);
  const rolls = match.events.filter(({ kind }) => kind === "rolled").length;

  assert.equal(found.length, rolls);
  assert.deepEqual(found.map(({ move }) => move), found.map((_, index) => index + 1));
  assert.deepEqual(found.flatMap((line) => line.stops), all.map((_, index) => index).slice(1));
});

test("a double lies as four dice, the played ones faded first to last", () => {
  assert.deepEqual(lying([4, 4], [4, 4, 4]).map(({ used }) => used), [false, false, false, true]);
  assert.deepEqual(lying([6, 5], [5]), [{ value: 6, used: true }, { value: 5, used: false }]);
});
