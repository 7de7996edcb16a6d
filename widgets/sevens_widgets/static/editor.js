// @ts-check
/**
 * The board on which a position is set up: every card is a button, and a press puts it where the chosen place says.
 *
 * @typedef {{card: string, rank: string, at: string[], sign: string, label: string, why: string}} BoardCard
 * @typedef {{card: string, place: string, text: string, label: string}} End what makes a row longer or shorter
 * @typedef {{suit: string, label: string, cards: BoardCard[], ends: End[]}} BoardSuit
 * @typedef {{seat: number, name: string, words: string}} BoardSeat
 * @typedef {{presets: {slug: string, name: string, summary: string, players: string}[], preset: string, title: string, text: string, summary: string,
 *   switches: {field: string, words: string, value: any, example: string, changed: boolean, options: {value: any, words: string}[]}[], refusal: string | null, refused?: string[]}} BoardRules
 * @typedef {{suits: BoardSuit[], places: {place: string, words: string}[], seats: BoardSeat[], turn: number, names: string[],
 *   start: {rank: string, options: string[]} | null, rules: BoardRules, unknown: number, examples: {name: string, text: string}[]}} Setup
 * @typedef {(message: import("./common.js").Act) => void} Send
 * @typedef {(text: string, beside?: Element | null) => void} Tell beside: what says the same beside the card, where the screen is small
 */
import { button, dim, focusIn, h, keyed, ownName, say, set } from "./common.js";
import { dealNumberIn } from "./dealnumber.js";
import { face, shape } from "./drawing.js";
import { makeFaults, makePositionBox } from "./positionbox.js";
import { makeRoving } from "./roving.js";
import { makeChoice, makeSelect } from "./choice.js";

