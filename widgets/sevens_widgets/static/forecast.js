// @ts-check
/**
 * A position with a choice: say which card is the best, then look what many ends of the deal make of each.
 * All that is shown was worked out beforehand, so it works without Python; only another position needs it.
 *
 * @typedef {{key: string, card: string, rank: string, suit: string, name: string, won: string, share: number, low: number, high: number,
 *   chance: string, chosen: string, verdict: string, judged: "best" | "close" | "worse", why: string}} Option
 * @typedef {{kind: "forecast", number: number, title: string, scene: Scene | null, text: string, editable: boolean, problems: string[],
 *   notice: string | null, ask: string, about: string, head: string[], caption: string, options: Option[]}} Forecast options: the best first
 * @typedef {import("./drawing.js").Scene} Scene
 * @typedef {import("./drawing.js").HandCard} HandCard
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, dim, h, makeLine, makeTalk, say, set } from "./common.js";
import { makeHand, makeTable, openHand } from "./drawing.js";
import { makeFaults, makePositionBox } from "./positionbox.js";
import { bring } from "./sight.js";

/** The sign beside a judgement; the words beside it say the same. */
const SIGNS = { best: "✓", close: "≈", worse: "✗" };

/** A bar for a share of 100, with a line for how far chance may have moved it; the words stand beside it. @param {Option} option */
const bar = (option) => h("span", { class: "sv-share", "aria-hidden": "true" },
  h("i", { style: `width:${option.share}%` }), h("em", { style: `left:${option.low}%;width:${option.high - option.low}%` }));

/**
 * The table of all choices: bars for the eye, and the same in words.
 */
function makeBars() {
  const caption = h("caption");
  const head = h("tr");
  const body = h("tbody");
  const node = h("table", { class: "sv-bars" }, caption, h("thead", {}, head), body);
  return {
    node,
    /** @param {Forecast} now @param {string} chosen */
    update(now, chosen) {
      set(caption, { text: now.caption });
      head.replaceChildren(...now.head.map((text) => h("th", { scope: "col", text })));
      body.replaceChildren(...now.options.map((option) => h("tr", { "data-judged": option.judged },
        h("th", { scope: "row" }, openHand([/** @type {any} */ (option)])),
        h("td", { class: "sv-fared" }, bar(option), h("span", { text: option.key === chosen ? `${option.won}, your card` : option.won })), h("td", { text: option.chance }))));
    },
  };
}

/**
 * Predict, then look.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function forecastView(model, root) {
  /** @type {Forecast | null} */
  let now = null;
  let number = -1;
  let chosen = "";
  let open = false;

  const heading = h("h3", { class: "sv-heading" });
  const table = makeTable();
  const hand = makeHand(press);
  const { status, why, node: talk, tell } = makeTalk();
  const bars = makeBars();
  const about = h("p", { class: "sv-about" });
  const told = h("section", { class: "sv-told", "aria-label": "What became of each card", hidden: true }, bars.node, about);
  const look = button("Look", reveal, "sv-main");
  const line = makeLine(model, root, (words) => {
    say(why, words);
    line.bring(talk);
  });
  const another = button("Another position", (event) => line.send({ type: "another" }, event));
  const read = button("Read the table", () => now?.scene && tell(now.scene.spoken));
  const faults = makeFaults();
  const edit = makePositionBox((text, event) => line.send({ type: "show", text }, event));
  const node = h("div", { class: "sv-forecast" }, heading, table.node, hand.node, talk,
    h("div", { class: "sv-acts" }, look, another, read), told, faults.node, edit.node);

  const optionOf = (/** @type {string} */ key) => now?.options.find((option) => option.key === key) ?? null;

  /** A card was pressed: one that fits is chosen, any other explains itself. @param {HandCard} card */
  function press(card) {
    const option = optionOf(card.key);
    if (!option) {
      tell(card.why);
      return;
    }
    chosen = card.key;
    if (open) judge();
    else say(status, option.chosen);
    if (!open) say(why, "");
    draw();
    bring(talk);
  }

  /** Open the figures, or close them to guess again. */
  function reveal() {
    if (!now?.options.length) return tell(now?.notice ?? "");
    if (!chosen) {
      say(status, now.ask);
      return bring(talk);
    }
    open = !open;
    if (open) judge();
    else {
      chosen = "";
      set(status, { "data-right": null });
      say(status, now.ask);
      say(why, "");
    }
    draw();
    bring(talk, told);
  }

  /** Say how the chosen card has fared, and what waits behind it and behind the best. */
  function judge() {
    const option = optionOf(chosen);
    if (!now || !option) return;
    const best = now.options[0];
    set(status, { "data-right": option.judged === "close" ? null : String(option.judged === "best") });
    say(status, `${SIGNS[option.judged]} ${option.verdict}`);
    say(why, [option, ...(best === option ? [] : [best])].map((each) => each.why).join(" "));
  }

  function draw() {
    if (!now) return;
    set(heading, { text: now.title });
    set(told, { hidden: !open });
    set(about, { text: now.about });
    set(look, { text: open ? "Guess again" : "Look" });
    dim(look, !chosen);
    if (open) bars.update(now, chosen);
    if (!now.scene) return;
    table.update(now.scene);
    hand.update(now.scene, (card) => {
      const option = optionOf(card.key);
      return { name: card.label, fits: card.fits, pressed: option ? card.key === chosen : undefined, mark: option && open ? SIGNS[option.judged] : "" };
    }, optionOf(chosen)?.card ?? "");
  }

  return {
    node,
    leave: line.leave,
    link(state) {
      line.link(state, "get another position", { idle: [another, edit.show] });
    },
    /** @param {Forecast} next */
    update(next) {
      const answered = line.answered(next);
      const fresh = next.number !== number;
      now = { ...next, scene: next.scene ?? now?.scene ?? null, options: next.scene ? next.options : now?.options ?? [] };
      number = next.number;
      if (fresh) {
        chosen = "";
        open = false;
        set(status, { "data-right": null });
        say(why, "");
        say(status, next.notice ?? next.ask);
      } else if (next.notice) say(status, next.notice);
      edit.update(next.text);
      set(edit.node, { hidden: !next.editable });
      faults.update(next.problems);
      draw();
      if (!answered) return;
      if (next.problems.length) line.bring(faults.node, edit.node);
      else line.bring(fresh ? heading : talk, talk);
    },
  };
}
