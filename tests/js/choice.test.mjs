import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { NONE, onlyWayTo, origins, tap, targets } = await load("board/choice.js");

const S = (from, to, die, hit = false) => [from, to, die, hit];
const LEGAL = {
  steps: [S(24, 18, 6), S(13, 7, 6), S(13, 8, 5), S(8, 3, 5, true), S(8, 2, 6)],
  paths: [[13, 2, [S(13, 7, 6), S(7, 2, 5)]], [13, 2, [S(13, 8, 5), S(8, 2, 6)]]],
};
const held = (point, die = null) => ({ selected: point, die });

test("checkers that may move are those the server names", () => {
  assert.deepEqual([...origins(LEGAL)], [24, 13, 8]);
});

test("the first tap takes a checker, the second plays it", () => {
  const first = tap(LEGAL, NONE, 13);
  assert.deepEqual(first, { choice: held(13), steps: [] });
  assert.deepEqual(tap(LEGAL, first.choice, 7), { choice: NONE, steps: [S(13, 7, 6)] });
});

test("targets include combined ones, and tell what hits", () => {
  assert.deepEqual(targets(LEGAL, 13).map(({ to, steps }) => [to, steps.length]), [[7, 1], [8, 1], [2, 2]]);
  assert.deepEqual(targets(LEGAL, 8).filter(({ hit }) => hit).map(({ to }) => to), [3]);
});

test("the chosen die goes first in a combined move", () => {
  assert.deepEqual(tap(LEGAL, held(13, 5), 2).steps, [S(13, 8, 5), S(8, 2, 6)]);
  assert.deepEqual(tap(LEGAL, held(13, 6), 2).steps, [S(13, 7, 6), S(7, 2, 5)]);
});

test("a target alone is enough when one checker can reach it", () => {
  assert.deepEqual(tap(LEGAL, NONE, 18).steps, [S(24, 18, 6)]);
  assert.deepEqual(onlyWayTo(LEGAL, 3), S(8, 3, 5, true));
  const two = { steps: [S(8, 5, 3), S(6, 5, 1)], paths: [] };
  assert.equal(onlyWayTo(two, 5), null);
  assert.deepEqual(tap(two, NONE, 5).steps, []);
});

test("a point that can both be left and reached is taken first", () => {
  assert.deepEqual(tap(LEGAL, NONE, 8), { choice: held(8), steps: [] });
});

test("a tap elsewhere takes another checker, or lets go", () => {
  assert.deepEqual(tap(LEGAL, held(13), 24).choice, held(24));
  assert.deepEqual(tap(LEGAL, held(24), 1), { choice: NONE, steps: [] });
});

test("the second tap on a checker plays the chosen die, or the only one that moves it", () => {
  assert.deepEqual(tap(LEGAL, held(13, 5), 13).steps, [S(13, 8, 5)]);
  assert.deepEqual(tap(LEGAL, held(24), 24).steps, [S(24, 18, 6)]);
  assert.deepEqual(tap(LEGAL, held(13), 13), { choice: NONE, steps: [] });
});

test("an only legal step is one tap, at either end", () => {
  const one = { steps: [S(6, 1, 5)], paths: [] };
  assert.deepEqual(tap(one, NONE, 6).steps, [S(6, 1, 5)]);
  assert.deepEqual(tap(one, NONE, 1).steps, [S(6, 1, 5)]);
  assert.deepEqual(tap(one, NONE, 9).steps, []);
});
