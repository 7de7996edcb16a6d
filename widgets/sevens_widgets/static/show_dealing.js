// @ts-check
/** A widget that shows how a deal is dealt. */
import { dealingView } from "./dealing.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { dealing: dealingView });
