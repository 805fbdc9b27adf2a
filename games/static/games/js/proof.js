// @ts-check
/** Entry of the proof page: recomputes every roll and writes the answer into the table. */

import { fromTemplate, pageData } from "./phrases.js";
import { verify } from "./verify.js";

/** @param {HTMLElement} row @param {string} text @param {boolean} right */
function mark(row, text, right) {
  const cell = row.querySelector("[data-computed]");
  if (cell) cell.textContent = text;
  row.classList.add(right ? "right" : "wrong");
}

async function run() {
  const { seeds, played } = pageData("proof");
  const say = fromTemplate(/** @type {HTMLTemplateElement|null} */ (document.getElementById("phrases")));
  const verdict = /** @type {HTMLElement} */ (document.querySelector("[data-verdict]"));
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = say("proof-no-crypto");
    return;
  }
  const report = await verify(seeds, played);
  const row = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-row="${name}"]`));
  const sign = (/** @type {boolean} */ right) => say(right ? "proof-right" : "proof-wrong");
  mark(row("commitment"), sign(report.commitment), report.commitment);
  mark(row("lot"), `${played.names[report.lot.expected]} ${sign(report.lot.right)}`, report.lot.right);
  report.rolls.forEach(({ number, expected, right }) => mark(row(`roll-${number}`), `${expected.join("-")} ${sign(right)}`, right));
  verdict.textContent = say(report.right ? "proof-all-right" : "proof-some-wrong", { count: report.rolls.length });
  verdict.classList.add(report.right ? "right" : "wrong");
}

void run();
