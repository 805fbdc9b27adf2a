import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./frames.mjs";

const { arrow, column, columnAt, dicePlaces, neighbour, place, toDrawing, WIDTH, HEIGHT } = await load("board/geometry.js");

const WIDE = { tall: false, left: false };
const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

test("the own home is at the lower right", () => {
  assert.ok(column(1) > column(6) && column(6) > column(7) && column(7) > column(12));
  assert.equal(column(13), column(12));
  assert.equal(column(24), column(1));
  assert.ok(place(true, 1, 0).y > HEIGHT / 2);
  assert.ok(place(true, 24, 0).y < HEIGHT / 2);
});

test("every checker lies in its own column", () => {
  POINTS.forEach((point) => [0, 3, 9].forEach((index) => {
    assert.equal(columnAt(place(true, point, index)), String(point));
    assert.equal(columnAt(place(false, point, index)), String(25 - point));
  }));
  assert.equal(columnAt(place(true, 25, 0)), "25");
  assert.equal(columnAt(place(false, 25, 0)), "their-bar");
  assert.equal(columnAt(place(true, 0, 14)), "0");
  assert.equal(columnAt(place(false, 0, 14)), "their-off");
});

test("a stack of more than five does not grow", () => {
  assert.deepEqual(place(true, 6, 4), place(true, 6, 12));
  assert.notDeepEqual(place(true, 6, 3), place(true, 6, 4));
});

test("fifteen checkers fit into a tray", () => {
  assert.ok(place(true, 0, 14).y > HEIGHT / 2 + 20);
  assert.ok(place(false, 0, 14).y < HEIGHT / 2 - 20);
});

test("outside the board there is no column", () => {
  assert.equal(columnAt({ x: 5, y: 300 }), null);
});

/** @param {{x: number, y: number}} spot */
const rounded = ({ x, y }) => ({ x: Math.round(x * 1000) / 1000, y: Math.round(y * 1000) / 1000 });

test("a place on the screen is found in each view", () => {
  const wide = { left: 10, top: 20, width: WIDTH, height: HEIGHT };
  const tall = { left: 10, top: 20, width: HEIGHT, height: WIDTH };
  assert.deepEqual(rounded(toDrawing(wide, WIDE, 10 + 100, 20 + 50)), { x: 100, y: 50 });
  assert.deepEqual(rounded(toDrawing(wide, { tall: false, left: true }, 10 + WIDTH - 100, 20 + 50)), { x: 100, y: 50 });
  assert.deepEqual(rounded(toDrawing(tall, { tall: true, left: false }, 10 + 50, 20 + 100)), { x: 100, y: 50 });
  assert.deepEqual(rounded(toDrawing(tall, { tall: true, left: true }, 10 + HEIGHT - 50, 20 + 100)), { x: 100, y: 50 });
});

test("arrow keys go as the board is seen", () => {
  assert.equal(neighbour("6", "ArrowRight", WIDE), "5");
  assert.equal(neighbour("6", "ArrowLeft", WIDE), "their-bar");
  assert.equal(neighbour("6", "ArrowUp", WIDE), "19");
  assert.equal(neighbour("13", "ArrowLeft", WIDE), null);
  assert.equal(neighbour("6", "ArrowLeft", { tall: false, left: true }), "5");
  assert.equal(neighbour("6", "ArrowDown", { tall: true, left: false }), "5");
  assert.equal(neighbour("6", "ArrowLeft", { tall: true, left: false }), "19");
  assert.equal(neighbour("0", "ArrowUp", WIDE), "24");
  assert.equal(neighbour("6", "Enter", WIDE), null);
});

test("dice lie in the half of who throws them", () => {
  assert.ok(dicePlaces(2, true).every(({ x }) => x > WIDTH / 2));
  assert.ok(dicePlaces(4, false).every(({ x }) => x < WIDTH / 2 - 30));
});

test("an arrow begins and ends where it is told", () => {
  assert.match(arrow({ x: 1, y: 2 }, { x: 301, y: 2 }), /^M1 2 Q151 .* 301 2$/);
});
