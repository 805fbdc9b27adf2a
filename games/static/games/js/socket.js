// @ts-check
/**
 * One socket that comes back by itself. It answers the server's `alive?`, says hello with the
 * version already shown, and tells whether it is open; frames it does not read.
 *
 * @typedef {"connecting"|"open"|"away"|"ended"} Status
 * @typedef {object} Line
 * @property {(frame: object) => boolean} send  false: not open, nothing was sent
 * @property {() => boolean} open
 * @property {() => void} hurry
 * @property {() => void} close
 */

import { alive } from "./protocol.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 20000;
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
 *   Socket?: any, later?: (run: () => void, ms: number) => any, cancel?: (timer: any) => void}} wishes
 *   `greet` makes the first frame of every connection
 * @returns {Line}
 */
export function connect({ url, greet, heard, status, Socket = WebSocket, later = (run, ms) => setTimeout(run, ms), cancel = (timer) => clearTimeout(timer) }) {
  /** @type {any} */
  let socket = null;
  let attempt = 0;
  let ended = false;
  /** @type {any} */
  let timer = null;
  /** @type {any} */
  let silence = null;
  /** The server has lost its database: nothing can be done, though the socket is open. */
  let away = false;

  function watchSilence() {
    cancel(silence);
    silence = later(() => socket?.close(), SILENCE);
  }

  function opened() {
    attempt = 0;
    away = false;
    const first = greet();
    if (first) socket.send(JSON.stringify(first));
    status("open");
    watchSilence();
  }

  /** @param {boolean} nowAway */
  function answer(nowAway) {
    socket.send(JSON.stringify(alive()));
    if (nowAway !== away) status(nowAway ? "away" : "open");
    away = nowAway;
  }

  /** @param {{data: string}} message */
  function message({ data }) {
    watchSilence();
    const frame = JSON.parse(data);
    if (frame.type === "alive?") answer(frame.away === true);
    if (frame.type !== "alive?" || "version" in frame) heard(frame);
  }

  /** @param {{code: number}} event */
  function closed({ code }) {
    cancel(silence);
    socket = null;
    if (ended || FINAL_CODES.includes(code)) {
      ended = true;
      status("ended");
      return;
    }
    status("away");
    timer = later(open, backOff(attempt, Math.random()));
    attempt += 1;
  }

  function open() {
    cancel(timer);
    if (ended || socket !== null) return;
    status("connecting");
    socket = new Socket(url);
    socket.onopen = opened;
    socket.onmessage = message;
    socket.onclose = closed;
  }

  open();
  return {
    send(frame) {
      if (socket?.readyState !== 1) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    open: () => socket?.readyState === 1,
    /** Try now, for instance because the network is back. */
    hurry() {
      attempt = 0;
      if (socket === null) open();
    },
    close() {
      ended = true;
      cancel(timer);
      socket?.close();
    },
  };
}
