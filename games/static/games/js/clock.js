// @ts-check
/**
 * Time left, from the server's milliseconds and the page's monotonic clock alone: the wall
 * clock of the player's machine is never asked.
 */

/** @typedef {import("./protocol.js").WireClock & {heard: number}} Clock */

const URGENT = 10000;
const ROUND = 2 * Math.PI * 20;

/** @param {Clock} clock @param {number} now monotonic ms @returns {number} ms, never below 0 */
export function leftAt(clock, now) {
  return Math.max(0, clock.paused ? clock.left : clock.left - (now - clock.heard));
}

/** @param {number} ms @returns {string} `59`, or `1:05`, `2:00:00` when longer; the last second shows 1 */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds <= 99) return String(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/**
 * May the viewer claim now? The server decides; this shows the button at the very second.
 * @param {{clock: Clock|null, you: 0|1|null, state: {phase: string}|null, presence: {online: boolean}[]}} table @param {number} now
 */
export function mayClaim({ clock, you, state }, now) {
  if (!clock || clock.seat === null || you === null || state?.phase !== "live") return false;
  if (clock.seat === you || clock.kind === "offer" || clock.paused) return false;
  return clock.claimable || leftAt(clock, now) === 0;
}

/**
 * @param {HTMLElement} seat the player's strip with `[data-ring]` and `[data-time]`
 * @param {Clock|null} clock null: nothing runs here
 * @param {number} now
 */
export function paintClock(seat, clock, now) {
  const ring = /** @type {SVGCircleElement|null} */ (seat.querySelector("[data-ring]"));
  const time = /** @type {HTMLElement|null} */ (seat.querySelector("[data-time]"));
  const left = clock ? leftAt(clock, now) : 0;
  seat.classList.toggle("acting", clock !== null);
  seat.classList.toggle("urgent", clock !== null && left < URGENT);
  seat.classList.toggle("paused", clock?.paused === true);
  if (time) {
    const text = clock ? timeText(left) : "";
    if (time.textContent !== text) time.textContent = text;
  }
  if (ring) ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - (clock?.limit ? Math.min(1, left / clock.limit) : 0))));
}

/** @param {Clock|null} clock @param {number} before @param {number} now @returns {boolean} the last ten seconds began in this interval */
export function becameUrgent(clock, before, now) {
  return clock !== null && !clock.paused && leftAt(clock, before) >= URGENT && leftAt(clock, now) < URGENT;
}
