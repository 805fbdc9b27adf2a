// @ts-check
// Menus are <details>; a click elsewhere or Escape closes them.

/**
 * @param {Document} page
 * @returns {() => void} undo
 */
export function closeMenusOutside(page) {
  const openMenus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (
    page.querySelectorAll("details.menu[open]")
  );

  /** @param {MouseEvent} event */
  const onClick = (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    }
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      const hadFocus = menu.contains(page.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    }
  };

  page.addEventListener("click", onClick);
  page.addEventListener("keydown", onKey);
  return () => {
    page.removeEventListener("click", onClick);
    page.removeEventListener("keydown", onKey);
  };
}
