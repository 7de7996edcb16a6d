// @ts-check
/**
 * A quiz: nothing leaves the browser, so it works without Python and in a file of its own.
 *
 * @typedef {{fits: boolean, label: string, why: string}} Verdict
 * @typedef {{key: string, text: string, right: boolean, why: string}} Choice
 * @typedef {{id: string, prompt: string, mode: "choose" | "pick", scene: Scene, choices?: Choice[],
 *   verdicts?: Record<string, Verdict>, hints: string[]}} Exercise
 * @typedef {{kind: "quiz", id: string, title: string, exercises: Exercise[]}} Quiz
 * @typedef {import("./drawing.js").Scene} Scene
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, dim, h, keyed, say, set, store } from "./common.js";
import { makeHand, makeTable } from "./drawing.js";

/**
 * Questions with answers at once, as often as one likes; nothing leaves the browser.
 * @param {Model} _model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function quizView(_model, root) {
  /** @type {Quiz | null} */
  let quiz = null;
  let at = 0;
  let hint = 0;
  /** @type {Set<string>} */
  let ticks = new Set();
  /** @type {Map<string, Set<string>>} what was pressed, by exercise */
  const tried = new Map();

  const title = h("strong");
  const progress = h("span", { class: "sv-progress" });
  const dots = h("span", { class: "sv-dots", "aria-hidden": "true" });
  const prompt = h("h3", { class: "sv-heading", tabindex: -1 });
  const table = makeTable();
  const pickHand = makeHand((card) => press(card.key));
  const lookHand = makeHand(null);
  const choices = h("div", { class: "sv-choices", role: "group", "aria-label": "Answers" });
  const verdict = h("p", { class: "sv-status", role: "status" });
  const hints = h("p", { class: "sv-why", "aria-live": "polite" });
  const hintButton = button("Hint", giveHint, "sv-hint");
  const back = button("Previous", () => go(at - 1));
  const next = button("Next", () => go(at + 1), "sv-main");
  const afresh = button("Try again", tryAgain);
  const read = button("Read the table", () => say(hints, exercise()?.scene.spoken ?? ""));
  const body = h("div", { class: "sv-body" }, table.node, pickHand.node, lookHand.node, choices, h("div", { class: "sv-talk" }, verdict, hints));
  const doneList = h("ol", { class: "sv-done" });
  const end = h("section", { class: "sv-summary", hidden: true }, doneList);
  const node = h("div", { class: "sv-quiz" }, h("div", { class: "sv-head" }, title, progress, dots), prompt, body, end,
    h("div", { class: "sv-acts" }, back, next, afresh, hintButton, read));

  const exercise = () => quiz?.exercises[at] ?? null;
  const pressedIn = (/** @type {Exercise} */ one) => tried.get(one.id) ?? /** @type {Set<string>} */ (new Set());
  const good = (/** @type {Exercise} */ one) => Object.entries(one.verdicts ?? {}).filter(([, v]) => v.fits).map(([key]) => key);

  /** Whether what was pressed answers the exercise. @param {Exercise} one */
  function solved(one) {
    const keys = pressedIn(one);
    if (one.mode === "choose") return (one.choices ?? []).some((choice) => choice.right && keys.has(choice.key));
    const wanted = good(one);
    return (wanted.length ? wanted : Object.keys(one.verdicts ?? {})).every((key) => keys.has(key));
  }

  /** An answer or a card was pressed: mark it, say why, keep the tick. @param {string} key */
  function press(key) {
    const one = exercise();
    if (!quiz || !one) return;
    tried.set(one.id, pressedIn(one).add(key));
    const choice = one.choices?.find((item) => item.key === key);
    const told = one.mode === "pick" ? one.verdicts?.[key] : choice;
    const right = one.mode === "pick" ? one.verdicts?.[key]?.fits : choice?.right;
    const done = solved(one);
    if (done) {
      ticks.add(one.id);
      store.set(`quiz:${quiz.id}`, [...ticks]);
    }
    const left = good(one).filter((id) => !pressedIn(one).has(id)).length;
    const found = done && !right && !left ? " You had already found them all." : done ? " All found." : "";
    const more = one.mode !== "pick" ? "" : found || (left && right ? ` ${left} more to find.` : "");
    set(verdict, { "data-right": String(Boolean(right)) });
    say(verdict, `${right ? "✓ Right." : "✗ Not right."} ${told?.why ?? ""}${more}`);
    say(hints, "");
    draw();
  }

  function giveHint() {
    const list = exercise()?.hints ?? [];
    if (!list.length) return;
    say(hints, `Hint ${hint + 1} of ${list.length}: ${list[hint]}`);
    hint = Math.min(hint + 1, list.length - 1);
  }

  function tryAgain() {
    const one = exercise();
    if (one) tried.delete(one.id);
    else {
      tried.clear();
      at = 0;
    }
    hint = 0;
    say(verdict, "");
    say(hints, "");
    draw();
    prompt.focus();
  }

  /** @param {number} where */
  function go(where) {
    if (!quiz || where < 0 || where > quiz.exercises.length) return;
    at = where;
    hint = 0;
    say(verdict, "");
    say(hints, "");
    draw();
    prompt.focus({ preventScroll: true });
    root.scrollIntoView?.({ block: "nearest" });
  }

  /** @param {Exercise} one */
  function drawChoices(one) {
    const list = one.mode === "choose" ? one.choices ?? [] : [];
    set(choices, { hidden: !list.length });
    keyed(choices, list, (choice) => `${one.id} ${choice.key}`, (choice) => button(choice.text, () => press(choice.key), "sv-choice"), (item, choice) => {
      const was = pressedIn(one).has(choice.key);
      set(item, { text: was ? `${choice.right ? "✓" : "✗"} ${choice.text}` : choice.text, "data-right": was ? String(choice.right) : null });
      if (was) item.append(h("span", { class: "sv-verdict", text: choice.right ? " – right" : " – not right" }));
    });
  }

  /** @param {Quiz} now */
  function drawEnd(now) {
    const count = now.exercises.filter((one) => ticks.has(one.id)).length;
    set(prompt, { text: count === now.exercises.length ? `All ${count} done` : `${count} of ${now.exercises.length} done` });
    keyed(doneList, now.exercises, (one) => one.id, () => h("li", {}, h("span", { "aria-hidden": "true" }), h("button", { type: "button", class: "sv-link" })), (item, one) => {
      const done = ticks.has(one.id);
      set(item, { "data-right": String(done) });
      set(item.children[0], { text: done ? "✓" : "○" });
      set(item.children[1], { text: `${one.prompt} (${done ? "done" : "not yet"})`, onclick: () => go(now.exercises.indexOf(one)) });
    });
  }

  function draw() {
    if (!quiz) return;
    const now = quiz;
    const one = exercise();
    const total = now.exercises.length;
    set(title, { text: now.title });
    set(progress, { text: one ? `${at + 1} of ${total}` : "The end" });
    keyed(dots, now.exercises, (item) => item.id, () => h("i"), (dot, item, i) => set(dot, { "data-done": ticks.has(item.id), "data-here": i === at }));
    set(body, { hidden: !one });
    set(end, { hidden: Boolean(one) });
    for (const item of [hintButton, read, next]) set(item, { hidden: !one });
    dim(back, at === 0);
    set(next, { text: at === total - 1 ? "Finish" : "Next" });
    set(afresh, { text: one ? "Try again" : "Start again" });
    if (!one) return drawEnd(now);
    set(prompt, { text: one.prompt });
    table.update(one.scene);
    const pick = one.mode === "pick";
    const empty = { ...one.scene, hand: [] };
    pickHand.update(pick ? one.scene : empty, (card) => {
      const told = one.verdicts?.[card.key];
      const was = pressedIn(one).has(card.key);
      return was && told ? { name: told.label, fits: told.fits, pressed: true, mark: told.fits ? "✓" : "✗" } : { name: card.name, fits: null, pressed: false, mark: "" };
    });
    lookHand.update(pick ? empty : one.scene, (card) => ({ name: card.name, fits: null }));
    drawChoices(one);
  }

  return {
    node,
    /** @param {Quiz} now */
    update(now) {
      if (quiz?.id !== now.id) {
        const kept = store.get(`quiz:${now.id}`); // what a browser keeps can be anything
        ticks = new Set(Array.isArray(kept) ? kept : []);
        at = 0;
      }
      quiz = now;
      at = Math.min(at, now.exercises.length);
      draw();
    },
  };
}
