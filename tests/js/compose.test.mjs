import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { added, legalAfter, nodeOf, turnFields, whole } = await load("compose.js");
const { createSession } = await load("session.js");
const { isWhole, legalNow, mayStep, shown } = await load("state.js");
const { turnOf } = await load("turn.js");
const { cubeOf } = await load("board/cube.js");
const { stops, lines } = await load("history.js");
const { evolve } = await load("facts.js");

const counts = (points) => Array.from({ length: 26 }, (_, point) => points[point] ?? 0);
/** Checkers on 13 and 8, roll 3-1, by hand: node 0 now, 1 and 2 after one die, 3 and 4 whole turns. */
const graph = [
  [[13, 10, 3, false, 1], [13, 12, 1, false, 2], [8, 5, 3, false, 5]],
  [[10, 9, 1, true, 3]],
  [[12, 9, 3, true, 3], [8, 5, 3, false, 4]],
  [],
  [],
  [],
];
const clock = { seat: 0, kind: "turn", left: 60000, limit: 60000, claimable: false, paused: false };
const state = {
  phase: "live", turn: 0, boards: [counts({ 13: 1, 8: 1 }), counts({ 16: 1, 6: 2 })], dice: [3, 1], left: [3, 1], roll: 4, steps: 0, passes: 0,
  offer: null, draw: [], winner: null, reason: null, last: [], last_seat: null, length: 3, score: [1, 0], game: 2, crawford: "before",
  cube: { value: 1, owner: null, live: true, dead: [false, false] }, hand: [0, 0], holds: [false, false], ready: [false, false],
  phase_of_game: "moving", opening: [], result_of_game: null,
};
const legal = { steps: graph[0].map((edge) => edge.slice(0, 4)), paths: [], graph };
const snapshot = {
  type: "snapshot", match: 7, version: 10, now: 0, you: 0, names: ["Anna", "Boris"], ratings: [null, null], state, legal, clock,
  presence: [], spectators: 0, result: null, choices: [[{ kind: "roll", code: "already_rolled" }], []],
};
const noRoll = { ...state, dice: [], left: [] };

function talk(frame = snapshot) {
  const sent = [];
  const session = createSession({ match: 7, changed: () => {}, now: () => 0, token: () => "id" });
  session.use({ send: (one) => { sent.push(one); return true; } });
  session.take(frame);
  return { session, sent };
}

const only = (table) => (table.legal.steps.length === 1 ? table.legal.steps[0] : null);

test("a draft is a walk through the graph, and nothing else is taken", () => {
  assert.equal(nodeOf(graph, []), 0);
  assert.equal(nodeOf(graph, [[13, 10, 3, false]]), 1);
  assert.equal(nodeOf(graph, [[6, 5, 1, false]]), null);
  assert.deepEqual(added(graph, [], [[13, 12, 1, false], [6, 3, 3, false]]), [[13, 12, 1, false]]);
  assert.equal(nodeOf(null, []), null);
});

test("what may be added, and both dice with one checker as one move", () => {
  const { steps, paths } = legalAfter(graph, []);
  assert.deepEqual(steps, legal.steps);
  assert.deepEqual(paths.map(([from, to]) => [from, to]), [[13, 9], [13, 9]]);
  assert.deepEqual(legalAfter(graph, [[13, 10, 3, false]]).steps, [[10, 9, 1, true]]);
});

test("only where nothing more may be played is the turn whole", () => {
  assert.equal(whole(graph, []), false);
  assert.equal(whole(graph, [[13, 10, 3, false]]), false);
  assert.equal(whole(graph, [[13, 10, 3, false], [10, 9, 1, true]]), true);
});

