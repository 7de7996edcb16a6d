// @ts-check
/** A widget that shows how far one has come. */
import { progressView } from "./progress.js";
import { widget } from "./widget.js";

export default widget("Your progress", "Looking for your ticks …", { progress: progressView });
