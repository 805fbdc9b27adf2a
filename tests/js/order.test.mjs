import assert from "node:assert/strict";
import { test } from "node:test";

import { moved, placeByKey } from "../../ladder/static/ladder/js/order.js";

test("a line is moved up, down and to the ends", () => {
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, 1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, 9), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 1, -1), ["b", "a", "c"]);
});

test("arrows and Home and End say where; other keys say nothing", () => {
  assert.equal(placeByKey("ArrowUp", 0, 3), 0);
  assert.equal(placeByKey("ArrowUp", 2, 3), 1);
  assert.equal(placeByKey("ArrowDown", 2, 3), 2);
  assert.equal(placeByKey("Home", 2, 3), 0);
  assert.equal(placeByKey("End", 0, 3), 2);
  assert.equal(placeByKey("a", 1, 3), null);
});
