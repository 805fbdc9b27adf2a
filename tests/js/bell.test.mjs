// The bell of the header counts anew when a socket says that there is something.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ring, show } from "../../vrhcaby/static/vrhcaby/js/bell.js";

function page() {
  const number = { textContent: "0" };
  const badge = { hidden: true };
  const bell = { dataset: { bell: "/count/" } };
  const found = { "[data-bell-number]": number, "[data-bell-count]": badge, "[data-bell]": bell };
  return { number, badge, querySelector: (selector) => found[selector] ?? null };
}

test("more than two digits are not shown", () => {
  const here = page();
  show(here, 100);
  assert.equal(here.number.textContent, "99+");
  assert.equal(here.badge.hidden, false);
  show(here, 0);
  assert.equal(here.badge.hidden, true);
});

test("only a notice of the member's own list is counted", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => ({ unread: 3 }) };
  };
  const here = page();
  await ring({ code: "challenge_declined" }, here);
  assert.deepEqual(asked, []);
  await ring({ code: "told" }, here);
  assert.deepEqual(asked, ["/count/"]);
  assert.equal(here.number.textContent, "3");
});

test("a page without a bell, and one that is offline, stay as they are", async () => {
  await ring({ code: "told" }, { querySelector: () => null });
  globalThis.fetch = async () => { throw new TypeError("offline"); };
  const here = page();
  await ring({ code: "told" }, here);
  assert.equal(here.number.textContent, "0");
});
