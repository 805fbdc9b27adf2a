import assert from "node:assert/strict";
import { test } from "node:test";

import { asksAgain, closed, fold, look, noChats, receive, silence, unread } from "../../games/static/games/js/chat_state.js";

const line = (id, author_id = 1, text = `line ${id}`) => ({ id, author_id, author: `m${author_id}`, seat: null, text, quick: null, at: 0 });
const whole = (room, ...lines) => ({ type: "chat", room, lines, whole: true, closed: null });
const said = (room, one) => ({ type: "chat", room, lines: [one], whole: false, closed: null });
const standing = (hidden = [], mute = null) => ({ type: "chat_standing", hidden, mute });
const after = (frames, chats = noChats()) => frames.reduce((sum, frame) => receive(sum, frame, 1), chats);
const ids = (chats, room) => chats.rooms[room].lines.map(({ id }) => id);

test("the first room that opens is shown, and stays when another opens", () => {
  const chats = after([whole("players", line(1)), whole("spectators", line(2, 2))]);

  assert.equal(chats.room, "players");
  assert.deepEqual(Object.keys(chats.rooms), ["players", "spectators"]);
});

test("a line is added once, in its room alone", () => {
  const chats = after([whole("lobby", line(1)), said("lobby", line(2)), said("lobby", line(2)), said("players", line(3))]);

  assert.deepEqual(ids(chats, "lobby"), [1, 2]);
  assert.equal(chats.rooms.players, undefined);
});

test("what is out of sight counts as unread until it is seen, one's own lines never", () => {
  let chats = fold(after([whole("lobby")]), false);
  chats = after([said("lobby", line(1, 2)), said("lobby", line(2, 1)), said("lobby", line(3, 3))], chats);

  assert.equal(unread(chats), 2);
  assert.equal(unread(fold(chats, true)), 0);
  assert.equal(unread(silence(chats, true)), 0);
});

test("lines of a room that is not shown are unread until it is looked at", () => {
  const chats = after([whole("players"), whole("spectators"), said("spectators", line(5, 2))]);

  assert.equal(unread(chats), 1);
  assert.equal(unread(look(chats, "spectators")), 0);
});

test("after a reconnection only what is new is unread", () => {
  let chats = fold(after([whole("lobby", line(1, 2), line(2, 2))]), false);
  chats = after([whole("lobby", line(1, 2), line(2, 2), line(3, 2))], chats);

  assert.equal(unread(chats), 1);
  assert.deepEqual(ids(chats, "lobby"), [1, 2, 3]);
});

test("a removed line and the lines of the blocked go", () => {
  const chats = after([whole("lobby", line(1, 2), line(2, 3), line(3, 4)), { type: "chat_removed", room: "lobby", line: 3 }, standing([2])]);

  assert.deepEqual(ids(chats, "lobby"), [2]);
  assert.deepEqual(ids(after([said("lobby", line(9, 2))], chats), "lobby"), [2]);
  assert.equal(asksAgain(chats, standing([])), true);
  assert.equal(asksAgain(chats, standing([2, 3])), false);
});

test("a mute closes the field until its end, a guest's room is closed for good", () => {
  const muted = after([whole("lobby"), standing([], { until: 1000, reason: "x" })]);
  const guest = after([{ ...whole("lobby"), closed: "not_signed_in" }]);

  assert.equal(closed(muted, 999), "mute");
  assert.equal(closed(muted, 1000), null);
  assert.equal(closed(guest, 0), "not_signed_in");
});

test("a long talk forgets its beginning", () => {
  const chats = after([whole("lobby"), ...Array.from({ length: 250 }, (_, n) => said("lobby", line(n + 1)))]);

  assert.equal(chats.rooms.lobby.lines.length, 200);
  assert.equal(chats.rooms.lobby.lines[0].id, 51);
});

test("a frame about something else changes nothing", () => {
  const chats = after([whole("lobby")]);

  assert.equal(receive(chats, { type: "ok", id: "x" }), chats);
});
