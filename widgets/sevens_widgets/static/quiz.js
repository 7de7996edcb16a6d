// @ts-check
/**
 * A quiz: every answer is judged in the browser, so it works without Python and in a file of its own. Only when the
 * made-up exercises that were sent ahead run short is Python asked for more.
 *
 * @typedef {{fits: boolean, label: string, why: string}} Verdict
 * @typedef {{key: string, text: string, right: boolean, why: string}} Choice
 * @typedef {{id: string, kind?: string, prompt: string, mode: "choose" | "pick", scene: Scene, choices?: Choice[],
 *   verdicts?: Record<string, Verdict>, hints: string[]}} Exercise
 * @typedef {{kind: "quiz", id: string, title: string, exercises: Exercise[], made?: Exercise[]}} Quiz made: the newest
 *   of the made-up exercises
 * @typedef {import("./drawing.js").Scene} Scene
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, dim, h, keyed, makeLine, makeTalk, say, set } from "./common.js";
import { makeHand, makeTable } from "./drawing.js";
import { makeResult } from "./result.js";
import { makeStock } from "./stock.js";
import { bring } from "./sight.js";
import { firstsOf, keepFirsts, keepTicks, ticksOf } from "./ticks.js";

/** The cards that answer a question. @param {Exercise} one */
const good = (one) => Object.entries(one.verdicts ?? {}).filter(([, v]) => v.fits).map(([key]) => key);

