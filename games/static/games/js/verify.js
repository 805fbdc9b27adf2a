// @ts-check
/**
 * The dice of a match recomputed in the browser, after docs/fairness.md: nothing of the server's
 * is trusted but the seed it reveals, and that must fit the hash published before the match.
 */

const SCHEME = "vrhcaby-dice-1";
const FAIR_BYTES = 252;

/** @typedef {{serverSeed: string, seeds: [string, string], commitment: string}} Seeds server seed and commitment in hex */
/** @typedef {{number: number, dice: [number, number]}} Roll */
/** @typedef {{number: number, dice: number[], expected: number[], right: boolean}} Checked */

const utf8 = new TextEncoder();

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer} buffer */
function hexOf(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<string>} SHA-256 in hex */
export async function sha256(bytes) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * @param {Seeds} seeds
 * @returns {Promise<{roll: (number: number) => Promise<[number, number]>, lot: (game?: number) => Promise<0|1>}>}
 */
export async function stream({ serverSeed, seeds }) {
  const key = await crypto.subtle.importKey("raw", bytesOf(serverSeed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hashes = await Promise.all(seeds.map((seed) => sha256(utf8.encode(seed.normalize("NFC")))));

  /** @param {string} label @param {number} number @param {number} block */
  async function bytes(label, number, block) {
    const message = utf8.encode([SCHEME, label, number, block, ...hashes].join("|"));
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  }

  return {
    async roll(number) {
      /** @type {number[]} */
      const found = [];
      for (let block = 0; found.length < 2; block += 1) {
        found.push(...[...(await bytes("roll", number, block))].filter((byte) => byte < FAIR_BYTES));
      }
      return [(found[0] % 6) + 1, (found[1] % 6) + 1];
    },
    async lot(game = 1) {
      return /** @type {0|1} */ ((await bytes("lot", game, 0))[0] & 1);
    },
  };
}

/** @param {Seeds} seeds @returns {Promise<boolean>} the revealed seed is the one committed to */
export async function kept({ serverSeed, commitment }) {
  return (await sha256(bytesOf(serverSeed))) === commitment.toLowerCase();
}

/**
 * @param {Seeds} seeds @param {{starter: number, rolls: Roll[]}} played
 * @returns {Promise<{commitment: boolean, lot: {starter: number, expected: number, right: boolean}, rolls: Checked[], right: boolean}>}
 */
export async function verify(seeds, { starter, rolls }) {
  const dice = await stream(seeds);
  const commitment = await kept(seeds);
  const drawn = await dice.lot();
  /** @type {Checked[]} */
  const checked = [];
  for (const { number, dice: shown } of rolls) {
    const expected = await dice.roll(number);
    checked.push({ number, dice: shown, expected, right: expected[0] === shown[0] && expected[1] === shown[1] });
  }
  const lot = { starter, expected: drawn, right: drawn === starter };
  return { commitment, lot, rolls: checked, right: commitment && lot.right && checked.every((roll) => roll.right) };
}
