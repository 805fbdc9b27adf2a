import assert from "node:assert/strict";
import { test } from "node:test";

import { data, load } from "./frames.mjs";

const { empty, mayStep, mustAct, receive, send, shown } = await load("state.js");

const { snapshot, frames } = data("frames/opening.json");
const opened = receive(empty(), snapshot, 100);
const first = frames[0];
const ownStep = first.events[0].data;

/** @param {string} id */
function stepping(id, sent = true) {
  return send(opened, { id, kind: "step", steps: [ownStep], sent });
}

test("a snapshot is the table", () => {
  assert.equal(opened.version, snapshot.version);
  assert.equal(opened.you, 0);
  assert.deepEqual(opened.state, snapshot.state);
  assert.equal(opened.clock.heard, 100);
});

test("frames in order lead to the server's last word", () => {
  const table = frames.reduce((sum, frame) => receive(sum, frame), opened);
  assert.equal(table.version, frames.at(-1).version);
  assert.deepEqual(table.state, frames.at(-1).state);
  assert.equal(table.stale, false);
});

test("what was heard already changes nothing", () => {
  const table = receive(opened, first);
  assert.equal(receive(table, first), table);
});

test("a gap makes the table stale and keeps the position", () => {
  const table = receive(opened, frames[1]);
  assert.equal(table.stale, true);
  assert.deepEqual(table.state, opened.state);
});

test("an event nobody knows is a gap", () => {
  const strange = { ...first, events: [{ ...first.events[0], kind: "danced" }] };
  assert.equal(receive(opened, strange).stale, true);
});

test("a snapshot heals a stale table, an older one does not", () => {
  const stale = receive(opened, frames[1]);
  const later = { ...snapshot, version: 9, state: frames[2].state };
  assert.equal(receive(stale, later).stale, false);
  assert.equal(receive(receive(stale, later), snapshot).version, 9);
});

test("an own step is shown before the answer, and nothing more may be chosen meanwhile", () => {
  const table = stepping("a");
  assert.equal(shown(table).boards[0][ownStep.target], opened.state.boards[0][ownStep.target] + 1);
  assert.deepEqual(opened.state, snapshot.state);
  assert.equal(mayStep(opened), true);
  assert.equal(mayStep(table), false);
});

test("the echo of an own step is no news, and is not played twice", () => {
  const table = receive(stepping("a"), first);
  assert.deepEqual(table.news, []);
  assert.equal(table.told.length, 1);
  assert.deepEqual(table.pending, []);
  assert.deepEqual(shown(table), first.state);
});

test("ok before the events keeps the step shown until they come", () => {
  const kept = receive(stepping("a"), { type: "ok", id: "a", version: first.version });
  assert.equal(kept.pending.length, 1);
  assert.deepEqual(receive(kept, first).pending, []);
});

test("ok after the events finds nothing to do", () => {
  const table = receive(receive(stepping("a"), first), { type: "ok", id: "a", version: first.version });
  assert.deepEqual(table.pending, []);
});

test("a refusal takes the step back and tells why", () => {
  const table = receive(stepping("a"), { type: "refused", id: "a", code: "blocked", text: "closed", version: snapshot.version });
  assert.deepEqual(shown(table), snapshot.state);
  assert.deepEqual(table.refusal, { code: "blocked", text: "closed" });
  assert.equal(table.stale, false);
});

test("a refusal from a later version asks for what is missing", () => {
  const table = receive(stepping("a"), { type: "refused", id: "a", code: "game_over", text: "", version: 99 });
  assert.equal(table.stale, true);
});

test("the opponent's steps are news", () => {
  const theirs = frames.find((frame) => frame.events[0].seat === 1);
  const before = frames.slice(0, frames.indexOf(theirs)).reduce((sum, frame) => receive(sum, frame), opened);
  assert.deepEqual(receive(before, theirs).news, theirs.events);
});

test("after a reconnection a sent command is repeated, an unsent one only on the same position", () => {
  const sent = receive(stepping("a"), snapshot);
  assert.deepEqual(sent.pending.map(({ id }) => id), ["a"]);
  const unsent = stepping("b", false);
  assert.deepEqual(receive(unsent, snapshot).pending.map(({ stage }) => stage), ["sent"]);
  const credited = receive(unsent, { ...snapshot, version: 5 });
  assert.deepEqual(credited.pending.map(({ id }) => id), ["b"]);
  const moved = receive(unsent, { ...snapshot, version: 5, state: frames[1].state });
  assert.deepEqual(moved.pending, []);
  assert.deepEqual(moved.lost.map(({ id }) => id), ["b"]);
});

test("a repeated step is not drawn over a position that may contain it", () => {
  const table = receive(stepping("a"), { ...snapshot, version: first.version, state: first.state });
  assert.deepEqual(shown(table), first.state);
  assert.equal(table.pending.length, 1);
});

test("presence, spectators, rematch and the next match are noted", () => {
  let table = receive(opened, { type: "presence", seat: 1, online: false, since: 5 });
  table = receive(table, { type: "spectators", count: 9 });
  table = receive(table, { type: "rematch", challenge: 4, from: 1 });
  table = receive(table, { type: "moved", match: 8 });
  assert.deepEqual(table.presence[1], { online: false, since: 5 });
  assert.equal(table.spectators, 9);
  assert.deepEqual(table.rematch, { challenge: 4, from: 1 });
  assert.equal(table.moved, 8);
});

test("an offer of a rematch made before the page came is in the snapshot", () => {
  assert.equal(opened.rematch, null);
  assert.deepEqual(receive(empty(), { ...snapshot, rematch: { challenge: 4, from: 1 } }, 100).rematch, { challenge: 4, from: 1 });
});

test("who must act: the one on turn, or who was offered a draw", () => {
  assert.equal(mustAct(opened), 0);
  const offered = { ...opened, state: { ...opened.state, offer: { seat: 0 } } };
  assert.equal(mustAct(offered), 1);
  assert.equal(mayStep(offered), false);
  assert.equal(mustAct({ ...opened, state: { ...opened.state, phase: "over" } }), null);
});

test("while an official holds the clock nobody may choose a step", () => {
  const held = { ...opened, clock: { ...opened.clock, held: { by: "Olga", why: "fire" } } };
  assert.equal(mayStep(held), false);
});

test("a spectator sees the server's position and may do nothing", () => {
  const table = receive(empty(), { ...snapshot, you: null });
  assert.deepEqual(shown(table), snapshot.state);
  assert.equal(mayStep(table), false);
});

test("a version that the match had a question ago tells what was lost on the way", () => {
  assert.equal(receive(opened, { type: "alive?", now: 1, version: snapshot.version }), opened);
  assert.equal(receive(empty(), { type: "alive?", now: 1, version: 5 }).stale, false);
  const table = receive(opened, { type: "alive?", now: 1, version: snapshot.version + 1 });
  assert.equal(table.stale, true);
  assert.deepEqual(table.state, opened.state);
});
