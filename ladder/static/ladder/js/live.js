// @ts-check
/** Entry of a page that is told what has changed: its parts are read again, whatever changed. */

import { fillSeeds } from "../../games/js/forms.js";
import { listen } from "../../games/js/listen.js";
import { address, connect } from "../../games/js/socket.js";
import { renew } from "./parts.js";

const root = /** @type {HTMLElement|null} */ (document.querySelector("[data-live]"));
const QUIET_MS = 250;
const LATER_MS = 4000;
/** Too many at once, or the site is away: it is worth asking again. */
const PASSING = [429, 502, 503, 504];

// On a telephone the row of tabs scrolls: the page one is on must not be out of sight.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

/** @type {any} */
let timer = null;
let reading = false;
let again = false;
let version = Number(root?.dataset.version ?? 0);
/** Parts that somebody is at work in: they are renewed when he leaves them. */
let waiting = false;

/** @returns {Promise<Document|"later"|null>} the page as it is now, null when it cannot be had */
async function fetched() {
  try {
    const answer = await fetch(root?.dataset.fresh ?? location.href, { headers: { accept: "text/html" } });
    if (PASSING.includes(answer.status)) return "later";
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return "later";
  }
}

async function read() {
  if (reading) {
    again = true;
    return;
  }
  reading = true;
  const fresh = await fetched();
  reading = false;
  if (fresh === "later") {
    // Not all at the same moment: a whole room may look at one table.
    clearTimeout(timer);
    timer = setTimeout(read, LATER_MS * (1 + Math.random()));
  } else if (fresh) {
    waiting = renew(document, fresh).length > 0;
    version = Math.max(version, Number(/** @type {HTMLElement|null} */ (fresh.querySelector("[data-live]"))?.dataset.version ?? 0));
    document.querySelectorAll("[data-changed]").forEach((note) => { /** @type {HTMLElement} */ (note).hidden = !waiting; });
    fillSeeds(document);
    document.dispatchEvent(new CustomEvent("parts-renewed"));
  }
  if (again) soon();
}

/** Several changes close together are read once. */
function soon() {
  again = false;
  clearTimeout(timer);
  timer = setTimeout(read, QUIET_MS);
}

/** @type {Record<string, (frame: any) => void>} */
const TAKE = {
  // The version of official acts alone grows: an invitation to sit down changes the page without it.
  changed: (frame) => { if (frame.version >= version) soon(); },
  go: (frame) => location.assign((root?.dataset.match ?? "").replace("/0/", `/${frame.match}/`)),
  // The lobby asks whether one sits down.
  "ready?": () => location.assign("/"),
  notice: soon,
};

fillSeeds(document);
if (root?.dataset.socket) {
  const line = connect({
    url: address(root.dataset.socket, location),
    greet: () => ({ type: "hello", since: version }),
    heard: (frame) => TAKE[frame.type]?.(frame),
    status: (status) => { root.dataset.connection = status; },
  });
  listen(document, "focusout", () => { if (waiting) soon(); });
}
