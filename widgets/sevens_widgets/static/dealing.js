// @ts-check
/**
 * A deal dealt card by card: how many play and the deal number can be changed, and who opens can be guessed.
 *
 * @typedef {{key: string, text: string, right: boolean, why: string}} Guess
 * @typedef {import("./replay.js").Replay & {choice: {few: number, many: number, players: number, deal: number},
 *   guess: {question: string, choices: Guess[]}, notice?: string | null}} Dealing
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, h, inForce, keyed, makeLine, say, set, takeBack } from "./common.js";
import { dealNumberIn } from "./dealnumber.js";
import { makeReplay } from "./replay.js";
import { bring } from "./sight.js";

/**
 * The deal with its choices above and the guess below.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function dealingView(model, root) {
  /** @type {Dealing | null} */
  let now = null;
  /** @type {Set<string>} */
  let tried = new Set();
  const line = makeLine(model, root, tell);
  const inside = makeReplay(root, () => {});
  const players = /** @type {HTMLSelectElement} */ (h("select"));
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", size: 9, autocomplete: "off" }));
  const show = button("Deal", (event) => send(event), "sv-main");
  const notice = h("p", { class: "sv-why", "aria-live": "polite" });
  const bar = h("div", { class: "sv-acts sv-dealbar", role: "group", "aria-label": "The deal" },
    h("label", { class: "sv-setting" }, h("span", { text: "Number of players" }), players), h("label", { class: "sv-setting" }, h("span", { text: "Deal number" }), number), show);
  const question = h("p", { class: "sv-line" });
  const choices = h("div", { class: "sv-choices", role: "group", "aria-label": "Who opens?" });
  const verdict = h("p", { class: "sv-status", "aria-live": "polite" });
  const node = h("div", { class: "sv-dealing" }, bar, notice, inside.node, question, choices, verdict);

  /** @param {string} text */
  function tell(text) {
    say(notice, text);
    bring(notice);
  }

  /** @param {MouseEvent} [event] */
  function send(event) {
    const deal = dealNumberIn(number, tell);
    if (deal === null) takeBack(root);
    else line.send({ type: "dealing", players: Number(players.value), deal }, event);
  }
  players.onchange = () => send();
  number.addEventListener("keydown", (event) => {
    if (event.key === "Enter") send();
  });

  /** @param {Guess} one */
  function guess(one) {
    tried.add(one.key);
    set(verdict, { "data-right": String(one.right) });
    say(verdict, `${one.right ? "✓ Right." : "✗ Not right."} ${one.why}`);
    drawGuess();
    bring(verdict);
  }

  function drawGuess() {
    keyed(choices, now?.guess.choices ?? [], (one) => `${now?.id} ${one.key}`, (one) => button(one.text, () => guess(one), "sv-choice"), (item, one) => {
      const was = tried.has(one.key);
      set(item, { text: was ? `${one.right ? "✓" : "✗"} ${one.text}` : one.text, "data-right": was ? String(one.right) : null });
    });
  }

  return {
    node,
    large: true,
    focus: inside.focus,
    step: inside.step,
    leave: line.leave,
    link(state) {
      say(notice, line.link(state, "deal again", { idle: [show, players] }));
    },
    /** @param {Dealing} next */
    update(next) {
      const answered = line.answered(next);
      const other = now?.id !== next.id;
      now = next;
      const { few, many } = next.choice;
      const counts = Array.from({ length: many - few + 1 }, (_, i) => String(few + i));
      keyed(players, counts, (each) => each, (each) => h("option", { value: each, text: each }), () => {});
      inForce(players, counts.indexOf(String(next.choice.players)));
      if (other) {
        tried = new Set();
        number.value = String(next.choice.deal);
        say(verdict, "");
      }
      inside.update(next);
      set(question, { text: next.guess.question });
      drawGuess();
      say(notice, line.locked() || next.notice || "");
      if (!answered) return;
      if (next.notice) line.bring(notice);
      else line.bring(inside.table, inside.talk);
    },
  };
}
