// @ts-check
/**
 * The page's words. They stand in `<template id="phrases">`, one element with `data-phrase` each,
 * in the page's language; `{name}` marks what is filled in. Scripts hold no words of their own.
 */

/** @typedef {(key: string, values?: Record<string, string|number>) => string} Say */

/** @param {Iterable<[string, string]>} entries @returns {Say} a key without a phrase gives "" */
export function phrasebook(entries) {
  const book = new Map(entries);
  return (key, values = {}) => (book.get(key) ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {(HTMLTemplateElement|null)[]} templates @returns {Say} */
export function fromTemplate(...templates) {
  const marked = templates.flatMap((template) => (template ? [...template.content.querySelectorAll("[data-phrase]")] : []));
  return phrasebook(marked.map((element) => [/** @type {HTMLElement} */ (element).dataset.phrase ?? "", element.textContent?.trim() ?? ""]));
}

/** @param {string|null} text a decimal number as the server writes it @param {string} language @returns {string} as people write it there */
export function decimalText(text, language) {
  return text === null || text === "" ? "" : Number(text).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
}

/** @param {string} id of a `json_script` @returns {any} null when the page has none */
export function pageData(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent ?? "null") : null;
}