test("steps stay on the page until they are confirmed, then leave as one command", () => {
  const { session, sent } = talk();
  session.play([[13, 10, 3, false]]);
  assert.deepEqual(sent, []);
  assert.equal(shown(session.table()).boards[0][10], 1);
  assert.equal(turnOf(session.table(), 0).undo, true);
  assert.equal(turnOf(session.table(), 0).confirm, false);
  session.confirm();
  assert.deepEqual(sent, []);

  session.play([[10, 9, 1, true]]);
  assert.equal(isWhole(session.table()), true);
  assert.equal(shown(session.table()).boards[1][25], 1);
  session.confirm();

  assert.deepEqual(sent, [{ type: "command", id: "id", match: 7, kind: "turn", steps: [[13, 3], [10, 1]] }]);
  assert.equal(shown(session.table()).boards[0][9], 1);
  assert.equal(mayStep(session.table()), false);
});

test("undo takes back one step, or the whole draft, and adds nothing by itself", () => {
  const { session, sent } = talk();
  session.play([[13, 12, 1, false], [12, 9, 3, true]]);
  session.undo();
  assert.deepEqual(session.table().draft, [[13, 12, 1, false]]);
  session.goOn(only, true);
  assert.deepEqual(session.table().draft, [[13, 12, 1, false]]);
  session.undo(true);
  assert.deepEqual(shown(session.table()), session.table().state);
  assert.deepEqual(sent, []);
});

test("a whole turn is sent by itself only if that is wished", () => {
  const { session, sent } = talk();
  session.play([[8, 5, 3, false]]);
  session.goOn(only, false);
  assert.deepEqual(sent, []);
  session.goOn(only, true);
  assert.equal(sent.length, 1);
});

test("the events of an own turn are no news; a rival's are", () => {
  const { session } = talk();
  session.play([[13, 10, 3, false], [10, 9, 1, true]]);
  session.confirm();
  const data = [{ origin: 13, target: 10, die: 3, hit: false }, { origin: 10, target: 9, die: 1, hit: true }];
  const after = { ...noRoll, turn: 1, boards: shown(session.table()).boards };
  session.take({
    type: "events", match: 7, version: 13, now: 0, state: after, legal: { steps: [], paths: [], graph: [] }, clock, result: null, choices: [[], []],
    events: [...data.map((facts, index) => ({ seq: 11 + index, kind: "stepped", at: 0, seat: 0, data: facts })), { seq: 13, kind: "turn_ended", at: 0, seat: 0, data: {} }],
  });
  assert.deepEqual(session.table().news.map(({ kind }) => kind), ["turn_ended"]);
  assert.deepEqual(session.table().pending, []);
  assert.deepEqual(session.table().draft, []);
});

test("a draft outlives a lost connection on the same position, and no other", () => {
  const { session } = talk();
  session.play([[13, 10, 3, false]]);
  session.take(snapshot);
  assert.equal(session.table().draft.length, 1);
  session.take({ ...snapshot, version: 12, state: { ...state, roll: 6, dice: [2, 1], left: [2, 1] } });
  assert.deepEqual(session.table().draft, []);
});

test("a refused turn leaves the board as the server has it", () => {
  const { session } = talk();
  session.play([[8, 5, 3, false]]);
  session.confirm();
  session.take({ type: "refused", id: "id", code: "must_use_both_dice", text: "", version: 10 });
  assert.deepEqual(shown(session.table()), state);
  assert.equal(legalNow(session.table()).steps.length, 3);
});

test("before the roll: roll or double; a dead cube is told", () => {
  const choices = [[{ kind: "roll" }, { kind: "double" }, { kind: "offer_resignation", levels: [1, 2] }], []];
  const before = { ...snapshot, state: { ...noRoll, cube: { ...state.cube, dead: [true, false] } }, legal: { steps: [], paths: [], graph: [] }, choices };
  const turn = turnOf(talk(before).session.table(), 0);
  assert.deepEqual([turn.roll, turn.double, turn.dead, turn.composing], [true, true, true, false]);
  assert.deepEqual(turn.levels, [1, 2]);
});

