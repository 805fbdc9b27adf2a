import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { positionId, touched } = await load("position_id.js");
const counts = (points) => Array.from({ length: 26 }, (_, point) => points[point] ?? 0);
const start = counts({ 24: 2, 13: 5, 8: 3, 6: 5 });

test("the start and a position on the bar have the ids that GNU Backgammon gives them", () => {
  assert.equal(positionId(start, start), "4HPwATDgc/ABMA");
  assert.equal(positionId(counts({}), counts({})), "AAAAAAAAAAAAAA");
  assert.equal(positionId(counts({ 12: 1 }), counts({ 24: 2, 23: 2 })).length, 14);
});

test("a touch adds and takes away, and never puts both colours on one point", () => {
  const position = { own: counts({ 6: 1, 0: 14 }), their: counts({ 1: 1, 0: 14 }), checkers: 15 };
  assert.equal(touched(position, 6, "own+").own[6], 2);
  assert.equal(touched(position, 6, "-").own[6], 0);
  assert.equal(touched(position, 24, "own+"), "other");
  assert.equal(touched(position, 24, "-").their[1], 0);
  assert.equal(touched(position, 20, "their+").their[5], 1);
  assert.equal(touched(position, 6, "their+"), "other");
  assert.equal(touched({ ...position, own: start }, 3, "own+"), "full");
  assert.equal(touched(position, 20, "-"), "none");
  assert.equal(touched(position, 0, "own+"), null);
});
