// @ts-check
/** A widget that shows a quiz. */
import { quizView } from "./quiz.js";
import { widget } from "./widget.js";

export default widget("Sevens", "Loading the table …", { quiz: quizView });
