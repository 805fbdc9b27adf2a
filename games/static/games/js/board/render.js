// @ts-check
/**
 * Puts checkers where they belong. Each checker keeps its node for the whole game, so that what
 * moves on the screen is the checker that moved.
 */

import { arrow, place } from "./geometry.js";

/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {{node: SVGGElement, from: Spot, to: Spot, second: boolean}} Move */

const SVG = "http://www.w3.org/2000/svg";
const SLOTS = 26;

/** @param {string} name @param {Record<string, string|number>} attributes @returns {SVGElement} */
export function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
  return element;
}

/** @param {Spot} spot */
export function translate({ x, y }) {
  return `translate(${x} ${y})`;
}

/** @param {0|1} seat @returns {SVGGElement} */
function checkerNode(seat) {
  const tone = seat === 0 ? "light" : "dark";
  const node = draw("g", { class: `checker ${tone}` });
  node.append(draw("use", { class: "disc", href: `#checker-${tone}` }), draw("use", { class: "slab", href: `#slab-${tone}` }), draw("text", { class: "count" }));
  return /** @type {SVGGElement} */ (node);
}

/** Steps of one checker one after the other are one way. @param {[number, number, boolean][]} last @returns {[number, number][]} */
export function joined(last) {
  /** @type {[number, number][]} */
  const ways = [];
  last.forEach(([from, to], index) => {
    const before = ways.at(-1);
    if (before && before[1] === from && !last[index - 1][2]) before[1] = to;
    else ways.push([from, to]);
  });
  return ways;
}

/**
 * @param {SVGSVGElement} svg the drawing made by the server
 */
export function createRenderer(svg) {
  const layer = /** @type {SVGGElement} */ (svg.querySelector(".checkers"));
  const marks = /** @type {SVGGElement} */ (svg.querySelector(".marks"));
  const lights = /** @type {SVGGElement} */ (svg.querySelector(".targets"));
  /** @type {SVGGElement[][][]} nodes by seat and point, edge first */
  let stacks = [[], []];
  /** @type {Map<SVGGElement, Spot>} */
  const spots = new Map();
  let viewer = /** @type {0|1} */ (0);

  /** @param {number[][]} boards */
  function build(boards) {
    layer.replaceChildren();
    spots.clear();
    stacks = boards.map((board, seat) => board.map((count) => Array.from({ length: count }, () => {
      const node = checkerNode(/** @type {0|1} */ (seat));
      layer.append(node);
      return node;
    })));
  }

  /** Move nodes from points that have too many to points that have too few. @param {SVGGElement[][]} points @param {number[]} counts */
  function reassign(points, counts) {
    const spare = points.flatMap((nodes, point) => nodes.splice(Math.min(counts[point], nodes.length)));
    points.forEach((nodes, point) => {
      while (nodes.length < counts[point] && spare.length) {
        const node = /** @type {SVGGElement} */ (spare.pop());
        layer.append(node);
        nodes.push(node);
      }
    });
  }

  /** @param {SVGGElement} node @param {number} point @param {number} index @param {number} count */
  function dress(node, point, index, count) {
    const tall = point !== 0 && count > 5;
    const top = index === count - 1;
    node.classList.toggle("lying", point === 0);
    node.classList.toggle("hidden", tall && index >= 4 && !top);
    const label = node.querySelector(".count");
    if (label) label.textContent = tall && top ? String(count) : "";
    node.classList.toggle("counted", tall && top);
  }

  /** @param {0|1} seat @returns {Move[]} */
  function settleSeat(seat) {
    /** @type {Move[]} */
    const moves = [];
    stacks[seat].forEach((nodes, point) => nodes.forEach((node, index) => {
      const to = place(seat === viewer, point, index);
      const from = spots.get(node);
      dress(node, point, index, nodes.length);
      if (from && (from.x !== to.x || from.y !== to.y)) moves.push({ node, from, to, second: point === 25 });
      spots.set(node, to);
      node.setAttribute("transform", translate(to));
    }));
    return moves;
  }

  return {
    /**
     * Show a position. @param {number[][]} boards @param {0|1} seat the viewer's seat
     * @returns {Move[]} what moved, to be animated by who wants to
     */
    show(boards, seat) {
      const turned = seat !== viewer;
      viewer = seat;
      const sizes = boards.map((board) => board.reduce((sum, count) => sum + count, 0));
      if (stacks.some((points, index) => points.length !== SLOTS || points.flat().length !== sizes[index])) build(boards);
      boards.forEach((counts, index) => reassign(stacks[index], counts));
      const moves = [...settleSeat(0), ...settleSeat(1)];
      return turned ? [] : moves;
    },
    /** @param {0|1} seat @param {number} point @returns {SVGGElement|null} the checker on top */
    top(seat, point) {
      return stacks[seat]?.[point]?.at(-1) ?? null;
    },
    /** Where a checker now lies or would land. @param {0|1} seat @param {number} point @param {boolean} landing @returns {Spot} */
    spot(seat, point, landing) {
      const count = stacks[seat]?.[point]?.length ?? 0;
      return place(seat === viewer, point, landing ? count : Math.max(0, count - 1));
    },
    /** Mark own steps that have not left this page. @param {number[]} points they ended on @param {0|1} seat */
    unsent(points, seat) {
      lights.append(...points.map((point) => draw("circle", { class: "halo unsent", r: 25, transform: translate(this.spot(seat, point, false)) })));
    },
    /** Put a lifted checker back to its place. @param {SVGGElement} node @param {Spot} [from] so that it moves from where it was let go */
    rest(node, from) {
      const spot = spots.get(node);
      if (spot) node.setAttribute("transform", translate(spot));
      if (from) spots.set(node, from);
    },
    /** Arrows of the last turn. @param {[number, number, boolean][]} last @param {0|1|null} seat */
    arrows(last, seat) {
      const paths = seat === null ? [] : joined(last.filter(([from]) => from <= 25)).map(([from, to]) => {
        const own = seat === viewer;
        const start = place(own, from, stacks[seat]?.[from]?.length ?? 0);
        const end = place(own, to, Math.max(0, (stacks[seat]?.[to]?.length ?? 1) - 1));
        return draw("path", { class: "arrow", d: arrow(start, end), "marker-end": "url(#arrowhead)" });
      });
      marks.replaceChildren(...paths);
    },
    /**
     * Light up what may be moved, what is held and where it may go.
     * @param {{movable: Set<number>, selected: number|null, targets: {to: number, hit: boolean}[], seat: 0|1}} shown
     */
    lights({ movable, selected, targets, seat }) {
      const reach = new Map(targets.map((target) => [target.to, target.hit]));
      svg.querySelectorAll("[data-point]").forEach((column) => {
        const point = Number(/** @type {SVGElement & {dataset: DOMStringMap}} */ (column).dataset.point);
        column.classList.toggle("movable", movable.has(point));
        column.classList.toggle("selected", selected === point);
        column.classList.toggle("target", reach.has(point));
        column.classList.toggle("hit", reach.get(point) === true);
      });
      const rings = selected === null ? [...movable].map((point) => draw("circle", { class: "halo", r: 24.5, transform: translate(this.spot(seat, point, false)) })) : [];
      const held = selected === null ? [] : [draw("circle", { class: "halo held", r: 25, transform: translate(this.spot(seat, selected, false)) })];
      const landings = targets.map(({ to, hit }) => draw("circle", { class: hit ? "landing hit" : "landing", r: 15, transform: translate(this.spot(seat, to, true)) }));
      lights.replaceChildren(...rings, ...held, ...landings);
    },
  };
}
