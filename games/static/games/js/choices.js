// @ts-check
/**
 * What the server says a seat may do, looked up. Headless.
 *
 * @typedef {{kind: string, code?: string|null, details?: Record<string, any>, levels?: number[], dice?: number[], on?: boolean|null}} WireChoice
 *   without `code` nothing refuses it
 * @typedef {{choices: WireChoice[][], you: 0|1|null}} Asked
 */

/** @param {Asked} table @param {string} kind @returns {WireChoice|null} null: not known in this game, or no player */
export function choice({ choices, you }, kind) {
  return you === null ? null : (choices?.[you]?.find((one) => one.kind === kind) ?? null);
}

/** @param {Asked} table @param {string} kind @returns {boolean} nothing refuses it */
export function may(table, kind) {
  const found = choice(table, kind);
  return found !== null && !found.code;
}

/** @param {Asked} table @returns {number[]} the levels at which a resignation may be offered now, lowest first */
export function resignLevels(table) {
  return may(table, "offer_resignation") ? (choice(table, "offer_resignation")?.levels ?? []) : [];
}

/** @param {Asked} table @returns {number[]} the dice by one of which the last checker may be placed */
export function placeDice(table) {
  return may(table, "place") ? (choice(table, "place")?.dice ?? []) : [];
}
