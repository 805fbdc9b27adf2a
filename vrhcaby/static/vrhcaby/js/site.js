// @ts-check
// What every page has: menus, confirmations, the switch of colours, the browser's time zone.
import { closeMenusOutside } from "./menus.js";
import { confirmForms } from "./confirm.js";
import { switchTheme } from "./theme.js";
import { fillTimeZone } from "./timezone.js";

closeMenusOutside(document);
confirmForms(document);
switchTheme(document);
fillTimeZone(document);