/** The cards of all suits, with the buttons at the ends of each row. @param {Send} send @param {Tell} tell */
function makeBoard(send, tell) {
  let place = "ask";
  let pressed = ""; // the card that was pressed last
  /** @type {Setup | null} */
  let setup = null;
  const places = h("div", { class: "sv-places", role: "group", "aria-label": "What a press of a card does" });
  const suits = h("div", { class: "sv-suits", role: "group", "aria-label": "All cards" });
  const choice = makeRoving(places, "button");
  const cards = makeRoving(suits, ".sv-bcard");
  const ends = makeRoving(suits, ".sv-end");

  /** @param {string} code @param {MouseEvent} event */
  function press(code, event) {
    const card = setup?.suits.flatMap((suit) => suit.cards).find((one) => one.card === code);
    if (!card || (event.detail > 1 && code === pressed)) return; // the second half of a double click
    pressed = code;
    for (const node of suits.children) set(/** @type {Element} */ (node.lastElementChild), { text: place === "ask" && node.querySelector(`[data-card="${code}"]`) ? card.why : "" });
    if (place === "ask") tell(card.why, suits.querySelector(".sv-answer:not(:empty)"));
    else send({ type: "put", card: code, place });
  }

  /** @param {string} now */
  function choose(now) {
    place = now;
    drawPlaces();
    const words = setup?.places.find((one) => one.place === now)?.words ?? "";
    tell(now === "ask" ? "Press any card to hear whether it fits." : `${words}: press the cards. A second press takes a card away again.`);
  }

  function drawPlaces() {
    if (!setup) return;
    if (!setup.places.some((one) => one.place === place)) place = "ask";
    keyed(places, setup.places, (one) => one.place, (one) => button(one.words, () => choose(one.place), "sv-toggle"), (item, one) => {
      set(item, { text: one.words, "aria-pressed": String(one.place === place) });
    });
    choice.refresh();
  }

  /** @param {BoardSuit} suit */
  const makeSuit = (suit) => h("div", { class: "sv-bsuit", role: "group", "data-suit": suit.suit },
    h("div", { class: "sv-rowhead", "data-suit": suit.suit }, shape(suit.suit), h("span", { class: "sv-suit", text: suit.suit }), h("span", { class: "sv-ends" })),
    h("div", { class: "sv-bcards" }), h("p", { class: "sv-answer", "aria-hidden": "true" })); // beside the card, where the screen is small

  /** @param {HTMLElement} node @param {BoardSuit} suit */
  function patchSuit(node, suit) {
    set(node, { "aria-label": suit.label });
    const [head, row] = /** @type {HTMLElement[]} */ ([...node.children]);
    set(row, { style: `--cells:${suit.cards.length};--half:${Math.ceil(suit.cards.length / 2)}` });
    keyed(row, suit.cards, (one) => one.card, (one) => h("button", { type: "button", class: "sv-bcard" }, face(one.rank, suit.suit), h("span", { class: "sv-at", "aria-hidden": "true" })),
      (item, one) => {
        const first = one.at[0];
        set(item, { "aria-label": one.label, "data-at": /^\d/.test(first) ? "hand" : first, "data-card": one.card, onclick: (/** @type {MouseEvent} */ event) => press(one.card, event) });
        set(item.children[1], { "data-sign": one.sign });
      });
    keyed(head.children[2], suit.ends, (one) => `${one.place} ${one.card}`, (one) => h("button", { type: "button", class: "sv-button sv-end", text: one.text }), (item, one) => {
      set(item, { "aria-label": `${one.text}: ${one.label}`, onclick: () => send({ type: "put", card: one.card, place: one.place }) });
    });
  }

  /** The end of a row that was pressed has become another one: the focus goes on to what stands in its place. */
  function keepEnd() {
    const at = /** @type {HTMLElement | null} */ (focusIn(suits));
    const group = at?.classList.contains("sv-end") ? at.parentElement : null;
    if (!group) return () => {};
    const before = [...group.children].indexOf(/** @type {HTMLElement} */ (at));
    const last = before === group.children.length - 1 && before > 0;
    return () => {
      if (focusIn(suits)) return;
      const next = group.children[last ? group.children.length - 1 : Math.min(before, group.children.length - 1)];
      /** @type {HTMLElement} */ (next ?? cards.items()[0]).focus();
    };
  }

  return {
    places,
    suits,
    /** @param {Setup} now */
    update(now) {
      setup = now;
      drawPlaces();
      const refocus = keepEnd();
      keyed(suits, now.suits, (one) => one.suit, makeSuit, patchSuit);
      for (const node of suits.children) set(/** @type {Element} */ (node.lastElementChild), { text: "" }); // it was said of the position before
      cards.refresh();
      ends.refresh();
      refocus();
    },
  };
}

/** Who holds how many cards, with the unknown ones to be shared out, and whose turn it is. @param {Send} send */
function makeHands(send) {
  /** @type {Setup | null} */
  let setup = null;
  const list = h("ul", { class: "sv-bseats", "aria-label": "Hands" });
  const roving = makeRoving(list, "button");
  const turn = makeSelect("Turn", (at) => send({ type: "turn", seat: at }));
  const start = makeSelect("Rows start with", (at) => send({ type: "start", rank: setup?.start?.options[at] }));

  /** @param {BoardSeat} one */
  const makeOne = (one) => h("li", {}, h("span", { class: "sv-name" }), h("span", { class: "sv-held" }),
    ...[-1, 1].map((by) => button(by > 0 ? "+" : "−", () => send({ type: "share", seat: one.seat, by }), "sv-end")));

  return {
    node: h("div", { class: "sv-bhands" }, list, h("div", { class: "sv-picks" }, turn.node, start.node)),
    /** @param {Setup} now */
    update(now) {
      setup = now;
      keyed(list, now.seats, (one) => String(one.seat), makeOne, (item, one) => {
        const [name, held, fewer, more] = item.children;
        set(name, { text: one.name });
        set(held, { text: one.words });
        set(fewer, { "aria-label": `${one.name}: one unknown card fewer` });
        set(more, { "aria-label": `${one.name}: one unknown card more` });
      });
      roving.refresh();
      turn.update(now.names, now.turn);
      set(start.node, { hidden: !now.start });
      if (now.start) start.update(now.start.options, now.start.options.indexOf(now.start.rank));
    },
  };
}

