// @ts-check
/** A widget that shows a deal played again. */
import { widget } from "./common.js";
import { replayView } from "./replay.js";

export default widget("Sevens", "Loading the table …", { replay: replayView });