/**
 * Questions with answers at once, as often as one likes.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function quizView(model, root) {
  /** @type {Quiz | null} */
  let quiz = null;
  let at = 0; // among the exercises of the lesson; after the last comes the end
  let extra = -1; // which of the made-up ones that were met is shown, or none
  let hint = 0;
  let wanted = ""; // a made-up exercise is waited for: the words that stand for its kind
  /** @type {Set<string>} */
  let ticks = new Set();
  /** @type {Map<string, boolean>} how the first try went, for the exercises of the lesson */
  let firsts = new Map();
  /** @type {Map<string, boolean>} and for the made-up ones, which nobody meets twice: they are not kept */
  const extras = new Map();
  /** @type {Map<string, Set<string>>} what was pressed, by exercise */
  const tried = new Map();
  /** @type {Set<string>} whose answer was shown */
  const shown = new Set();
  const stock = makeStock();
  const line = makeLine(model, root, (text) => {
    say(hints, text);
    line.bring(talk);
  }, "The quiz");

  const title = h("strong");
  const progress = h("span", { class: "sv-progress" });
  const dots = h("span", { class: "sv-dots", "aria-hidden": "true" });
  const prompt = h("h3", { class: "sv-heading", tabindex: -1 });
  const table = makeTable();
  const pickHand = makeHand((card) => press(card.key));
  const lookHand = makeHand(null);
  const choices = h("div", { class: "sv-choices", role: "group", "aria-label": "Answers" });
  const { status: verdict, why: hints, node: talk, tell } = makeTalk();
  const hintButton = button("Hint", help, "sv-hint");
  const back = button("Previous", () => (extra < 0 ? go(at - 1) : go(at)));
  const next = button("Next", () => go(at + 1));
  const another = button("Another position", (event) => more(event));
  const afresh = button("Try again", tryAgain);
  const read = button("Read the table", () => tell(exercise()?.scene.spoken ?? ""));
  const body = h("div", { class: "sv-body" }, table.node, pickHand.node, lookHand.node, choices);
  const end = makeResult((where) => go(where), tell, (text) => say(hints, text));
  const node = h("div", { class: "sv-quiz" }, h("div", { class: "sv-head" }, title, progress, dots), prompt, body, end.node, talk, end.list,
    h("div", { class: "sv-acts" }, back, next, another, afresh, hintButton, read));

  const exercise = () => (extra >= 0 ? stock.met()[extra] : quiz?.exercises[at]) ?? null;
  const pressedIn = (/** @type {Exercise} */ one) => tried.get(one.id) ?? /** @type {Set<string>} */ (new Set());
  const isMade = (/** @type {Exercise} */ one) => !quiz?.exercises.some((each) => each.id === one.id);

  /** Whether what was pressed answers the exercise. @param {Exercise} one */
  function solved(one) {
    const keys = pressedIn(one);
    if (one.mode === "choose") return (one.choices ?? []).some((choice) => choice.right && keys.has(choice.key));
    const wanted = good(one);
    return (wanted.length ? wanted : Object.keys(one.verdicts ?? {})).every((key) => keys.has(key));
  }

  /** Remember how the first try went; later ones change nothing. @param {Exercise} one @param {boolean} right */
  function first(one, right) {
    const kept = isMade(one) ? extras : firsts;
    if (kept.has(one.id)) return;
    kept.set(one.id, right);
    if (quiz && kept === firsts) keepFirsts(quiz.id, firsts);
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
    if (!right) first(one, false);
    else if (done) first(one, true);
    if (done && !isMade(one)) {
      ticks.add(one.id);
      keepTicks(quiz.id, ticks);
    }
    const left = good(one).filter((id) => !pressedIn(one).has(id)).length;
    const found = done && !right && !left ? " You had already found them all." : done ? " All found." : "";
    const more = one.mode !== "pick" ? "" : found || (left && right ? ` ${left} more to find.` : "");
    set(verdict, { "data-right": String(Boolean(right)) });
    say(verdict, `${right ? "✓ Right." : "✗ Not right."} ${told?.why ?? ""}${more}`);
    say(hints, "");
    draw();
    bring(talk, done && !next.hidden ? next : talk);
  }

  /** The next of three hints; after the last, the answer itself. */
  function help() {
    const one = exercise();
    if (!one) return;
    if (hint === one.hints.length) return showAnswer(one);
    say(hints, `Hint ${hint + 1} of ${one.hints.length}: ${one.hints[hint]}`);
    hint += 1;
    draw();
    bring(talk);
  }

  /** Mark the answer and say why it is right; it is still to be pressed. @param {Exercise} one */
  function showAnswer(one) {
    first(one, false);
    shown.add(one.id);
    const right = one.mode === "pick" ? good(one).map((key) => /** @type {Record<string, Verdict>} */ (one.verdicts)[key].why)
      : (one.choices ?? []).filter((choice) => choice.right).map((choice) => (choice.why.startsWith(choice.text) ? choice.why : `${choice.text}. ${choice.why}`));
    // Of several right answers to choose from one is enough; of cards to pick all are wanted.
    const which = right.length < 2 ? "it" : one.mode === "pick" ? "them" : right.length < 3 ? "either of them" : "any of them";
    say(hints, `The answer: ${right.join(" ")} Press ${which} to go on.`);
    draw();
    bring(talk);
  }

  function tryAgain() {
    const one = exercise();
    if (one) {
      tried.delete(one.id);
      shown.delete(one.id);
    } else {
      tried.clear();
      shown.clear();
      at = 0;
    }
    arrive();
  }

  /** Show an exercise as one that nothing has been said of. */
  function begin() {
    hint = 0;
    wanted = "";
    say(verdict, "");
    say(hints, "");
    draw();
  }

  /** Go to an exercise of the lesson, or to the end. @param {number} where */
  function go(where) {
    if (!quiz || where < 0 || where > quiz.exercises.length) return;
    at = where;
    extra = -1;
    arrive();
  }

  /** @param {(first: Element, last?: Element) => void} [show] */
  function arrive(show = bring) {
    begin();
    prompt.focus({ preventScroll: true });
    show(prompt, exercise() ? body : end.node);
  }

  /** A position nobody has seen yet, of the same kind where there is one. @param {MouseEvent} event */
  function more(event) {
    const kind = exercise()?.kind;
    const kept = stock.take(kind, Boolean(line.locked()));
    if (kept) return meet();
    if (line.locked()) return tell(`That was the last position this page has brought along. ${line.locked()}`);
    wanted = kind || "any";
    tell("One moment: a new position is being made.");
    if (!line.busy()) line.send({ type: "more", kind: kind ?? null }, event);
  }

  /** @param {(first: Element, last?: Element) => void} [show] */
  function meet(show = bring) {
    extra = stock.met().length - 1;
    arrive(show);
    const kind = exercise()?.kind;
    if (!line.locked() && !line.busy() && !stock.has(kind)) line.send({ type: "more", kind: kind ?? null });
  }

  /** @param {Exercise} one */
  function drawChoices(one) {
    const list = one.mode === "choose" ? one.choices ?? [] : [];
    set(choices, { hidden: !list.length });
    keyed(choices, list, (choice) => `${one.id} ${choice.key}`, (choice) => button(choice.text, () => press(choice.key), "sv-choice"), (item, choice) => {
      const was = pressedIn(one).has(choice.key);
      const told = shown.has(one.id) && choice.right && !was;
      const mark = was ? (choice.right ? "✓ " : "✗ ") : told ? "★ " : "";
      set(item, { text: `${mark}${choice.text}`, "data-right": was ? String(choice.right) : null, "data-shown": told });
      if (was) item.append(h("span", { class: "sv-verdict", text: choice.right ? " – right" : " – not right" }));
      if (told) item.append(h("span", { class: "sv-verdict", text: " – the answer" }));
    });
  }

  /** @param {Exercise} one */
  function drawHand(one) {
    const pick = one.mode === "pick";
    const empty = { ...one.scene, hand: [] };
    pickHand.update(pick ? one.scene : empty, (card) => {
      const told = one.verdicts?.[card.key];
      const was = pressedIn(one).has(card.key);
      if (was && told) return { name: told.label, fits: told.fits, pressed: true, mark: told.fits ? "✓" : "✗" };
      if (told?.fits && shown.has(one.id)) return { name: `${card.name}, the answer`, fits: null, pressed: false, mark: "★" };
      return { name: card.name, fits: null, pressed: false, mark: "" };
    });
    lookHand.update(pick ? empty : one.scene, (card) => ({ name: card.name, fits: null }));
  }

  /** The buttons under the question. @param {Exercise | null} one @param {number} total */
  function drawButtons(one, total) {
    const made = extra >= 0;
    for (const item of [hintButton, read]) set(item, { hidden: !one });
    // What stands out is what comes next; before an answer that is none of the buttons, for skipping is not the way.
    const done = !one || solved(one) || ticks.has(one.id);
    set(next, { hidden: !one || made, text: at === total - 1 ? "Finish" : "Next", class: `sv-button ${done ? "sv-main" : ""}` });
    set(back, { text: !made ? "Previous" : at < total ? `Back to question ${at + 1}` : "Back to the end" });
    dim(back, at === 0 && !made);
    set(hintButton, { text: one && hint === one.hints.length ? "Show me" : "Hint" });
    set(afresh, { text: one ? "Try again" : "Start again" });
    set(another, { text: one?.kind === "wins" ? "Another puzzle" : "Another position", class: `sv-button ${(made && done) || !one ? "sv-main" : ""}` });
    dim(another, Boolean(line.locked()) && !stock.has(undefined));
  }

  function draw() {
    if (!quiz) return;
    const now = quiz;
    const one = exercise();
    const total = now.exercises.length;
    set(title, { text: now.title });
    set(progress, { text: extra >= 0 ? `Extra ${extra + 1}` : one ? `${at + 1} of ${total}` : "The end" });
    keyed(dots, now.exercises, (item) => item.id, () => h("i"), (dot, item, i) => set(dot, { "data-done": ticks.has(item.id), "data-here": i === at && extra < 0 }));
    set(body, { hidden: !one });
    for (const part of [end.node, end.list]) set(part, { hidden: Boolean(one) });
    drawButtons(one, total);
    if (!one) {
      set(prompt, { text: end.update(now, ticks, firsts, extras) });
      return;
    }
    set(prompt, { text: one.prompt });
    table.update(one.scene);
    drawHand(one);
    drawChoices(one);
  }

  return {
    node,
    leave: line.leave,
    /** Answers need no Python; only new positions do. */
    link(state) {
      line.link(state, "be asked about new ones");
      draw();
    },
    /** @param {Quiz} now */
    update(now) {
      const answered = line.answered(now);
      if (quiz?.id !== now.id) {
        ticks = ticksOf(now.id);
        firsts = firstsOf(now.id);
        at = 0;
        extra = -1;
      }
      quiz = now;
      at = Math.min(at, now.exercises.length);
      stock.add(now.made ?? []);
      if (wanted && stock.take(wanted === "any" ? undefined : wanted, true)) return meet(line.bring);
      if (wanted && answered) {
        say(hints, "No new position was found just now: try once more.");
        line.bring(talk);
        wanted = "";
      }
      draw();
    },
  };
}