/** The switches of the rules, folded away. @param {Send} send */
function makeRules(send) {
  /** @type {BoardRules | null} */
  let rules = null;
  const title = h("span", { class: "sv-words2" });
  const preset = makeSelect("Rule set", (at) => send({ type: "rules", act: { type: "preset", slug: rules?.presets[at].slug } }));
  const summary = h("p", { class: "sv-why" });
  const refusal = h("p", { class: "sv-status", role: "status" });
  const switches = h("div", { class: "sv-switches", role: "group", "aria-label": "Switches" });
  const node = h("details", { class: "sv-brules" }, h("summary", {}, "Rules: ", title), h("div", { class: "sv-brulesin" }, preset.node, summary, refusal, switches));
  const own = ownName();
  /** @type {Map<string, ReturnType<typeof makeChoice>>} */
  const choices = new Map();

  /** @param {{field: string}} one */
  function makeOne(one) {
    const made = makeChoice(`${own}-${one.field}`, (at) => {
      const now = rules?.switches.find((each) => each.field === one.field);
      send({ type: "rules", act: { type: "switch", field: one.field, value: now?.options[at].value } });
    });
    choices.set(one.field, made);
    return made.node;
  }

  return {
    node,
    /** @param {BoardRules} now */
    update(now) {
      rules = now;
      set(title, { text: now.title });
      preset.update(now.presets.map((one) => `${one.name} (${one.players} players)`), now.presets.findIndex((one) => one.slug === now.preset));
      set(summary, { text: now.summary });
      if (refusal.textContent !== (now.refusal ?? "")) say(refusal, now.refusal ?? "");
      keyed(switches, now.switches, (one) => one.field, makeOne, (_item, one) => {
        const chosen = one.options.findIndex((option) => option.value === one.value);
        const wrong = now.refused?.includes(one.field) ? now.refusal ?? "" : "";
        choices.get(one.field)?.update(one.words, one.options.map((option) => option.words), chosen, one.example, one.changed, wrong);
      });
    },
  };
}

/**
 * All with which a position is set up.
 * @param {Send} send
 * @param {Tell} tell
 */
export function makeEditor(send, tell) {
  /** @type {Setup | null} */
  let setup = null;
  const edit = makePositionBox((text) => send({ type: "show", text }), { rows: 2 });
  const example = makeSelect("Examples", (at) => at && send({ type: "show", text: setup?.examples[at - 1].text }));
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, maxlength: 12 }));
  const deal = button("Deal", askDeal);
  const clear = button("Clear", () => send({ type: "clear" }));
  const undo = button("Undo", () => send({ type: "undo" }));
  const fill = button("Deal out the unknown cards", () => send({ type: "fill" }));
  const board = makeBoard(send, tell);
  const hands = makeHands(send);
  const rules = makeRules(send);
  const faults = makeFaults();
  const tools = h("div", { class: "sv-tools" }, example.node, h("div", { class: "sv-pick" }, h("label", {}, h("span", { text: "Deal number" }), number)), deal, clear, undo, fill);

  number.addEventListener("keydown", (event) => {
    if (event.key === "Enter") askDeal();
  });

  function askDeal() {
    if (!number.value.trim()) return send({ type: "deal", number: null }); // any deal will do
    const wanted = dealNumberIn(number, tell);
    if (wanted !== null) send({ type: "deal", number: wanted });
  }

  return {
    edit: edit.node,
    tools,
    places: board.places,
    board: board.suits,
    hands: hands.node,
    rules: rules.node,
    faults: faults.node,
    /** @param {boolean} off */
    lock(off) {
      for (const item of [edit.show, deal, clear, undo, fill]) dim(item, off);
    },
    /** @param {Setup} now @param {string} line @param {string[]} problems @param {boolean} undoable */
    update(now, line, problems, undoable) {
      setup = now;
      edit.update(line);
      example.update(["Choose one …", ...now.examples.map((one) => one.name)], now.examples.findIndex((one) => one.text === line) + 1);
      board.update(now);
      hands.update(now);
      rules.update(now.rules);
      dim(undo, !undoable);
      dim(fill, !now.unknown);
      faults.update(problems);
    },
  };
}
