// @ts-check
/** The table of Sevens whatever it shows, for a widget whose kind may change while it is looked at. */
import { widget } from "./common.js";
import { forecastView } from "./forecast.js";
import { gameView } from "./game.js";
import { positionView } from "./position.js";
import { quizView } from "./quiz.js";
import { replayView } from "./replay.js";

export default widget("Sevens", "Loading the table …", { game: gameView, quiz: quizView, replay: replayView, position: positionView, compare: positionView, forecast: forecastView });
