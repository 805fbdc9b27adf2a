// @ts-check
/** Listeners that can be taken away again. */

/**
 * @param {EventTarget} target @param {string} type @param {(event: any) => void} heard
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void} undo
 */
export function listen(target, type, heard, options) {
  target.addEventListener(type, heard, options);
  return () => target.removeEventListener(type, heard, options);
}

/** @param {(() => void)[]} undos @returns {() => void} one undo for all */
export function together(...undos) {
  return () => undos.forEach((undo) => undo());
}
