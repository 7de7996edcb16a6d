// @ts-check
/** A widget that shows one position, or two side by side. */
import { positionView } from "./position.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { position: positionView, compare: positionView });
