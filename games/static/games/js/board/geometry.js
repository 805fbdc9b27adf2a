// @ts-check
/**
 * Where things stand on the drawing, and back. The numbers are those of `games/picture.py`:
 * one drawing of 748 x 600 with the own home at the lower right. A view turns the whole
 * drawing: `tall` swaps the axes, `left` mirrors the home to the other side.
 *
 * @typedef {{tall: boolean, left: boolean}} View
 * @typedef {{x: number, y: number}} Spot
 */

export const WIDTH = 748;
export const HEIGHT = 600;
const TOP = 24;
const BOTTOM = 576;
const MIDDLE = 300;
const PITCH = 50;
const RADIUS = 24;
const DEPTH = 48;
const SLAB = 15;
const LEFT_HALF = 14;
const RIGHT_HALF = 366;
const BAR_X = 340;
const TRAY_X = 705;
const BAR = 25;
const OFF = 0;

/** A stack shows this many checkers, then a count. */
export const SHOWN_STACK = 5;

/** @param {number} point 1 … 24 in the viewer's numbers @returns {number} x of its middle */
export function column(point) {
  const place = point <= 12 ? 12 - point : point - 13;
  return (place < 6 ? LEFT_HALF : RIGHT_HALF) + PITCH / 2 + (place % 6) * PITCH;
}

/**
 * @param {boolean} own is it the viewer's checker
 * @param {number} point its owner's number, bar 25, off 0
 * @param {number} index from the edge, 0 first
 * @returns {Spot}
 */
export function place(own, point, index) {
  if (point === OFF) {
    const depth = 10 + index * SLAB;
    return { x: TRAY_X, y: own ? BOTTOM - depth : TOP + depth };
  }
  const level = Math.min(index, SHOWN_STACK - 1);
  if (point === BAR) {
    const away = 58 + level * DEPTH * 0.94;
    return { x: BAR_X, y: own ? MIDDLE - away : MIDDLE + away };
  }
  const number = own ? point : BAR - point;
  const depth = RADIUS + 1 + level * DEPTH;
  return { x: column(number), y: number > 12 ? TOP + depth : BOTTOM - depth };
}

/** @param {number} count @param {boolean} own @returns {Spot[]} own dice right, the rival's left */
export function dicePlaces(count, own) {
  const centre = own ? 516 : 164;
  return Array.from({ length: count }, (_, index) => ({ x: centre + 28 * (2 * index - count + 1), y: MIDDLE }));
}

/** @param {"own"|"their"|null} side whose it is, null: in the middle @returns {Spot} the cube lies on the bar */
export function cubePlace(side) {
  return { x: BAR_X, y: side === null ? MIDDLE : side === "own" ? BOTTOM - 23 : TOP + 23 };
}

/** @param {boolean} own @returns {Spot} a cube that is offered lies before the one who must answer */
export function offeredCubePlace(own) {
  return { x: own ? 516 : 164, y: MIDDLE };
}

/**
 * @param {Spot} spot in drawing units
 * @returns {string|null} the `data-point` of the column there
 */
export function columnAt({ x, y }) {
  const upper = y < MIDDLE;
  if (x >= 671) return upper ? "their-off" : "0";
  if (x >= LEFT_HALF + 300 && x < RIGHT_HALF) return upper ? "25" : "their-bar";
  const half = x < RIGHT_HALF ? LEFT_HALF : RIGHT_HALF;
  const place = Math.floor((x - half) / PITCH) + (half === RIGHT_HALF ? 6 : 0);
  if (x < LEFT_HALF || place < 0 || place > 11 || y < 0 || y > HEIGHT) return null;
  return String(upper ? 13 + place : 12 - place);
}

/**
 * A place on the screen in units of the drawing.
 * @param {{left: number, top: number, width: number, height: number}} box of the drawing on the screen
 * @param {View} view @param {number} clientX @param {number} clientY @returns {Spot}
 */
export function toDrawing(box, view, clientX, clientY) {
  let across = (clientX - box.left) / box.width;
  const down = (clientY - box.top) / box.height;
  if (view.left) across = 1 - across;
  return view.tall ? { x: down * WIDTH, y: across * HEIGHT } : { x: across * WIDTH, y: down * HEIGHT };
}

/** Columns in rows as drawn: the upper row, then the lower, left to right. */
const ROWS = [
  ["13", "14", "15", "16", "17", "18", "25", "19", "20", "21", "22", "23", "24"],
  ["12", "11", "10", "9", "8", "7", "their-bar", "6", "5", "4", "3", "2", "1", "0"],
];

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {[number, number]} way @param {View} view @returns {[number, number]} row and column on the drawing */
function turned([down, across], view) {
  const side = view.left ? -across : across;
  return view.tall ? [side, down] : [down, side];
}

/**
 * The column beside `from` in the direction of an arrow key, as seen on the screen.
 * @param {string} from @param {string} key @param {View} view @returns {string|null} null: no arrow, or the edge
 */
export function neighbour(from, key, view) {
  if (!(key in ARROWS)) return null;
  const [down, across] = turned(ARROWS[key], view);
  const row = ROWS.findIndex((names) => names.includes(from));
  if (row < 0) return null;
  const index = ROWS[row].indexOf(from);
  const target = ROWS[row + down];
  return target?.[Math.min(index + across, down ? target.length - 1 : index + across)] ?? null;
}

/**
 * A path from one place to another, bent to the middle of the board, the more the longer it is.
 * @param {Spot} from @param {Spot} to @returns {string}
 */
export function arrow(from, to) {
  const height = (from.y + to.y) / 2;
  const rise = Math.min(Math.abs(MIDDLE - height), Math.abs(to.x - from.x) * 0.45 + 12);
  return `M${from.x} ${from.y} Q${(from.x + to.x) / 2} ${height + Math.sign(MIDDLE - height) * rise} ${to.x} ${to.y}`;
}
