// @ts-check
/** A widget that shows a game, and the replay at its end. */
import { gameView } from "./game.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { game: gameView });
