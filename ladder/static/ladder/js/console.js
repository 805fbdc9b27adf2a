// @ts-check
/** Entry of the console: goes to the board named in the address; seats are ordered by drag and by keyboard. */

import { listen } from "../../games/js/listen.js";
import { bindSeats } from "./seats_order.js";

/** Open the pairing that the address names. */
function openNamed() {
  const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView({ block: "nearest" });
  named.querySelector("summary")?.focus();
}

function bindAll() {
  document.querySelectorAll("form[data-seats]").forEach((form) => bindSeats(/** @type {HTMLFormElement} */ (form)));
}

openNamed();
bindAll();
listen(window, "hashchange", openNamed);
listen(document, "parts-renewed", bindAll);