test("who must answer a double sees the question, the other that it waits", () => {
  const offered = { ...noRoll, offer: { kind: "double", seat: 1, value: 2, level: null } };
  const table = (you) => ({ ...talk({ ...snapshot, you, state: offered }).session.table() });
  assert.equal(turnOf(table(0), 0).asked, "cube");
  assert.equal(turnOf(table(1), 0).asked, "cube-waiting");
  assert.equal(turnOf(table(null), 0).asked, null);
});

test("few seconds left with a turn that is not sent are told", () => {
  const table = talk({ ...snapshot, clock: { ...clock, left: 9000 } }).session.table();
  assert.equal(turnOf(table, 0).hurry, 9);
  assert.equal(turnOf({ ...table, clock: { ...table.clock, left: 30000 } }, 0).hurry, null);
});

test("the cube in the middle shows 64; at its owner its value; offered, the new stake", () => {
  assert.equal(cubeOf(state, 0).text, "64");
  assert.equal(cubeOf({ ...state, cube: { value: 4, owner: 1 } }, 0).text, "4");
  assert.ok(cubeOf({ ...state, cube: { value: 4, owner: 1 } }, 0).spot.y < cubeOf({ ...state, cube: { value: 4, owner: 0 } }, 0).spot.y);
  assert.equal(cubeOf({ ...state, offer: { kind: "double", seat: 0, value: 2 } }, 0).text, "2");
  assert.equal(cubeOf({ ...state, cube: null }, 0), null);
  assert.equal(cubeOf({ ...state, cube: { value: 1, owner: null, live: false } }, 0), null);
});

test("a match of two games replays from its start each time, with a line for each game", () => {
  const event = (kind, seat, data = {}) => ({ seq: 0, kind, at: 0, seat, data });
  const boards = [counts({ 6: 1 }), counts({ 6: 1 })];
  const all = stops({ boards, events: [
    event("game_started", null, { number: 1, starter: 0, lot: null, opening: [[1, 5, 2]] }),
    event("rolled", 0, { dice: [5, 2], roll: 1 }),
    event("stepped", 0, { origin: 6, target: 1, die: 5, hit: false }),
    event("doubled", 1, { value: 2 }),
    event("dropped", 0),
    event("game_ended", null, { winner: 1, level: 1, points: 1, reason: "dropped" }),
    event("game_started", null, { number: 2, starter: 1, lot: null, opening: [[2, 1, 3]] }),
  ] });
  assert.deepEqual(all.at(-1).state.boards, boards);
  assert.deepEqual(all.at(-1).state.score, [0, 1]);
  assert.deepEqual(lines(all).map(({ game }) => game), [1, null, null, 2]);
  assert.deepEqual(lines(all).map(({ move }) => move), [null, 1, null, null]);
});

test("a replay shows the cube that each game begins with, and none where there is none", () => {
  const begins = (number, value) => ({ seq: 0, kind: "game_started", at: 0, seat: null, data: { number, starter: 0, lot: null, cube: { value, owner: null } } });
  const boards = [counts({ 6: 1 }), counts({ 6: 1 })];
  const shown = (cube) => stops({ boards, cube, events: [begins(1, 4), begins(2, 1)] }).slice(1).map(({ state }) => state.cube?.value);

  assert.deepEqual(shown(true), [4, 1]);
  assert.deepEqual(shown(false), [undefined, undefined]);
});

test("a checker that is placed comes from the hand", () => {
  const placing = { ...state, boards: [counts({}), counts({})], hand: [15, 15], dice: [5, 2], left: [5, 2] };
  const after = evolve(placing, { seq: 1, kind: "placed", at: 0, seat: 1, data: { target: 20, die: 5 } });
  assert.deepEqual(after.hand, [15, 14]);
  assert.equal(after.boards[1][20], 1);
  assert.deepEqual(after.left, [2]);
});

test("a command of a whole turn names origins and dice", () => {
  assert.deepEqual(turnFields([[25, 22, 3, false], [6, 0, 6, false]]), { steps: [[25, 3], [6, 6]] });
});
