// @ts-check
/** Entry of the proof page: recomputes every draw and writes the answer beside it. */

import { fromTemplate, pageData } from "./phrases.js";
import { verify } from "./verify.js";

const say = fromTemplate(/** @type {HTMLTemplateElement|null} */ (document.getElementById("phrases")));
const verdict = /** @type {HTMLElement|null} */ (document.querySelector("[data-verdict]"));

/** @param {string} name @param {boolean} right @param {string} [text] */
function mark(name, right, text = "") {
  const row = document.querySelector(`[data-row="${name}"]`);
  const cell = row?.querySelector("[data-computed]");
  if (!row || !cell) return;
  cell.textContent = `${text} ${say(right ? "proof-right" : "proof-wrong")}`.trim();
  row.classList.add(right ? "right" : "wrong");
}

/** @param {import("./verify.js").Exported} exported @param {string[]} names @param {HTMLElement} place */
async function run(exported, names, place) {
  if (!globalThis.crypto?.subtle) {
    place.textContent = say("proof-no-crypto");
    return;
  }
  const report = await verify(exported);
  mark("commitment", report.commitment);
  mark("seeds", report.seeds);
  mark("numbers", report.numbers);
  report.draws.forEach(({ name, expected, right }) => mark(name, right, name.startsWith("lot") ? names[expected[0]] : expected.join("-")));
  place.textContent = say(report.right ? "proof-all-right" : "proof-some-wrong", { count: report.draws.length });
  place.classList.add(report.right ? "ok" : "error");
}

const exported = pageData("export");
if (verdict && exported?.server_seed) void run(exported, pageData("names"), verdict);
