// @ts-check
/** The table of Sevens whatever it shows, for a widget whose kind may change while it is looked at. */
import { dealingView } from "./dealing.js";
import { forecastView } from "./forecast.js";
import { gameView } from "./game.js";
import { positionView } from "./position.js";
import { quizView } from "./quiz.js";
import { replayView } from "./replay.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { game: gameView, quiz: quizView, replay: replayView, dealing: dealingView, position: positionView, compare: positionView, forecast: forecastView });
