// @ts-check
/**
 * What a browser remembers of a quiz: a tick for each exercise that was solved, and whether the first answer was right.
 * The page that shows how far one has come reads the same.
 */
import { store } from "./common.js";

/** @param {unknown} found what was kept may be from another version, or nonsense */
const names = (found) => new Set(Array.isArray(found) ? found.filter((each) => typeof each === "string") : []);

/** Which exercises of a quiz are solved. @param {string} quiz @returns {Set<string>} */
export const ticksOf = (quiz) => names(store.get(`quiz:${quiz}`));

/** Keep them. @param {string} quiz @param {Set<string>} ticks */
export const keepTicks = (quiz, ticks) => store.set(`quiz:${quiz}`, [...ticks]);

/** How the first tries went: true where the first answer was right. @param {string} quiz @returns {Map<string, boolean>} */
export function firstsOf(quiz) {
  const found = store.get(`first:${quiz}`);
  const entries = found && typeof found === "object" && !Array.isArray(found) ? Object.entries(found) : [];
  return new Map(entries.filter(([, right]) => typeof right === "boolean"));
}

/** Keep them. @param {string} quiz @param {Map<string, boolean>} firsts */
export const keepFirsts = (quiz, firsts) => store.set(`first:${quiz}`, Object.fromEntries(firsts));

/** Let go of all that is remembered of some quizzes. @param {string[]} quizzes */
export function forgetQuizzes(quizzes) {
  for (const quiz of quizzes) {
    for (const name of [`quiz:${quiz}`, `first:${quiz}`]) store.set(name, null);
  }
}
