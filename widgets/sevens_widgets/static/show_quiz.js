// @ts-check
/** A widget that shows a quiz. */
import { widget } from "./common.js";
import { quizView } from "./quiz.js";

export default widget("Sevens", "Loading the table …", { quiz: quizView });
