// @ts-check
/** A widget that shows a forecast. */
import { widget } from "./common.js";
import { forecastView } from "./forecast.js";

export default widget("Sevens", "Loading the table …", { forecast: forecastView });
