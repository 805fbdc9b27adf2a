// @ts-check
/**
 * The chats as the page knows them: a headless reducer over frames.
 *
 * @typedef {{id: number, author_id: number, author: string, bot: boolean, seat: 0|1|null, text: string, quick: string|null, at: number}} Line
 * @typedef {{lines: Line[], closed: string|null, unread: number}} Room
 * @typedef {object} Chats
 * @property {Record<string, Room>} rooms  those that are open to the viewer
 * @property {string|null} room            the one that is shown
 * @property {{until: number, reason: string}|null} mute  the viewer may not write
 * @property {number[]} hidden             members whose lines are not shown
 * @property {boolean} open                the lines are in sight
 * @property {boolean} off                 the viewer wants no chats at all
 */

const MOST_LINES = 200;
const ORDER = ["players", "spectators", "lobby"];

/** @param {{open?: boolean, off?: boolean}} [wishes] @returns {Chats} */
export function noChats({ open = true, off = false } = {}) {
  return { rooms: {}, room: null, mute: null, hidden: [], open, off };
}

/** @param {Chats} chats @param {any} frame @returns {Chats} */
function takeWhole(chats, { room, lines, closed }) {
  const before = chats.rooms[room];
  const unread = before ? before.unread + fresh(before, lines) : 0;
  const rooms = { ...chats.rooms, [room]: { lines, closed: closed ?? null, unread: inSight(chats, room) ? 0 : unread } };
  return { ...chats, rooms, room: chats.room ?? ORDER.find((name) => name in rooms) ?? room };
}

/** @param {Room} room @param {Line[]} lines @returns {number} how many of them are new */
function fresh({ lines: known }, lines) {
  const last = known.at(-1)?.id ?? 0;
  return lines.filter(({ id }) => id > last).length;
}

/** @param {Chats} chats @param {string} room */
function inSight(chats, room) {
  return chats.open && chats.room === room;
}

/** @param {Chats} chats @param {any} frame @param {number|null} you @returns {Chats} */
function takeLines(chats, frame, you) {
  if (frame.whole) return takeWhole(chats, frame);
  const room = chats.rooms[frame.room];
  if (!room) return chats;
  const last = room.lines.at(-1)?.id ?? 0;
  const added = frame.lines.filter((/** @type {Line} */ { id, author_id }) => id > last && !chats.hidden.includes(author_id));
  if (!added.length) return chats;
  const news = added.filter((/** @type {Line} */ { author_id }) => author_id !== you).length;
  const unread = inSight(chats, frame.room) ? 0 : room.unread + news;
  return { ...chats, rooms: { ...chats.rooms, [frame.room]: { ...room, lines: [...room.lines, ...added].slice(-MOST_LINES), unread } } };
}

/** @param {Chats} chats @param {(line: Line) => boolean} stays @returns {Chats} */
function keeping(chats, stays) {
  const rooms = Object.fromEntries(Object.entries(chats.rooms).map(([name, room]) => [name, { ...room, lines: room.lines.filter(stays) }]));
  return { ...chats, rooms };
}

/**
 * @param {Chats} chats
 * @param {any} frame one frame of the server
 * @param {number|null} [you] the viewer's member id
 * @returns {Chats} the same object when the frame changes nothing
 */
export function receive(chats, frame, you = null) {
  if (frame.type === "chat") return takeLines(chats, frame, you);
  if (frame.type === "chat_removed") return keeping(chats, ({ id }) => id !== frame.line);
  if (frame.type !== "chat_standing") return chats;
  const { mute, hidden } = frame;
  return keeping({ ...chats, mute, hidden }, ({ author_id }) => !hidden.includes(author_id));
}

/** @param {Chats} chats @param {any} frame @returns {boolean} somebody is blocked no longer: what was hidden must be asked for */
export function asksAgain(chats, frame) {
  return frame.type === "chat_standing" && chats.hidden.some((id) => !frame.hidden.includes(id));
}

/** @param {Chats} chats @param {string} room @returns {Chats} */
export function look(chats, room) {
  return seen({ ...chats, room });
}

/** @param {Chats} chats @param {boolean} open @returns {Chats} */
export function fold(chats, open) {
  return seen({ ...chats, open });
}

/** @param {Chats} chats @param {boolean} off @returns {Chats} */
export function silence(chats, off) {
  return { ...chats, off };
}

/** What is in sight is read. @param {Chats} chats @returns {Chats} */
function seen(chats) {
  const room = chats.room === null ? undefined : chats.rooms[chats.room];
  if (!chats.open || !room?.unread || chats.room === null) return chats;
  return { ...chats, rooms: { ...chats.rooms, [chats.room]: { ...room, unread: 0 } } };
}

/** @param {Chats} chats @returns {number} lines not seen yet, in all rooms */
export function unread({ rooms, off }) {
  return off ? 0 : Object.values(rooms).reduce((sum, room) => sum + room.unread, 0);
}

/** @param {Chats} chats @param {number} now ms of the epoch @returns {"mute"|string|null} why the viewer cannot write in the room that is shown */
export function closed({ rooms, room, mute }, now) {
  const shown = room === null ? undefined : rooms[room];
  if (shown?.closed) return shown.closed;
  return mute !== null && now < mute.until ? "mute" : null;
}
