// @ts-check
/** A widget that shows a deal played again. */
import { replayView } from "./replay.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { replay: replayView });
