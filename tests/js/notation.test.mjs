import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { typed } = await load("board/notation.js");
const { legalAfter } = await load("compose.js");

const S = (from, to, die, hit = false) => [from, to, die, hit];
const LEGAL = {
  steps: [S(24, 18, 6), S(13, 7, 6), S(13, 8, 5), S(8, 3, 5, true), S(8, 2, 6)],
  paths: [[13, 2, [S(13, 7, 6), S(7, 2, 5)]], [13, 2, [S(13, 8, 5), S(8, 2, 6)]]],
};

test("moves may be typed", () => {
  const home = { steps: [S(25, 20, 5), S(6, 0, 6)], paths: [] };
  assert.deepEqual(typed(LEGAL, "13/7"), [S(13, 7, 6)]);
  assert.deepEqual(typed(LEGAL, " 8/3* "), [S(8, 3, 5, true)]);
  assert.deepEqual(typed(LEGAL, "13/8/2"), [S(13, 8, 5), S(8, 2, 6)]);
  assert.deepEqual(typed(LEGAL, "13/2", 5), [S(13, 8, 5), S(8, 2, 6)]);
  assert.deepEqual(typed(home, "bar/20"), [S(25, 20, 5)]);
  assert.deepEqual(typed(home, "6/OFF"), [S(6, 0, 6)]);
  ["13/6", "13", "a/b", "99/1", "", "13/7/2/1"].forEach((text) => assert.equal(typed(LEGAL, text), null, text));
});

/** The bar first: 5-3 with one checker on it, then 8/3 or 20/15 with the five, 22/17. */
const graph = [
  [[25, 20, 5, false, 1], [25, 22, 3, false, 2]],
  [[6, 3, 3, true, 3], [20, 17, 3, false, 3]],
  [[8, 3, 5, true, 3], [22, 17, 5, false, 3]],
  [],
];
const after = (draft) => (steps) => legalAfter(graph, [...draft, ...steps]);
const turn = (text, draft = []) => typed(legalAfter(graph, draft), text, null, after(draft));

test("a whole turn may be typed, in any order, with or without its roll", () => {
  const steps = [S(25, 22, 3), S(8, 3, 5, true)];
  for (const text of ["bar/22 8/3*", "8/3 bar/22", "53: b/22, 8/3", "5-3: 25/22 8/3"]) assert.deepEqual(turn(text), steps, text);
  assert.deepEqual(turn("bar/20/17"), [S(25, 20, 5), S(20, 17, 3)]);
  assert.deepEqual(turn("bar/17"), [S(25, 20, 5), S(20, 17, 3)]);
  assert.deepEqual(turn("8/3", [S(25, 22, 3)]), [S(8, 3, 5, true)]);
  for (const text of ["bar/22 6/3", "bar/22 8/3 6/1", "8/3 6/3", "bar/22 8/3 zz", "bar/22(2)", "bar/22(9)"]) assert.equal(turn(text), null, text);
});

test("four steps of a double are told by how often", () => {
  const fours = [[[8, 4, 4, false, 1]], [[8, 4, 4, false, 2]], [[6, 2, 4, false, 3]], [[6, 2, 4, false, 4]], []];
  const steps = [S(8, 4, 4), S(8, 4, 4), S(6, 2, 4), S(6, 2, 4)];
  const all = typed(legalAfter(fours, []), "6/2(2) 8/4(2)", null, (played) => legalAfter(fours, played));
  assert.deepEqual(all, steps);
});

test("where steps are sent one by one, those after the first are looked up later", () => {
  assert.deepEqual(typed(LEGAL, "8/3 24/18"), [S(8, 3, 5, true), S(24, 18, 0)]);
  assert.deepEqual(typed(LEGAL, "6/off 8/2/1"), null);
  assert.deepEqual(typed(LEGAL, "6/off 13/7"), [S(13, 7, 6), S(6, 0, 0)]);
  assert.deepEqual(typed(LEGAL, "13/7 9/5/2"), [S(13, 7, 6), S(9, 5, 0), S(5, 2, 0)]);
});
