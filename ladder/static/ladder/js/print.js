// @ts-check
/** Entry of a page made for paper: its button prints. */

import { listen } from "../../games/js/listen.js";

document.querySelectorAll("[data-print]").forEach((button) => listen(button, "click", () => window.print()));
