import assert from "node:assert/strict";
import { test } from "node:test";

import { data, load } from "./frames.mjs";

const { bytesOf, diceOf, hexOf, normalised, numberedRight, drawsOf, sha256, stream, verify } = await load("verify.js");

const vectors = data("fairness.json");
const ZERO = "00".repeat(32);

test("commitments are the hash of the raw seed", async () => {
  for (const { server_seed: seed, commitment } of vectors.commitments) assert.equal(await sha256(bytesOf(seed)), commitment);
});

test("players' seeds are taken as the server takes them", () => {
  vectors.seeds.forEach(({ text, normalised: expected }) => assert.equal(normalised(text), expected));
});

test("streams give the known rolls and lots", async () => {
  for (const { server_seed: seed, seeds, message, block, rolls, lots } of vectors.streams) {
    const dice = await stream(seed, seeds);
    assert.equal(dice.message("roll", 1, 0), message);
    assert.equal(hexOf(await dice.bytes("roll", 1, 0)), block);
    for (const [number, ...expected] of rolls) assert.deepEqual(await dice.roll(number), expected);
    for (const [game, expected] of lots) assert.equal(await dice.lot(game), expected);
  }
});

test("unfit bytes are skipped over the end of a block", async () => {
  for (const { blocks, dice } of vectors.dice_of_blocks) assert.deepEqual(await diceOf((block) => bytesOf(blocks[block])), dice);
});

/** An export made by the stream itself. @param {number} rolls */
async function exported(rolls) {
  const seeds = ["anna", "boris"];
  const dice = await stream(ZERO, seeds);
  const events = [{ kind: "game_started", data: { number: 1, starter: await dice.lot(1), lot: await dice.lot(1), opening: [], position: null } }];
  for (let roll = 1; roll <= rolls; roll += 1) events.push({ kind: "rolled", data: { dice: await dice.roll(roll), roll } });
  return { commitment: await sha256(bytesOf(ZERO)), server_seed: ZERO, seeds, events };
}

test("an honest match is right in every part", async () => {
  const report = await verify(await exported(20));
  assert.equal(report.right, true);
  assert.equal(report.draws.length, 21);
});

test("the recorded match of the engine is right", async () => {
  const { events } = data("frames/match.json");
  const report = await verify({ ...(await exported(0)), events });
  assert.equal(report.right, true);
});

test("a changed die, lot, seed or commitment is found", async () => {
  const honest = await exported(3);
  const die = structuredClone(honest);
  die.events[2].data.dice[0] = (die.events[2].data.dice[0] % 6) + 1;
  const lot = structuredClone(honest);
  lot.events[0].data.lot = 1 - lot.events[0].data.lot;
  const wrong = [die, lot, { ...honest, seeds: ["anna", "eve"] }, { ...honest, commitment: ZERO }];
  for (const one of wrong) assert.equal((await verify(one)).right, false);
  assert.deepEqual((await verify(die)).draws.filter(({ right }) => !right).map(({ name }) => name), ["roll-2"]);
});

test("a roll left out or told twice is found", () => {
  const rolled = (roll) => ({ kind: "rolled", data: { dice: [1, 1], roll } });
  assert.equal(numberedRight(drawsOf([rolled(1), rolled(2)])), true);
  assert.equal(numberedRight(drawsOf([rolled(1), rolled(3)])), false);
  assert.equal(numberedRight(drawsOf([rolled(1), rolled(1)])), false);
});

test("an opening roll that is played is told under its number again", () => {
  const started = { kind: "game_started", data: { number: 1, starter: 0, lot: null, opening: [[1, 3, 3], [2, 6, 5]] } };
  assert.equal(numberedRight(drawsOf([started, { kind: "rolled", data: { dice: [6, 5], roll: 2 } }])), true);
});
