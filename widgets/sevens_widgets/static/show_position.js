// @ts-check
/** A widget that shows one position, or two side by side. */
import { widget } from "./common.js";
import { positionView } from "./position.js";

export default widget("Sevens", "Loading the table …", { position: positionView, compare: positionView });
