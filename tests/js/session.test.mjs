import assert from "node:assert/strict";
import { test } from "node:test";

import { data, load } from "./frames.mjs";

const { createSession } = await load("session.js");
const { isUnsent } = await load("outbox.js");
const { connectionWords } = await load("page.js");

const { snapshot, frames } = data("frames/opening.json");

/** A session with a line that remembers what it was given. @param {{open?: boolean}} [line] */
function talk({ open = true } = {}) {
  const sent = [];
  const seen = [];
  let time = 0;
  let ids = 0;
  const line = { open, send(frame) { if (line.open) sent.push(frame); return line.open; } };
  const session = createSession({ match: 7, changed: (what) => seen.push(what), now: () => time, token: () => `id-${(ids += 1)}` });
  session.use(line);
  session.take(snapshot);
  return { session, sent, seen, line, later: (ms) => { time += ms; } };
}

const [from, to, die] = snapshot.legal.steps[2];
const wire = [from, to, die, false];

test("a step leaves at once with from, die and to", () => {
  const { session, sent } = talk();
  session.play([wire]);
  assert.deepEqual(sent, [{ type: "command", id: "id-1", match: 7, kind: "step", from, die, to }]);
});

test("a combined move waits for each of its steps to be kept", () => {
  const { session, sent } = talk();
  const next = frames[0].legal.steps[0];
  session.play([wire, next]);
  session.goOn(() => null);
  assert.equal(sent.length, 1);

  session.take(frames[0]);
  session.goOn(() => null);

  assert.equal(sent.length, 2);
  assert.deepEqual([sent[1].from, sent[1].to], next.slice(0, 2));
});

test("a refused step drops the rest of a combined move", () => {
  const { session, sent } = talk();
  session.play([wire, frames[0].legal.steps[0]]);
  session.take({ type: "refused", id: "id-1", code: "busy", text: "", version: snapshot.version });
  session.goOn(() => null);
  assert.equal(sent.length, 1);
});

test("what the next position does not allow is not sent", () => {
  const { session, sent } = talk();
  session.play([wire, [1, 0, 1, false]]);
  session.take(frames[0]);
  session.goOn(() => null);
  assert.equal(sent.length, 1);
});

test("a typed step takes the die that plays it when its turn comes", () => {
  const { session, sent } = talk();
  const next = frames[0].legal.steps[0];
  session.play([wire, [next[0], next[1], 0, false]]);
  session.take(frames[0]);
  assert.deepEqual(session.goOn(() => null), []);
  assert.deepEqual([sent[1].from, sent[1].to, sent[1].die], next.slice(0, 3));
});

test("a typed step that cannot be played is given back to be told", () => {
  const { session, sent } = talk();
  session.play([wire, [1, 0, 0, false], [2, 0, 0, false]]);
  session.take(frames[0]);
  assert.deepEqual(session.goOn(() => null), [[1, 0, 0, false], [2, 0, 0, false]]);
  assert.deepEqual(session.goOn(() => null), []);
  assert.equal(sent.length, 1);
});

test("what was typed for one roll is not played with the next", () => {
  const { session, sent } = talk();
  const next = frames[0].legal.steps[0];
  session.play([wire, [next[0], next[1], 0, false]]);
  session.take({ ...frames[0], state: { ...frames[0].state, roll: snapshot.state.roll + 2 } });
  assert.equal(session.goOn(() => null).length, 1);
  session.goOn(() => null);
  assert.equal(sent.length, 1);
});

test("a step is played by itself only if that is wished", () => {
  const { session, sent } = talk();
  session.take({ ...frames[0], legal: { steps: [wire], paths: [] } });
  session.goOn(() => null);
  assert.equal(sent.length, 0);
  session.goOn(({ legal }) => legal.steps[0]);
  assert.equal(sent.length, 1);
});

test("a gap asks for what came after the version shown", () => {
  const { session, sent, seen } = talk();
  session.take(frames[1]);
  assert.deepEqual(sent, [{ type: "hello", since: snapshot.version }]);
  assert.equal(seen.at(-1), "other");
});

test("a step made without a line leaves with the snapshot, once, unchanged", () => {
  const { session, sent, line } = talk({ open: false });
  session.play([wire]);
  assert.equal(session.table().pending[0].stage, "unsent");
  line.open = true;
  assert.deepEqual(session.greeting(), { type: "hello", since: null });

  session.take(snapshot);

  assert.deepEqual(sent, [{ type: "command", id: "id-1", match: 7, kind: "step", from, die, to }]);
});

test("a command under way is repeated with its id and body after a new connection", () => {
  const { session, sent } = talk();
  session.play([wire]);
  session.take({ ...snapshot, version: frames[0].version, state: frames[0].state });
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1], sent[0]);

  session.take({ type: "ok", id: "id-1", version: frames[0].version });

  assert.deepEqual(session.table().pending, []);
});

test("with nothing under way only the tail is asked for", () => {
  const { session } = talk();
  assert.deepEqual(session.greeting(), { type: "hello", since: snapshot.version });
});

test("a command without an answer is asked about after a while", () => {
  const { session, sent, later } = talk();
  session.post("resign");
  later(3000);
  session.check();
  assert.equal(sent.length, 1);
  later(2000);
  session.check();
  assert.deepEqual(sent.at(-1), { type: "hello", since: null });
});

test("a step without an answer counts as not sent until there is one", () => {
  const { session, seen, later } = talk();
  session.play([wire]);
  assert.equal(isUnsent(session.table().pending[0]), false);
  later(4100);
  session.check();
  session.check();
  assert.equal(isUnsent(session.table().pending[0]), true);
  assert.deepEqual(seen.filter((what) => what === "doubted"), ["doubted"]);

  session.take(snapshot);
  assert.equal(isUnsent(session.table().pending[0]), true);
  session.take({ type: "ok", id: "id-1", version: frames[0].version });
  assert.equal(isUnsent(session.table().pending[0]), false);
});

test("what is under way when the line falls silent counts as not sent, and is sent again under its id", () => {
  const { session, sent } = talk();
  session.play([wire]);
  session.doubtAll();
  assert.equal(isUnsent(session.table().pending[0]), true);
  session.take(snapshot);
  assert.deepEqual(sent[1], sent[0]);
  session.take(frames[0]);
  assert.deepEqual(session.table().pending, []);
});

test("the banner says what is not sent, also while the line seems to stand", () => {
  const kept = { stage: "sent" };
  const said = (status, ...pending) => connectionWords(status, { pending });
  assert.equal(said("open", kept), "");
  assert.equal(said("open", { ...kept, doubted: true }), "connection-unanswered");
  assert.equal(said("away", { ...kept, doubted: true }), "connection-unsent");
  assert.equal(said("connecting"), "connection-away");
  assert.equal(said("ended", { stage: "unsent" }), "connection-ended");
});

test("a frame that changes nothing tells nobody", () => {
  const { session, seen } = talk();
  session.take(frames[0]);
  const before = seen.length;
  session.take(frames[0]);
  assert.equal(seen.length, before);
});
