// @ts-check
/**
 * How far one has come: the ticks that this browser keeps, counted for each lesson. Nothing of it is sent anywhere.
 *
 * @typedef {{title: string, quiz: string, ids: string[]}} Lesson quiz: under which name its ticks are kept
 * @typedef {{kind: "progress", title: string, lessons: Lesson[]}} Progress
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, h, keyed, say, set } from "./common.js";
import { inLab } from "./page.js";
import { bring } from "./sight.js";
import { forgetQuizzes, ticksOf } from "./ticks.js";

/**
 * The lessons with their ticks, and a way to forget them.
 * @param {Model} _model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function progressView(_model, root) {
  /** @type {Progress | null} */
  let progress = null;
  const title = h("strong");
  const list = h("ul", { class: "sv-far" });
  const go = h("a");
  const told = h("span");
  const next = h("p", { class: "sv-line" }, told, go);
  const status = h("p", { class: "sv-status", role: "status" });
  const forget = button("Forget my progress", () => ask(true));
  const yes = button("Yes, forget all ticks", () => {
    forgetQuizzes((progress?.lessons ?? []).map((one) => one.quiz));
    draw();
    ask(false);
    say(status, "All ticks are forgotten.");
    bring(status);
  });
  const no = button("No, keep them", () => ask(false), "sv-main");
  const question = h("div", { class: "sv-question", role: "group", "aria-label": "Forget my progress", hidden: true },
    h("p", { text: "All your ticks in this browser will be gone, in every lesson, and nobody can bring them back. Forget them?" }),
    h("div", { class: "sv-acts" }, no, yes));
  const acts = h("div", { class: "sv-acts" }, forget);
  const node = h("div", { class: "sv-progressing" }, h("div", { class: "sv-head" }, title), list, next, acts, question, status);

  /** Ask whether it is meant, or go back. @param {boolean} on */
  function ask(on) {
    set(question, { hidden: !on });
    set(acts, { hidden: on });
    say(status, "");
    (on ? no : forget).focus({ preventScroll: true });
    bring(on ? question : acts);
  }

  const doneIn = (/** @type {Lesson} */ one) => {
    const ticks = ticksOf(one.quiz);
    return one.ids.filter((id) => ticks.has(id)).length;
  };

  /**
   * Lead where the page's own list of lessons leads; JupyterLab opens only the links of its text.
   * @param {Element} link @param {string} lesson
   */
  function lead(link, lesson) {
    const same = (/** @type {HTMLAnchorElement} */ each) => !root.contains(each) && each.textContent?.trim() === lesson;
    const found = inLab(root) ? undefined : [...document.querySelectorAll("a")].find(same);
    if (found) link.setAttribute("href", found.getAttribute("href") ?? "");
    else link.removeAttribute("href");
  }

  function draw() {
    if (!progress) return;
    const { lessons } = progress;
    set(title, { text: progress.title });
    keyed(list, lessons, (one) => one.quiz, () => h("li", {}, h("span", { class: "sv-tick", "aria-hidden": "true" }), h("span", {}, h("a"), h("span")), h("span", { class: "sv-fill", "aria-hidden": "true" }, h("i"))), (item, one) => {
      const done = doneIn(one);
      const all = done === one.ids.length;
      set(item, { "data-done": all });
      set(item.children[0], { text: all ? "✓" : "○" });
      const [name, count] = item.children[1].children;
      set(name, { text: one.title });
      lead(name, one.title);
      set(count, { text: all ? `: all ${done} done` : `: ${done} of ${one.ids.length} done` });
      set(item.children[2].children[0], { style: `width: ${((100 * done) / (one.ids.length || 1)).toFixed(1)}%` });
    });
    const open = lessons.find((one) => doneIn(one) < one.ids.length);
    const begun = lessons.some((one) => doneIn(one));
    set(told, { text: !open ? "You have done every exercise." : begun ? "Go on with: " : "Begin with: " });
    set(go, { text: open?.title ?? "" });
    lead(go, open?.title ?? "");
    if (question.hidden) set(acts, { hidden: !begun });
  }

  /** Another page of the course has set a tick, or this one is looked at again. */
  const look = () => draw();
  window.addEventListener("storage", look);
  window.addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  return {
    node,
    leave() {
      window.removeEventListener("storage", look);
      window.removeEventListener("pageshow", look);
      document.removeEventListener("visibilitychange", look);
    },
    /** @param {Progress} now */
    update(now) {
      progress = now;
      draw();
    },
  };
}
