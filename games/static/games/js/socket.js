// @ts-check
/**
 * One socket that comes back by itself. It answers the server's `alive?`, says hello with the
 * version already shown, and tells whether it is open; frames it does not read. A line that has
 * gone silent is told and left without waiting for the browser, which may notice it minutes later.
 *
 * @typedef {"connecting"|"open"|"away"|"ended"} Status
 * @typedef {object} Line
 * @property {(frame: object) => boolean} send  false: not open, nothing was sent
 * @property {() => boolean} open
 * @property {() => void} close
 */

import { alive } from "./protocol.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** The server asks `alive?` every 5 s: a question that is so late is told … */
const QUIET = 7500;
/** … and so long after that a new line is tried. */
const PATIENCE = 3500;
const HANDSHAKE = 10000;
/** Closed for good by the server: the session ended, or there is no such match. */
const FINAL_CODES = [4001, 4004];

/** @param {number} attempt 0, 1, 2 … @param {number} luck 0 … 1 @returns {number} ms to wait before the next try */
export function backOff(attempt, luck) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + luck / 2);
}

/** @param {string} path @param {{protocol: string, host: string}} page */
export function address(path, { protocol, host }) {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${path}`;
}

/**
 * @param {{url: string, greet: () => object|null, heard: (frame: any) => void, status: (status: Status) => void,
 *   Socket?: any, network?: EventTarget, later?: (run: () => void, ms: number) => any, cancel?: (timer: any) => void}} wishes
 *   `greet` makes the first frame of every connection; `network` tells when it is `offline` and `online`
 * @returns {Line}
 */
export function connect({ url, greet, heard, status, Socket = WebSocket, network = globalThis, later = (run, ms) => setTimeout(run, ms), cancel = (timer) => clearTimeout(timer) }) {
  /** @type {any} */
  let socket = null;
  let attempt = 0;
  let ended = false;
  /** @type {any} the next try */
  let timer = null;
  /** @type {any} how long nothing may be heard */
  let silence = null;
  /** The server has lost its database: nothing can be done, though the socket is open. */
  let away = false;
  /** @type {Status|null} */
  let told = null;

  /** @param {Status} next */
  function tell(next) {
    if (next === told) return;
    told = next;
    status(next);
  }

  function watchSilence() {
    cancel(silence);
    silence = later(quiet, QUIET);
  }

  function quiet() {
    tell("away");
    silence = later(lost, PATIENCE);
  }

  /** Leave the socket as it is: whatever it still says or sees belongs to nobody. */
  function leave() {
    cancel(silence);
    const old = socket;
    socket = null;
    if (old === null) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  function lost() {
    leave();
    cancel(timer);
    if (ended) return;
    tell("away");
    timer = later(open, backOff(attempt, Math.random()));
    attempt += 1;
  }

  function opened() {
    attempt = 0;
    away = false;
    const first = greet();
    if (first) socket.send(JSON.stringify(first));
    tell("open");
    watchSilence();
  }

  /** @param {{data: string}} message */
  function message({ data }) {
    watchSilence();
    const frame = JSON.parse(data);
    if (frame.type === "alive?") {
      away = frame.away === true;
      socket.send(JSON.stringify(alive()));
    }
    tell(away ? "away" : "open");
    if (frame.type !== "alive?" || "version" in frame) heard(frame);
  }

  /** @param {{code: number}} event */
  function closed({ code }) {
    cancel(silence);
    socket = null;
    if (ended || FINAL_CODES.includes(code)) {
      ended = true;
      tell("ended");
      return;
    }
    lost();
  }

  function open() {
    cancel(timer);
    if (ended || socket !== null) return;
    tell("connecting");
    socket = new Socket(url);
    socket.onopen = opened;
    socket.onmessage = message;
    socket.onclose = closed;
    silence = later(lost, HANDSHAKE);
  }

  /** The network is back: try now, unless the line has proved to live. */
  function hurry() {
    if (told === "open" || (away && socket !== null)) return;
    attempt = 0;
    leave();
    open();
  }

  network.addEventListener?.("offline", lost);
  network.addEventListener?.("online", hurry);
  open();
  return {
    send(frame) {
      if (socket?.readyState !== 1) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    open: () => socket?.readyState === 1,
    close() {
      ended = true;
      cancel(timer);
      socket?.close();
    },
  };
}
