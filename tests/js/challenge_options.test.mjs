import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { shownParts } = await load("challenge_options.js");
const standard = ["points", "cube", "gammons", "opening"];
const sorted = (parts) => [...parts].sort();

test("a game without a cube has no length and no options of money", () => {
  assert.deepEqual(sorted(shownParts({ traits: [""], length: "money", control: "live" })), ["live"]);
});

test("the Crawford game is asked about in longer matches only", () => {
  assert.ok(!shownParts({ traits: standard, length: "1", control: "live" }).has("crawford"));
  assert.ok(shownParts({ traits: standard, length: "7", control: "live" }).has("crawford"));
});

test("a money session has its own options, and each control its own times", () => {
  const parts = shownParts({ traits: standard, length: "money", control: "delay" });
  assert.deepEqual(sorted(parts), ["delay", "gammons", "money", "opening", "points"]);
});
