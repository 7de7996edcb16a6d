// @ts-check
/** A widget that shows a player on the ladder. */
import { climbView } from "./climb.js";
import { widget } from "./widget.js";

export default widget("The ladder", "Loading the ladder …", { climb: climbView });
