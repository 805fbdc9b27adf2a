// @ts-check
/**
 * A whole turn put together on the page: a walk through the server's graph of the roll. Headless
 * and without rules: node 0 is the position as it stands, an edge is a step, and where no edge
 * leaves the turn is whole and may be sent.
 *
 * @typedef {import("./protocol.js").WireStep} WireStep
 * @typedef {import("./protocol.js").Legal} Legal
 * @typedef {[number, number, number, boolean, number]} Edge  a step and the node it leads to
 * @typedef {Edge[][]} Graph
 * @typedef {WireStep[]} Draft  steps put together and not sent
 */

/** @type {Legal} */
const NOTHING = { steps: [], paths: [] };
const LONGEST = 4;

/** @param {Edge} edge @returns {WireStep} */
function stepOf([from, to, die, hit]) {
  return [from, to, die, hit];
}

/** @param {WireStep|Edge} a @param {WireStep} b */
function same(a, b) {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/** @param {Graph|null|undefined} graph @param {Draft} draft @returns {number|null} the node the draft leads to, null when it is no walk */
export function nodeOf(graph, draft) {
  /** @type {number|null} */
  let node = graph?.length ? 0 : null;
  draft.forEach((step) => {
    const edge = node === null ? undefined : graph?.[node]?.find((one) => same(one, step));
    node = edge ? edge[4] : null;
  });
  return node;
}

/**
 * Ways of one checker over several dice.
 * @param {Graph} graph @param {number} node @returns {[number, number, WireStep[]][]}
 */
function pathsFrom(graph, node) {
  /** @type {Map<string, [number, number, WireStep[]]>} */
  const found = new Map();
  /** @param {number} at @param {WireStep[]} way */
  function walk(at, way) {
    if (way.length === LONGEST) return;
    const last = way.at(-1);
    graph[at].filter((edge) => last === undefined || edge[0] === last[1]).forEach((edge) => {
      const longer = [...way, stepOf(edge)];
      const key = JSON.stringify([longer[0][0], edge[1], longer.map((step) => [step[3], step[2]])]);
      if (longer.length > 1 && !found.has(key)) found.set(key, [longer[0][0], edge[1], longer]);
      walk(edge[4], longer);
    });
  }
  walk(node, []);
  return [...found.values()];
}

/** @param {Graph} graph @param {Draft} draft @returns {Legal} what may be added to the draft */
export function legalAfter(graph, draft) {
  const node = nodeOf(graph, draft);
  if (node === null) return NOTHING;
  return { steps: graph[node].map(stepOf), paths: pathsFrom(graph, node) };
}

/** @param {Graph|null|undefined} graph @param {Draft} draft @returns {boolean} the turn may be sent */
export function whole(graph, draft) {
  const node = nodeOf(graph, draft);
  return node !== null && draft.length > 0 && graph?.[node].length === 0;
}

/** @param {Graph} graph @param {Draft} draft @param {WireStep[]} steps @returns {Draft} as far as the graph goes along */
export function added(graph, draft, steps) {
  return steps.reduce((sum, step) => (nodeOf(graph, [...sum, step]) === null ? sum : [...sum, step]), draft);
}

/** @param {Draft} draft @returns {{steps: [number, number][]}} the fields of a turn command */
export function turnFields(draft) {
  return { steps: draft.map(([from, , die]) => [from, die]) };
}
