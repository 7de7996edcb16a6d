// @ts-check
/** A widget that shows a forecast. */
import { forecastView } from "./forecast.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { forecast: forecastView });
