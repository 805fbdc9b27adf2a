// @ts-check
/** Entry of the page of one challenge: a seed is made by the browser. */

import { fillSeeds } from "./forms.js";

fillSeeds(document);
