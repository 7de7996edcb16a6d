// @ts-check
/** A widget that shows how a deal is dealt. */
import { widget } from "./common.js";
import { dealingView } from "./dealing.js";

export default widget("Sevens", "Loading the table …", { dealing: dealingView });
