// @ts-check
/** A widget that shows how far one has come. */
import { widget } from "./common.js";
import { progressView } from "./progress.js";

export default widget("Your progress", "Looking for your ticks …", { progress: progressView });
