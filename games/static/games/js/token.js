// @ts-check
/** Random ids and seeds of the browser. */

/** @param {number} count @returns {string} that many random bytes in hex */
export function randomHex(count) {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {string} an id no other command has; `randomUUID` is missing on pages without TLS */
export function freshId() {
  return crypto.randomUUID?.() ?? randomHex(16);
}
