import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { address, backOff, connect } = await load("socket.js");

const [QUIET, LEFT, HANDSHAKE] = [7500, 3500, 10000];

/** A world without a network: sockets and timers that the test moves. */
function world() {
  const sockets = [];
  const timers = [];
  class Socket {
    constructor(url) {
      Object.assign(this, { url, readyState: 0, sent: [] });
      sockets.push(this);
    }
    send(text) { this.sent.push(JSON.parse(text)); }
    open() { this.readyState = 1; this.onopen(); }
    say(frame) { this.onmessage({ data: JSON.stringify(frame) }); }
    drop(code = 1006) { this.readyState = 3; this.onclose?.({ code }); }
    close() { this.drop(1000); }
  }
  const later = (run, ms) => timers.push({ run, ms, live: true }) - 1;
  const cancel = (index) => { if (timers[index]) timers[index].live = false; };
  const due = () => timers.filter(({ live }) => live);
  const network = new EventTarget();
  /** Time passes: what waits for so many ms is done. */
  const wait = (ms) => due().filter((timer) => timer.ms === ms).forEach((timer) => { timer.live = false; timer.run(); });
  return { sockets, due, wait, network, options: { Socket, network, later, cancel } };
}

/** @param {ReturnType<typeof world>} place */
function opened(place) {
  const heard = [];
  const status = [];
  const line = connect({ url: "ws://x/", greet: () => ({ type: "hello", since: 3 }), heard: (frame) => heard.push(frame), status: (now) => status.push(now), ...place.options });
  return { line, heard, status };
}

test("every connection begins with hello", () => {
  const place = world();
  const { status } = opened(place);
  place.sockets[0].open();
  assert.deepEqual(place.sockets[0].sent, [{ type: "hello", since: 3 }]);
  assert.deepEqual(status, ["connecting", "open"]);
});

test("alive? is answered at once and passed on only with a version", () => {
  const place = world();
  const { heard } = opened(place);
  place.sockets[0].open();
  place.sockets[0].say({ type: "alive?", now: 1 });
  place.sockets[0].say({ type: "alive?", now: 2, version: 7 });
  assert.deepEqual(place.sockets[0].sent.at(-1), { type: "alive" });
  assert.deepEqual(heard, [{ type: "alive?", now: 2, version: 7 }]);
});

test("a server without its database is away until it says otherwise", () => {
  const place = world();
  const { status } = opened(place);
  place.sockets[0].open();
  for (const away of [true, true, undefined, undefined]) place.sockets[0].say({ type: "alive?", now: 1, away });
  assert.deepEqual(status, ["connecting", "open", "away", "open"]);
});

test("a lost connection comes back and says hello again", () => {
  const place = world();
  const { line, status } = opened(place);
  place.sockets[0].open();
  place.sockets[0].drop();
  assert.equal(line.send({ type: "x" }), false);
  assert.equal(status.at(-1), "away");
  place.due().at(-1).run();
  place.sockets[1].open();
  assert.deepEqual(place.sockets[1].sent, [{ type: "hello", since: 3 }]);
  assert.equal(line.send({ type: "x" }), true);
});

test("a line that has gone quiet is told, and is well again at the first word", () => {
  const place = world();
  const { status } = opened(place);
  place.sockets[0].open();
  place.wait(QUIET);
  assert.deepEqual(status, ["connecting", "open", "away"]);
  place.sockets[0].say({ type: "alive?", now: 1 });
  place.wait(LEFT);
  assert.deepEqual(status, ["connecting", "open", "away", "open"]);
  assert.equal(place.sockets.length, 1);
});

test("a line that stays silent is left for a new one, whatever its browser thinks of it", () => {
  const place = world();
  const { heard, status } = opened(place);
  const [old] = place.sockets;
  old.open();
  old.close = () => {};
  place.wait(QUIET);
  place.wait(LEFT);
  place.due().at(-1).run();
  place.sockets[1].open();
  assert.deepEqual(place.sockets[1].sent, [{ type: "hello", since: 3 }]);
  assert.deepEqual(status, ["connecting", "open", "away", "connecting", "open"]);

  assert.deepEqual([old.onopen, old.onmessage, old.onclose], [null, null, null]);
  assert.deepEqual(heard, []);
});

test("a connection that is never made is tried anew", () => {
  const place = world();
  const { status } = opened(place);
  place.wait(HANDSHAKE);
  place.due().at(-1).run();
  assert.equal(place.sockets.length, 2);
  assert.deepEqual(status, ["connecting", "away", "connecting"]);
});

test("a network that is gone is told at once, and tried again", () => {
  const place = world();
  const { line, status } = opened(place);
  place.sockets[0].open();
  place.network.dispatchEvent(new Event("offline"));
  assert.equal(status.at(-1), "away");
  assert.equal(line.send({ type: "x" }), false);
  assert.deepEqual(place.due().map(({ ms }) => ms < 1000), [true]);
});

test("a session that has ended is not tried again", () => {
  const place = world();
  const { status } = opened(place);
  place.sockets[0].open();
  place.sockets[0].drop(4001);
  assert.equal(status.at(-1), "ended");
  assert.deepEqual(place.due(), []);
});

test("a network that is back is used without waiting", () => {
  const place = world();
  opened(place);
  place.sockets[0].drop();
  place.network.dispatchEvent(new Event("online"));
  assert.equal(place.sockets.length, 2);
  place.sockets[1].open();
  place.network.dispatchEvent(new Event("online"));
  assert.equal(place.sockets.length, 2);
});

test("a connection begun without a network is begun anew with it", () => {
  const place = world();
  opened(place);
  place.network.dispatchEvent(new Event("online"));
  assert.equal(place.sockets.length, 2);
  assert.deepEqual(place.due().map(({ ms }) => ms), [HANDSHAKE]);
});

test("a line that has gone quiet is left as soon as the network is back", () => {
  const place = world();
  const { status } = opened(place);
  place.sockets[0].open();
  place.wait(QUIET);
  place.network.dispatchEvent(new Event("online"));
  assert.equal(place.sockets.length, 2);
  assert.equal(status.at(-1), "connecting");
});

test("closing is for good", () => {
  const place = world();
  const { line } = opened(place);
  place.sockets[0].open();
  line.close();
  place.network.dispatchEvent(new Event("offline"));
  place.network.dispatchEvent(new Event("online"));
  assert.equal(place.sockets.length, 1);
});

test("waits grow to a limit and differ between pages", () => {
  assert.ok(backOff(0, 0.5) < backOff(3, 0.5));
  assert.equal(backOff(20, 0.5), 8000);
  assert.notEqual(backOff(2, 0), backOff(2, 1));
});

test("the address follows the page's", () => {
  assert.equal(address("/ws/hra/7/", { protocol: "https:", host: "a.cz" }), "wss://a.cz/ws/hra/7/");
  assert.equal(address("/ws/hra/7/", { protocol: "http:", host: "a:1" }), "ws://a:1/ws/hra/7/");
});
