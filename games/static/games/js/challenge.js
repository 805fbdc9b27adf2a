// @ts-check
/** Entry of the page of one challenge: a seed is made by the browser, options are shown as they make sense. */

import { bindOptions } from "./challenge_options.js";
import { fillSeeds } from "./forms.js";

fillSeeds(document);
document.querySelectorAll("form").forEach(bindOptions);
