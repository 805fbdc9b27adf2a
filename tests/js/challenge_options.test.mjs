import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { ratedBox, shownParts } = await load("challenge_options.js");
const standard = ["points", "cube", "gammons", "opening"];
const sorted = (parts) => [...parts].sort();

test("a ruleset of one game has no length and no options of money", () => {
  assert.deepEqual(sorted(shownParts({ traits: [""], length: "money", control: "live" })), ["live"]);
});

test("the Crawford game is asked about in longer matches only", () => {
  assert.ok(!shownParts({ traits: standard, length: "1", control: "live" }).has("crawford"));
  assert.ok(shownParts({ traits: standard, length: "7", control: "live" }).has("crawford"));
});

test("a money session has its own options, and each control its own times", () => {
  const parts = shownParts({ traits: standard, length: "money", control: "delay" });
  assert.deepEqual(sorted(parts), ["delay", "gammons", "money", "opening", "points", "unrated"]);
});

test("a game without a cube has a length, and neither Crawford nor the options of money", () => {
  assert.deepEqual(sorted(shownParts({ traits: ["points"], length: "5", control: "live" })), ["live", "points"]);
  assert.deepEqual(sorted(shownParts({ traits: ["points"], length: "money", control: "live" })), ["live", "points", "unrated"]);
});

test("the wish for a rated game outlives a look at money", () => {
  const once = ratedBox({ checked: true, wish: null }, true);
  assert.equal(once.checked, false);
  assert.equal(ratedBox(ratedBox(once, true), false).checked, true);
});

test("an unrated game stays unrated after a look at money", () => {
  assert.deepEqual(ratedBox(ratedBox({ checked: false, wish: null }, true), false), { checked: false, wish: null });
});
