// @ts-check
/**
 * The dice of an exported match recomputed in the browser, after docs/fairness.md: nothing of the
 * server's is trusted but the seed it reveals, and that must fit the hash published beforehand.
 * Whether the events follow from one another by the rules is left to `verify-dice`.
 */

const SCHEME = "vrhcaby-dice-1";
const FAIR_BYTES = 252;
const LONGEST_SEED = 64;

/**
 * @typedef {{commitment: string, server_seed: string|null, seeds: [string, string], events: {kind: string, data: any}[]}} Exported
 * @typedef {{name: string, shown: number[], expected: number[], right: boolean}} Drawn  `name`: `lot-1`, `roll-12`, `opening-1`
 */

const utf8 = new TextEncoder();

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<string>} SHA-256 in hex */
export async function sha256(bytes) {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {string} text @returns {string|null} a player's seed as it is hashed; null: it could not have been taken */
export function normalised(text) {
  const seed = text.normalize("NFC");
  const fits = [...seed].length <= LONGEST_SEED && !/[\p{Cc}\p{Cs}]/u.test(seed);
  return fits ? seed : null;
}

/**
 * The first two fit bytes are the dice.
 * @param {(block: number) => Promise<Uint8Array>|Uint8Array} bytes of block 0, 1, …
 * @returns {Promise<[number, number]>}
 */
export async function diceOf(bytes) {
  /** @type {number[]} */
  const found = [];
  for (let block = 0; found.length < 2; block += 1) {
    found.push(...[...(await bytes(block))].filter((byte) => byte < FAIR_BYTES));
  }
  return [(found[0] % 6) + 1, (found[1] % 6) + 1];
}

/**
 * @param {string} serverSeed hex @param {[string, string]} seeds
 * @returns {Promise<{message: (label: string, number: number, block: number) => string, bytes: (label: string, number: number, block: number) => Promise<Uint8Array>,
 *   roll: (number: number) => Promise<[number, number]>, lot: (game: number) => Promise<0|1>}>}
 */
export async function stream(serverSeed, seeds) {
  const key = await crypto.subtle.importKey("raw", bytesOf(serverSeed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hashes = await Promise.all(seeds.map((seed) => sha256(utf8.encode(seed))));
  const message = (/** @type {string} */ label, /** @type {number} */ number, /** @type {number} */ block) => [SCHEME, label, number, block, ...hashes].join("|");
  const bytes = async (/** @type {string} */ label, /** @type {number} */ number, /** @type {number} */ block) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(message(label, number, block))));
  return {
    message,
    bytes,
    roll: (number) => diceOf((block) => bytes("roll", number, block)),
    lot: async (game) => /** @type {0|1} */ ((await bytes("lot", game, 0))[0] & 1),
  };
}

/** @param {number[]} a @param {number[]} b */
function same(a, b) {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** What the events say was drawn, in order. @param {Exported["events"]} events @returns {{label: "lot"|"roll", number: number, name: string, shown: number[]}[]} */
export function drawsOf(events) {
  return events.flatMap(({ kind, data }) => {
    if (kind === "rolled") return [{ label: /** @type {const} */ ("roll"), number: data.roll, name: `roll-${data.roll}`, shown: data.dice }];
    if (kind !== "game_started") return [];
    const lot = data.lot === null || data.lot === undefined ? [] : [{ label: /** @type {const} */ ("lot"), number: data.number, name: `lot-${data.number}`, shown: [data.lot] }];
    const opening = (data.opening ?? []).map((/** @type {number[]} */ [number, ...shown]) => ({ label: "roll", number, name: `opening-${number}`, shown }));
    return [...lot, ...opening];
  });
}

/** Every number is used once, from 1, without a gap; only an opening roll may be told twice. @param {ReturnType<typeof drawsOf>} draws */
export function numberedRight(draws) {
  const rolls = draws.filter(({ label }) => label === "roll");
  const numbers = [...new Set(rolls.map(({ number }) => number))];
  const rolled = rolls.filter(({ name }) => name.startsWith("roll-")).map(({ number }) => number);
  return numbers.every((number, index) => number === index + 1) && new Set(rolled).size === rolled.length;
}

/**
 * @param {Exported} exported with the server's seed revealed
 * @returns {Promise<{commitment: boolean, seeds: boolean, numbers: boolean, draws: Drawn[], right: boolean}>}
 */
export async function verify({ commitment, server_seed: serverSeed, seeds, events }) {
  const seed = serverSeed ?? "";
  const dice = await stream(seed, seeds);
  const draws = drawsOf(events);
  /** @type {Drawn[]} */
  const checked = [];
  for (const { label, number, name, shown } of draws) {
    const expected = label === "lot" ? [await dice.lot(number)] : await dice.roll(number);
    checked.push({ name, shown, expected, right: same(shown, expected) });
  }
  const found = {
    commitment: (await sha256(bytesOf(seed))) === commitment,
    seeds: seeds.every((text) => normalised(text) === text),
    numbers: numberedRight(draws),
  };
  return { ...found, draws: checked, right: Object.values(found).every(Boolean) && checked.every(({ right }) => right) };
}
