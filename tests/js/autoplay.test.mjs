import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { byItself, meets } = await load("autoplay.js");

const ASK = { only: "tap", bear: "tap" };

/** @param {Record<number, number>} points checkers by point */
const board = (points) => Array.from({ length: 26 }, (_, point) => points[point] ?? 0);

/** @param {Record<number, number>} own @param {Record<number, number>} their @param {any[]} steps */
const table = (own, their, steps) => ({ you: 0, state: { boards: [board(own), board(their)] }, legal: { steps, paths: [] } });

const race = (steps) => table({ 6: 2, 3: 1 }, { 18: 1 }, steps);

test("nothing is played by itself unless that was chosen", () => {
  assert.equal(byItself(race([[6, 0, 6, false]]), ASK), null);
});

test("an only step is played by itself where that was chosen, whatever it is", () => {
  const only = [[13, 7, 6, false]];
  assert.deepEqual(byItself(table({ 13: 1 }, { 24: 1 }, only), { ...ASK, only: "auto" }), only[0]);
  assert.equal(byItself(table({ 13: 1 }, { 24: 1 }, [...only, [13, 8, 5, false]]), { ...ASK, only: "auto" }), null);
});

test("a checker is borne off by itself, never moved instead", () => {
  const wishes = { ...ASK, bear: "auto" };
  assert.deepEqual(byItself(race([[6, 3, 3, false], [3, 0, 3, false]]), wishes), [3, 0, 3, false]);
  assert.equal(byItself(race([[6, 4, 2, false], [3, 1, 2, false]]), wishes), null);
});

test("a die bears off its own point before a larger one is spent, the larger die first", () => {
  const wishes = { ...ASK, bear: "auto" };
  assert.deepEqual(byItself(race([[3, 0, 6, false], [3, 0, 3, false]]), wishes), [3, 0, 3, false]);
  assert.deepEqual(byItself(race([[3, 0, 3, false], [6, 0, 6, false]]), wishes), [6, 0, 6, false]);
  assert.deepEqual(byItself(race([[2, 0, 4, false], [2, 0, 5, false]]), wishes), [2, 0, 5, false]);
});

test("while somebody can still be hit the player chooses himself", () => {
  const steps = [[6, 0, 6, false], [6, 3, 3, false]];
  assert.equal(byItself(table({ 6: 2 }, { 20: 1 }, steps), { ...ASK, bear: "auto" }), null);
  assert.equal(byItself(table({ 6: 2 }, { 25: 1 }, steps), { ...ASK, bear: "auto" }), null);
});

test("sides meet as long as one has a checker behind one of the other", () => {
  assert.equal(meets([board({ 6: 1 }), board({ 20: 1 })], 0), true);
  assert.equal(meets([board({ 6: 1 }), board({ 18: 1 })], 0), false);
  assert.equal(meets([board({ 6: 1 }), board({ 18: 1 })], 1), false);
  assert.equal(meets([board({ 25: 1 }), board({ 1: 1 })], 0), true);
});
