import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { becameUrgent, leftAt, mayClaim, timeText } = await load("clock.js");
const { controlsOf } = await load("controls.js");
const { awaySeconds } = await load("seats.js");

const clock = { seat: 1, kind: "step", left: 5000, limit: 60000, claimable: false, paused: false, heard: 100 };
const table = {
  clock, you: 0, presence: [], rematch: null, moved: null,
  state: { phase: "live", turn: 1, offer: null, draw: [{ code: "not_your_turn", needs: 0 }, { code: null, needs: 0 }] },
};

test("time runs from when the frame was heard, and stops at nothing", () => {
  assert.equal(leftAt(clock, 100), 5000);
  assert.equal(leftAt(clock, 1100), 4000);
  assert.equal(leftAt(clock, 99999), 0);
  assert.equal(leftAt({ ...clock, paused: true }, 99999), 5000);
});

test("the claim is offered at the very moment, not before", () => {
  assert.equal(mayClaim(table, 5099), false);
  assert.equal(mayClaim(table, 5100), true);
});

test("there is no claim on one's own time, on an answer, on a paused clock, by a spectator, after the end", () => {
  const wrong = [
    { ...table, you: 1 },
    { ...table, you: null },
    { ...table, clock: null },
    { ...table, clock: { ...clock, kind: "offer" } },
    { ...table, clock: { ...clock, paused: true } },
    { ...table, state: { ...table.state, phase: "over" } },
  ];
  wrong.forEach((one) => assert.equal(mayClaim(one, 99999), false));
});

test("a clock that the server calls claimable is", () => {
  assert.equal(mayClaim({ ...table, clock: { ...clock, left: 0, claimable: true } }, 100), true);
});

test("time reads as people say it", () => {
  assert.deepEqual([0, 1, 1000, 59001, 99000, 100000, 3600000].map(timeText), ["0", "1", "1", "60", "99", "1:40", "1:00:00"]);
});

test("the last ten seconds begin once", () => {
  const long = { ...clock, left: 10500 };
  assert.equal(becameUrgent(long, 100, 500), false);
  assert.equal(becameUrgent(long, 500, 700), true);
  assert.equal(becameUrgent(long, 700, 900), false);
});

test("buttons follow the table", () => {
  const mine = { ...table, you: 1 };
  assert.equal(controlsOf(mine, 100).draw.code, null);
  assert.equal(controlsOf(table, 100).draw.code, "not_your_turn");
  assert.equal(controlsOf(mine, 99999).late, true);
  const offered = { ...table, state: { ...table.state, offer: { seat: 1 } } };
  assert.equal(controlsOf(offered, 100).offer, "answer");
  assert.equal(controlsOf({ ...offered, you: 1 }, 100).offer, "waiting");
  const over = { ...table, state: { ...table.state, phase: "over" } };
  assert.equal(controlsOf(over, 100).playing, false);
  assert.equal(controlsOf(over, 100).rematch, "offer");
  assert.equal(controlsOf({ ...over, rematch: { challenge: 1, from: 1 } }, 100).rematch, "accept");
  assert.equal(controlsOf({ ...over, rematch: { challenge: 1, from: 0 } }, 100).rematch, "offered");
  assert.equal(controlsOf({ ...over, you: null }, 100).rematch, null);
});

test("how long somebody is away is counted by the server's clock", () => {
  const away = { now: 50000, heard: 100, presence: [{ online: true, since: 0 }, { online: false, since: 40000 }] };
  assert.equal(awaySeconds(away, 1, 2100), 12);
  assert.equal(awaySeconds(away, 0, 2100), 0);
});
