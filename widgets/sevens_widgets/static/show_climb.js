// @ts-check
/** A widget that shows a player on the ladder. */
import { widget } from "./common.js";
import { climbView } from "./climb.js";

export default widget("The ladder", "Loading the ladder …", { climb: climbView });
