// @ts-check
/** A widget that shows a game, and the replay at its end. */
import { widget } from "./common.js";
import { gameView } from "./game.js";

export default widget("Sevens", "Loading the table …", { game: gameView });
