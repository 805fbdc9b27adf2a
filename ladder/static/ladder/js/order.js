// @ts-check
/** A list put in order, line by line. Headless. */

/** @template T @param {T[]} list @param {number} from @param {number} to @returns {T[]} */
export function moved(list, from, to) {
  const rest = list.filter((_, at) => at !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), list[from], ...rest.slice(place)];
}

/** Which step a key means, null for none. @param {string} key @param {number} at @param {number} count @returns {number|null} */
export function placeByKey(key, at, count) {
  const places = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 };
  const place = /** @type {Record<string, number>} */ (places)[key];
  return place === undefined ? null : Math.max(0, Math.min(place, count - 1));
}
