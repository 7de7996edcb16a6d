// @ts-check
/**
 * Two ways to go on from one position, side by side, and what moves are worth.
 *
 * @typedef {{move: string, chance: string, range: string, low: number, share: number, high: number}} ChanceRow
 * @typedef {{heading: string, note: string, lead: string, sure: string, rows: ChanceRow[], at?: number}} Chances
 * @typedef {{sides: {title: string, frames: any[]}[], same: number, sentence: string,
 *   moves: {place: number, a: string, b: string, differ: boolean}[], chances: Chances | null}} Compare
 */
import { button, dim, h, keyed, makeTalk, say, set } from "./common.js";
import { makeHand, makeTable } from "./drawing.js";
import { merge } from "./replay.js";

/** What moves are worth, as a table with a bar for each. */
export function makeChances() {
  const caption = h("caption");
  const body = h("tbody");
  const lead = h("p", { class: "sv-lead" });
  const sure = h("p", { class: "sv-lead" });
  const note = h("p", { class: "sv-why" });
  const head = ["Move", "Wins", "Range", "From 0 to 100 %"].map((text) => h("th", { scope: "col", text }));
  const node = h("section", { class: "sv-chances", hidden: true }, h("table", {}, caption, h("thead", {}, h("tr", {}, ...head)), body), lead, note, sure);

  /** @param {ChanceRow} _one */
  const make = (_one) => h("tr", {}, h("th", { scope: "row" }), h("td"), h("td"),
    h("td", { class: "sv-scale" }, h("span", { class: "sv-bar2", "aria-hidden": "true" }, h("i"), h("b"))));

  return {
    node,
    /** @param {Chances | null} now */
    update(now) {
      set(node, { hidden: !now });
      if (!now) return;
      set(caption, { text: now.heading });
      set(lead, { text: now.lead, hidden: !now.lead });
      set(sure, { text: now.sure, hidden: !now.sure });
      set(note, { text: now.note });
      keyed(body, now.rows, (one) => one.move, make, (item, one) => {
        const [move, chance, range, scale] = item.children;
        set(move, { text: one.move });
        set(chance, { text: one.chance });
        set(range, { text: one.range });
        set(/** @type {Element} */ (scale.firstElementChild), { style: `--share:${one.share};--low:${one.low};--high:${one.high}` });
      });
    },
  };
}

/** One of the two tables. @param {(text: string) => void} tell */
function makeSide(tell) {
  const heading = h("h3", { class: "sv-heading" });
  const said = h("p", { class: "sv-sidenote" });
  const table = makeTable();
  const hand = makeHand((card) => tell(`${heading.textContent}: ${card.why}`));
  return {
    node: h("section", { class: "sv-side" }, heading, said, table.node, hand.node),
    /** @param {string} title @param {import("./replay.js").Frame} frame */
    update(title, frame) {
      set(heading, { text: title });
      set(said, { text: frame.text });
      table.update(frame.scene);
      hand.update(frame.scene, (card) => ({ name: card.label, fits: card.fits }));
    },
  };
}

/**
 * Two lines with one slider for both.
 * @param {(message: import("./common.js").Act) => void} send
 */
export function makeCompare(send) {
  /** @type {Compare | null} */
  let both = null;
  /** @type {import("./replay.js").Frame[][]} */
  let frames = [[], []];
  let at = 0;
  let blocked = false;
  let drawn = "";

  const { status, why, node: talk, tell } = makeTalk();
  const sides = [makeSide(tell), makeSide(tell)];
  const slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, step: 1, class: "sv-slider", "aria-label": "Move in both lines" }));
  const first = button("First", () => go(0));
  const back = button("Back", () => go(at - 1));
  const forward = button("Forward", () => go(at + 1), "sv-main");
  const last = button("Last", () => go(end()));
  const weigh = button("What are the two moves worth?", () => send({ type: "weigh", at: 0 }));
  const goOn = ["A", "B"].map((line) => button(`Play on in line ${line}`, () => send({ type: "line", line })));
  const chances = makeChances();
  const rows = h("tbody");
  const moves = h("details", { class: "sv-moves" }, h("summary", { text: "Move by move" }),
    h("table", {}, h("thead", {}, h("tr", {}, ...["Move", "Line A", "Line B", ""].map((text) => h(text ? "th" : "td", text ? { scope: "col", text } : {})))), rows));
  const controls = h("div", { class: "sv-controls", role: "group", "aria-label": "Both lines" }, slider,
    h("div", { class: "sv-acts sv-steps" }, first, back, forward, last), h("div", { class: "sv-acts" }, weigh, ...goOn));
  const shown = h("div", { class: "sv-both" }, h("div", { class: "sv-sides" }, ...sides.map((side) => side.node)), controls, chances.node, moves);
  const none = h("p", { class: "sv-none", text: "There is only one line so far. Go to the line of play, step back to a turn of yours and lay another card: the other way becomes line B." });
  const node = h("div", { class: "sv-compare" }, talk, none, shown);

  const end = () => Math.max(...frames.map((side) => side.length)) - 1;
  slider.oninput = () => go(Number(slider.value));
  controls.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(at + way);
  });

  /** @param {number} where */
  function go(where) {
    if (where < 0 || where > end()) return tell(where < 0 ? "Here the two lines begin to differ." : "This is the end of both lines.");
    at = where;
    say(why, "");
    draw();
  }

  function draw() {
    if (!both) return;
    const now = frames.map((side) => side[Math.min(at, side.length - 1)]);
    both.sides.forEach((side, i) => sides[i].update(side.title, now[i]));
    set(slider, { max: end(), "aria-valuetext": both.sides.map((side, i) => `${side.title}: ${now[i].label}`).join("; ") });
    if (slider.value !== String(at)) slider.value = String(at);
    for (const item of [first, back]) dim(item, at === 0);
    for (const item of [forward, last]) dim(item, at === end());
    for (const item of [weigh, ...goOn]) dim(item, blocked);
  }

  return {
    node,
    talk,
    chances: chances.node,
    note: (/** @type {string} */ text) => say(why, text),
    /** @param {boolean} off */
    lock(off) {
      blocked = off;
      draw();
    },
    /** @param {Compare | null} now */
    update(now) {
      set(none, { hidden: Boolean(now) });
      set(shown, { hidden: !now });
      both = now;
      if (!now) return say(status, "");
      const key = JSON.stringify(now.sides);
      if (key !== drawn) {
        drawn = key;
        frames = now.sides.map((side) => side.frames.reduce((/** @type {any[]} */ all, patch) => [...all, all.length ? merge(all[all.length - 1], patch) : patch], []));
        at = Math.min(1, end()); // the first moves that differ
      }
      say(status, now.sentence);
      chances.update(now.chances);
      keyed(rows, now.moves, (one) => String(one.place), () => h("tr", {}, h("th", { scope: "row" }), h("td"), h("td"), h("td")), (item, one) => {
        const [place, a, b, differs] = item.children;
        set(place, { text: String(one.place) });
        set(a, { text: one.a });
        set(b, { text: one.b });
        set(differs, { text: one.differ ? "≠ differs" : "" });
        set(item, { "data-differ": one.differ });
      });
      draw();
    },
  };
}
