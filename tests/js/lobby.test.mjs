import assert from "node:assert/strict";
import { test } from "node:test";

import { missedMatch } from "../../games/static/games/js/lobby_rows.js";

const row = (match, since, ids = [1, 2]) => ({ match, since, member_ids: ids });
const frame = (now, ...live) => ({ now, you: 1, live });

test("an own match that began since the last frame was missed", () => {
  assert.equal(missedMatch(frame(100), frame(200, row(7, 150), row(8, 160))), 8);
});

test("a match known before, one of others and a guest's none are not gone to", () => {
  assert.equal(missedMatch(frame(100, row(7, 50)), frame(200, row(7, 50))), null);
  assert.equal(missedMatch(frame(100), frame(200, row(7, 150, [2, 3]))), null);
  assert.equal(missedMatch(frame(100), { ...frame(200, row(7, 150)), you: null }), null);
});
