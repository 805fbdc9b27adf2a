// @ts-check
/** Matches of several games: the score, what a game brought, and whether it is the Crawford game. */

/** @typedef {import("./phrases.js").Say} Say */
/** @typedef {import("./protocol.js").State} State */

/** @param {State|null|undefined} state @returns {boolean} more games than one may be played */
export function several(state) {
  return state?.length !== undefined && state.length !== 1;
}

/** @param {Say} say @param {State} state @param {0|1} seat @returns {string} `2 / 3`, or the points of a session */
export function scoreText(say, state, seat) {
  if (!several(state) || !state.score) return "";
  const score = state.score[seat];
  return state.length === null ? say("score-money", { score }) : say("score", { score, length: state.length });
}

/** @param {Say} say @param {State} state @returns {string} the sign of the Crawford game */
export function crawfordText(say, state) {
  return several(state) && state.length !== null && state.crawford === "now" && state.cube ? say("crawford") : "";
}

/**
 * Between two games of a session: who is awaited for the next.
 * @param {Say} say @param {{names: string[], you: 0|1|null, state: State|null}} table
 */
export function awaitedText(say, { names, you, state }) {
  const awaited = [0, 1].filter((seat) => !state?.ready?.[seat]);
  if (awaited.length !== 1) return say("between-both");
  const [seat] = awaited;
  return seat === you ? say("between-you", { name: names[1 - seat] }) : say("between-they", { name: names[seat] });
}

/**
 * The level that a game counted at: a single one where gammons do not count, nobody having doubled (Jacoby).
 * @param {{level: number, points: number}} game @param {State|null|undefined} state whose cube was the game's @returns {number}
 */
export function countedLevel({ level, points }, state) {
  return points < level * (state?.cube?.value ?? 1) ? 1 : level;
}

/** @param {Say} say @param {State|null|undefined} state @returns {string} what the last game was, where the end of the match alone does not tell it */
export function lastGameText(say, state) {
  const game = state?.result_of_game;
  if (!game || game.winner === null || !several(state)) return "";
  const told = game.level > 1 || game.reason === "left";
  return told ? say(`last-level-${countedLevel(game, state)}`, { points: game.points }) : "";
}

/**
 * How a game ended and where the match stands after it.
 * @param {Say} say @param {{names: string[], you: 0|1|null, state: State|null}} table
 * @param {{number?: number, winner: 0|1|null, level: number, points: number, reason: string}|null|undefined} game
 * @param {boolean} scored whether the score is told too
 */
export function gameText(say, { names, you, state }, game, scored = true) {
  if (!game) return "";
  const score = scored && state?.score && several(state) ? say("score-now", { first: names[0], second: names[1], a: state.score[0], b: state.score[1] }) : "";
  if (game.winner === null) return `${say("game-annulled")} ${score}`.trim();
  const loser = game.winner === 0 ? 1 : 0;
  const person = you === game.winner ? "-you" : "";
  const values = { winner: names[game.winner], loser: names[loser], points: game.points };
  const how = say(`game-${game.reason}${person}`, values) || say(`game-level-${countedLevel(game, state)}${person}`, values);
  return `${how} ${score}`.trim();
}
