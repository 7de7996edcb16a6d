// @ts-check
/** The end of a quiz: what is done, how the first tries went, and a line of that to copy or to print, without a name. */
import { sendButton } from "./classboard.js";
import { button, h, keyed, set } from "./common.js";

/** @typedef {import("./quiz.js").Quiz} Asked */

/** @param {Map<string, boolean>} firsts @param {string[]} ids */
const right = (firsts, ids) => ids.filter((id) => firsts.get(id)).length;

/**
 * One line on how it went.
 * @param {Asked} quiz @param {Set<string>} ticks @param {Map<string, boolean>} firsts @param {Map<string, boolean>} extras
 */
export function resultLine(quiz, ticks, firsts, extras) {
  const ids = quiz.exercises.map((one) => one.id);
  const done = ids.filter((id) => ticks.has(id)).length;
  const more = extras.size ? `; of those made up, ${right(extras, [...extras.keys()])} of ${extras.size}` : "";
  return `“${quiz.title}”: ${done} of ${ids.length} done, ${right(firsts, ids)} of ${ids.length} right at first try${more}.`;
}

/**
 * Print some lines and nothing else of the page.
 * @param {string} heading @param {string[]} lines
 */
function printLines(heading, lines) {
  const frame = /** @type {HTMLIFrameElement} */ (h("iframe", { "aria-hidden": "true", tabindex: "-1", style: "position:fixed;width:0;height:0;border:0" }));
  document.body.append(frame);
  const inside = /** @type {Document} */ (frame.contentDocument);
  inside.title = heading;
  const part = (/** @type {string} */ tag, /** @type {string} */ text) => Object.assign(inside.createElement(tag), { textContent: text });
  inside.body.append(part("h1", heading), ...lines.map((text) => part("p", text)));
  inside.body.style.fontFamily = "sans-serif";
  frame.contentWindow?.print();
  setTimeout(() => frame.remove(), 60_000); // some browsers still read it while their dialogue is open
}

/**
 * @param {(where: number) => void} go to an exercise, by its place
 * @param {(text: string) => void} tell
 * @param {(text: string) => void} note to say it where the person may have scrolled away from
 */
export function makeResult(go, tell, note) {
  let words = "";
  let heading = "";
  /** @type {string[]} */
  let lines = [];
  /** @type {[string, Set<string>, Map<string, boolean>]} */
  let stands = ["", new Set(), new Map()];
  const told = h("p", { class: "sv-line" });
  const list = h("ol", { class: "sv-done", hidden: true, "aria-label": "Questions" });
  const copy = button("Copy the result", async () => {
    try {
      await navigator.clipboard.writeText(words);
      tell("Copied. There is no name in it: add yours if you like.");
    } catch {
      select();
      tell("Copying is not allowed here: the line is marked, so press Ctrl+C.");
    }
  });
  const print = button("Print the result", () => printLines(heading, [words, ...lines]));
  const send = sendButton(() => stands, tell, note);
  const node = h("section", { class: "sv-summary", hidden: true, "aria-label": "Result" }, told, h("div", { class: "sv-acts" }, copy, print, ...(send ? [send] : [])));

  function select() {
    const range = document.createRange();
    range.selectNodeContents(told);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }

  return {
    node,
    list,
    /**
     * Draw it and give its heading.
     * @param {Asked} now @param {Set<string>} ticks @param {Map<string, boolean>} firsts @param {Map<string, boolean>} extras
     */
    update(now, ticks, firsts, extras) {
      const total = now.exercises.length;
      const count = now.exercises.filter((one) => ticks.has(one.id)).length;
      heading = now.title;
      stands = [now.id, ticks, firsts];
      words = resultLine(now, ticks, firsts, extras);
      lines = now.exercises.map((one, at) => `${ticks.has(one.id) ? "✓" : "○"} ${at + 1}. ${one.prompt}`);
      set(told, { text: words });
      keyed(list, now.exercises, (one) => one.id, () => h("li", {}, h("span", { "aria-hidden": "true" }), h("button", { type: "button", class: "sv-link" })), (item, one) => {
        const done = ticks.has(one.id);
        set(item, { "data-right": String(done) });
        set(item.children[0], { text: done ? "✓" : "○" });
        set(item.children[1], { text: `${one.prompt} (${done ? "done" : "not yet"})`, onclick: () => go(now.exercises.indexOf(one)) });
      });
      return count === total ? `All ${count} done` : `${count} of ${total} done`;
    },
  };
}
