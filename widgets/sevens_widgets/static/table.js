// @ts-check
/**
 * The table of Sevens as an anywidget front end: a game, a quiz, a position, or two side by side.
 *
 * Nothing here knows a rule. What fits, why not, what to hint and what to say comes with the payload;
 * this file draws it, keeps the focus, and sends acts back.
 *
 * @typedef {{card: string, rank: string, copies?: number, next?: boolean, last?: boolean, by?: string}} Cell what is false or none may be left out
 * @typedef {{suit: string, glyph: string, label: string, note: string, cells: Cell[]}} Row
 * @typedef {{seat: number, name: string, you: boolean, turn: boolean, cards: number, passes: number, last: string, chips: string | null, label: string}} Seat
 * @typedef {{key: string, card: string, rank: string, suit: string, glyph: string, name: string, fits: boolean | null, label: string, why: string}} HandCard
 * @typedef {{rows: Row[], seats: Seat[], hand: HandCard[], handLabel: string, spoken: string, position: string}} Scene
 * @typedef {{seat: number, name: string, card: string | null, text: string}} Step
 * @typedef {{heading: string, text: string, hands: {name: string, label: string, cards: HandCard[]}[]}} Result
 * @typedef {{title: string, sentence: string, head: string[], rows: string[][], total: string[], over: boolean, winners: string | null, next: boolean,
 *   restart?: string, record: string}} Match
 * @typedef {{kind: "game", id: string, ply: number, deal: number | null, rules: string, scene: Scene, steps: Step[], status: string,
 *   pass: {offered: boolean, why: string}, hints: string[], suggestion: {card: string | null, text: string}, can: {undo: boolean},
 *   result: Result | null, notice: string | null, record: string, link?: string,
 *   pool?: string | null, match?: Match | null, free?: {card: string, text: string}[]}} Game
 * @typedef {{fits: boolean, label: string, why: string}} Verdict
 * @typedef {{key: string, text: string, right: boolean, why: string}} Choice
 * @typedef {{id: string, prompt: string, mode: "choose" | "pick", scene: Scene, choices?: Choice[],
 *   verdicts?: Record<string, Verdict>, hints: string[]}} Exercise
 * @typedef {{kind: "quiz", id: string, title: string, exercises: Exercise[]}} Quiz
 * @typedef {{title?: string, note?: string, scene: Scene | null}} Side
 * @typedef {{kind: "position" | "compare", scene?: Scene | null, sides?: Side[], text: string, editable: boolean, problems: string[], notice: string | null}} Position
 * @typedef {{name: string, fits: boolean | null, pressed?: boolean, mark?: string, any?: boolean}} Look how one card of the hand is shown
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { BOUNCE, button, dim, focusIn, h, keyed, makeLine, say, set, store, svg, widget } from "./common.js";

/** The suit shapes, drawn in a square of 100. */
const SHAPES = /** @type {Record<string, string>} */ ({
  clubs: "M50 6a21 21 0 0 1 18 32 21 21 0 1 1-14 34c0 9 4 16 11 22H35c7-6 11-13 11-22a21 21 0 1 1-14-34A21 21 0 0 1 50 6Z",
  diamonds: "M50 4C60 22 73 38 88 50 73 62 60 78 50 96 40 78 27 62 12 50 27 38 40 22 50 4Z",
  hearts: "M50 92C20 68 6 51 6 32 6 18 17 9 29 9c9 0 17 5 21 13 4-8 12-13 21-13 12 0 23 9 23 23 0 19-14 36-44 60Z",
  spades: "M50 6C24 30 8 44 8 62c0 12 9 20 20 20 7 0 13-3 17-9-1 9-4 15-10 21h30c-6-6-9-12-10-21 4 6 10 9 17 9 11 0 20-8 20-20C92 44 76 30 50 6Z",
});
/** @param {string} suit */
const shape = (suit) => svg({ viewBox: "0 0 100 100", class: "sv-shape" }, [["path", { d: SHAPES[suit] ?? "" }]]);

/** The face of a card: a large rank and one large suit shape, a drawing beside the name in words. @param {string} rank @param {string} suit */
const face = (rank, suit) => h("span", { class: "sv-face", "data-suit": suit, "aria-hidden": "true" }, h("b", { "data-rank": rank }), shape(suit));

/** A gambling chip, drawn beside what somebody holds or owes. */
const chip = () => svg({ viewBox: "0 0 20 20", class: "sv-chip" }, [["circle", { cx: 10, cy: 10, r: 8.5 }], ["circle", { cx: 10, cy: 10, r: 6.2, "stroke-dasharray": "3.2 3.3" }]]);

/** Put words beside a chip, or nothing. @param {Element} node @param {string | null | undefined} words */
function setChips(node, words) {
  set(node, { hidden: !words });
  set(/** @type {Element} */ (node.lastElementChild), { text: words ?? "" });
}

/** @param {number} count */
const passed = (count) => (count === 1 ? "1 pass" : count ? `${count} passes` : "");

/** A small fan of card backs. @param {number} count */
function fan(count) {
  const shown = Math.min(count, 24);
  const turn = shown > 1 ? Math.min(9, 84 / (shown - 1)) : 0;
  return svg({ viewBox: "0 0 84 40", class: "sv-fan" }, Array.from({ length: shown }, (_, i) =>
    ["rect", { x: 33, y: 5, width: 18, height: 27, rx: 2.5, transform: `rotate(${(i - (shown - 1) / 2) * turn} 42 58)` }]));
}

// ---------------------------------------------------------------- the table: players and rows

/** Seats and rows. Returns the node, its update, and where a card or a player is drawn. */
function makeTable() {
  const seats = h("ul", { class: "sv-seats", "aria-label": "Players" });
  const rows = h("div", { class: "sv-rows" });
  const node = h("div", { class: "sv-table" }, seats, rows);
  /** @type {Map<number, HTMLElement>} */
  const bySeat = new Map();
  /** @type {Map<string, HTMLElement>} */
  const byCard = new Map();

  /** @param {HTMLElement} item @param {Seat} seat */
  function patchSeat(item, seat) {
    const [words, look] = /** @type {HTMLElement[]} */ ([...item.children]);
    set(item, { "data-turn": seat.turn });
    set(words, { text: [seat.label, seat.last, seat.turn ? "to play" : ""].filter(Boolean).join(", ") });
    const [name, cards, note, chips] = /** @type {HTMLElement[]} */ ([...look.children]);
    set(name, { text: seat.name });
    if (cards.dataset.count !== String(seat.cards)) {
      cards.dataset.count = String(seat.cards);
      cards.replaceChildren(fan(seat.cards), h("b", { text: String(seat.cards) }));
    }
    set(note, { text: [seat.last, passed(seat.passes)].filter(Boolean).join(" · ") });
    setChips(chips, seat.chips);
    bySeat.set(seat.seat, item);
  }

  /** @param {Seat} _seat */
  const makeSeat = (_seat) => h("li", { class: "sv-seat" }, h("span", { class: "sv-words" }),
    h("div", { class: "sv-look", "aria-hidden": "true" }, h("span", { class: "sv-name" }), h("span", { class: "sv-cards" }),
      h("span", { class: "sv-note" }), h("span", { class: "sv-chips" }, chip(), h("span"))));

  /** @param {Row} row */
  const makeRow = (row) => h("div", { class: "sv-row", role: "group" },
    h("div", { class: "sv-rowhead", "data-suit": row.suit }, shape(row.suit), h("span", { class: "sv-suit", text: row.suit }), h("span", { class: "sv-takes" }),
      h("span", { class: "sv-laid", "aria-hidden": "true" })),
    h("div", { class: "sv-track", "aria-hidden": "true" }));

  /** @param {HTMLElement} node @param {Row} row */
  function patchRow(node, row) {
    const [head, track] = /** @type {HTMLElement[]} */ ([...node.children]);
    set(node, { "aria-label": row.label });
    const laid = row.cells.filter((cell) => cell.by).map((cell) => `${cell.rank} ${cell.by}`);
    set(head.children[2], { text: row.note });
    set(head.children[3], { text: laid.join(" · "), hidden: !laid.length });
    set(track, { style: `--cells:${row.cells.length}` });
    keyed(track, row.cells, (cell) => cell.card, () => h("span", { class: "sv-cell" }), (slot, cell) => {
      const { copies = 0, next = false, last = false, by = "" } = cell;
      set(slot, { "data-is": copies ? "laid" : next ? "next" : "open", "data-next": next && copies > 0, "data-last": last, "data-copies": copies });
      const drawn = `${copies}${next}${by}`;
      byCard.set(cell.card, slot);
      if (slot.dataset.drawn === drawn) return;
      slot.dataset.drawn = drawn;
      slot.replaceChildren(copies ? face(cell.rank, row.suit) : h("span", { class: "sv-rank", text: cell.rank }));
      if (copies > 1) slot.append(h("span", { class: "sv-times", text: `×${copies}` }));
      if (copies && next) slot.append(h("span", { class: "sv-again", text: "+" }));
      if (by) slot.append(h("span", { class: "sv-by", text: by }));
    });
  }

  return {
    node,
    /** @param {Scene} scene */
    update(scene) {
      const others = scene.seats.filter((seat) => !seat.you);
      set(seats, { hidden: !others.length, style: `--seats:${others.length};--across:${({ 4: 2, 5: 3, 6: 3, 7: 4 })[others.length] ?? others.length}` });
      keyed(seats, others, (seat) => String(seat.seat), makeSeat, patchSeat);
      byCard.clear();
      keyed(rows, scene.rows, (row) => row.suit, makeRow, patchRow);
    },
    seatAt: (/** @type {number} */ seat) => bySeat.get(seat),
    cardAt: (/** @type {string} */ card) => byCard.get(card),
  };
}

// ---------------------------------------------------------------- the hand

/**
 * The hand: real buttons with one Tab stop; arrows, Home and End move inside.
 * @param {((card: HandCard, event: MouseEvent) => void) | null} press null: the cards are only looked at
 */
function makeHand(press) {
  const caption = h("p", { class: "sv-caption", "aria-hidden": "true" }, h("span"), h("span", { class: "sv-you" }, h("span"), h("span", { class: "sv-chips" }, chip(), h("span"))));
  const group = h("div", { class: "sv-hand", role: "group" });
  const node = h("div", { class: "sv-holder" }, caption, group);
  /** @type {HandCard[]} */
  let cards = [];
  let stop = "";
  let live = Boolean(press);

  const buttons = () => /** @type {HTMLElement[]} */ ([...group.children]);
  const nodeOf = (/** @type {string} */ key) => buttons()[cards.findIndex((card) => card.key === key)] ?? null;

  /** @param {string} key */
  function setStop(key) {
    stop = key;
    if (live) buttons().forEach((item, i) => set(item, { tabindex: cards[i].key === key ? 0 : -1 }));
  }

  /** The card above or below, by where the lines of the hand broke. @param {number} at @param {number} way */
  function line(at, way) {
    const boxes = buttons().map((item) => ({ x: item.offsetLeft, y: /** @type {HTMLElement} */ (item).offsetTop }));
    const here = boxes[at];
    const far = boxes.filter((box) => way * (box.y - here.y) > 12);
    if (!far.length) return at;
    const y = way > 0 ? Math.min(...far.map((box) => box.y)) : Math.max(...far.map((box) => box.y));
    const cost = (/** @type {{x: number, y: number}} */ box) => (Math.abs(box.y - y) > 12 ? 1e6 : 0) + Math.abs(box.x - here.x);
    return boxes.reduce((best, box, i) => (cost(box) < cost(boxes[best]) ? i : best), 0);
  }

  group.addEventListener("keydown", (event) => {
    const at = buttons().indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = cards.length - 1;
    /** @type {Record<string, () => number>} */
    const moves = { ArrowLeft: () => Math.max(0, at - 1), ArrowRight: () => Math.min(last, at + 1), Home: () => 0, End: () => last,
      ArrowUp: () => line(at, -1), ArrowDown: () => line(at, 1) };
    if (!moves[event.key]) return;
    event.preventDefault();
    buttons()[moves[event.key]()].focus();
  });
  group.addEventListener("focusin", (event) => {
    const at = buttons().indexOf(/** @type {HTMLElement} */ (event.target));
    if (at >= 0) setStop(cards[at].key);
  });

  return {
    node,
    group,
    cards: () => cards,
    nodeOf,
    /** The card to go to when the one at an index has left: the next that fits, round the hand. @param {number} from */
    nextFit(from) {
      const order = cards.map((_, i) => cards[(Math.max(from, 0) + i) % cards.length]);
      const card = order.find((one) => one.fits);
      return card ? nodeOf(card.key) : null;
    },
    /**
     * @param {Scene} scene
     * @param {(card: HandCard) => Look} look
     * @param {string} [marked] a card that was suggested
     */
    update(scene, look, marked = "") {
      cards = scene.hand;
      const you = scene.seats.find((seat) => seat.you);
      set(node, { hidden: !cards.length });
      set(group, { "aria-label": scene.handLabel, style: `--n:${Math.max(1, cards.length)}` });
      set(caption.children[0], { text: scene.handLabel });
      const [passes, chips] = caption.children[1].children;
      set(passes, { text: passed(you?.passes ?? 0), hidden: !you?.passes });
      setChips(chips, you?.chips);
      keyed(group, cards, (card) => card.key, (card) => h(press ? "button" : "span",
        press ? { type: "button", class: "sv-card" } : { role: "img", class: "sv-card" }, face(card.rank, card.suit), h("span", { class: "sv-any", "aria-hidden": "true", hidden: true, text: "any time" }), h("span", { class: "sv-mark", "aria-hidden": "true" })),
      (item, card) => {
        const seen = look(card);
        set(item, {
          "aria-label": seen.any ? `${seen.name}, any time` : seen.name,
          "data-card": card.card,
          "data-fits": seen.fits === null ? null : String(seen.fits),
          "data-suggested": card.card === marked,
          "data-mark": seen.mark || null,
          "aria-disabled": press && seen.fits === false && seen.pressed === undefined ? "true" : null,
          "aria-pressed": seen.pressed === undefined ? null : String(seen.pressed),
          onclick: press && ((/** @type {MouseEvent} */ event) => press(card, event)),
        });
        set(item.children[1], { hidden: !seen.any });
        set(item.children[2], { "data-sign": seen.mark ?? (seen.fits ? "▲" : null) });
      });
      if (!cards.some((card) => card.key === stop)) stop = (cards.find((card) => card.fits) ?? cards[0])?.key ?? "";
      setStop(stop);
    },
    tabStop: () => nodeOf(stop),
  };
}

/** The face-up cards of one hand, to be looked at. @param {HandCard[]} cards */
const openHand = (cards) => h("span", { class: "sv-minis" },
  ...cards.map((card) => h("span", { class: "sv-mini", role: "img", "aria-label": card.name }, face(card.rank, card.suit))));

// ---------------------------------------------------------------- a game

/** The score sheet of a match, which can be folded away. */
function makeSheet() {
  const sentence = h("span");
  const caption = h("caption");
  const parts = ["thead", "tbody", "tfoot"].map((tag) => h(tag, { role: "rowgroup" }));
  const node = h("details", { class: "sv-match", hidden: true }, h("summary", {}, h("span", { class: "sv-sheet", text: "Score sheet" }), sentence), h("table", { role: "table" }, caption, ...parts));

  // The roles are spelt out because a line of many players is broken in two on a phone, which would take them away.
  /** @param {...HTMLElement} cells */
  const row = (...cells) => h("tr", { role: "row" }, ...cells);
  /** One line, headed by its first cell. @param {string[]} words */
  const line = ([first, ...rest]) => row(h("th", { scope: "row", role: "rowheader", text: first }), ...rest.map((text) => h("td", { role: "cell", text })));

  return {
    node: /** @type {HTMLDetailsElement} */ (node),
    /** @param {Match | null | undefined} match */
    update(match) {
      set(node, { hidden: !match });
      if (!match || node.dataset.drawn === JSON.stringify(match)) return;
      node.dataset.drawn = JSON.stringify(match);
      set(sentence, { text: match.winners ?? match.sentence, class: match.winners ? "sv-won" : null });
      set(caption, { text: match.title });
      const [head, body, foot] = parts;
      set(node, { style: `--players:${match.head.length - 2}`, "data-many": match.head.length > 6 });
      head.replaceChildren(row(...match.head.map((text) => h("th", { scope: "col", role: "columnheader", text }))));
      body.replaceChildren(...match.rows.map(line));
      foot.replaceChildren(line(match.total));
    },
  };
}

/**
 * A whole deal to play.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
function gameView(model, root) {
  /** @type {Game | null} */
  let game = null;
  let hint = 0;
  let marked = "";
  let askedAt = -1e9; // when a pass that will be caught was pressed for the first time
  let asked = false;

  const table = makeTable();
  const hand = makeHand(pressCard);
  const deal = h("strong");
  const rules = h("span");
  const pool = h("span", { class: "sv-pool sv-chips", hidden: true }, chip(), h("span"));
  const free = h("p", { class: "sv-free" });
  const sheet = makeSheet();
  const status = h("p", { class: "sv-status", role: "status" });
  const why = h("p", { class: "sv-why", "aria-live": "polite" });
  const line = makeLine(model, root, (text) => say(why, text));
  const pass = button("Pass", (event) => pressPass(event), "sv-main");
  const hintButton = button("Hint", giveHint);
  const suggest = button("Suggest a move", giveSuggestion);
  const undo = button("Undo", (event) => (game?.can.undo ? act({ type: "undo" }, event) : say(why, "There is nothing to take back.")));
  const read = button("Read the table", () => say(why, game?.scene.spoken ?? ""));
  const acts = h("div", { class: "sv-acts" }, pass, hintButton, suggest, undo, read);
  const heading = h("h3", { class: "sv-heading", tabindex: -1 });
  const summary = h("p");
  const hands = h("ul", { class: "sv-hands" });
  const copyLink = button("Copy link to this deal", () => copy(new URL(game?.link ?? "", location.href).href));
  const copyMatch = button("Copy the match", () => copy(game?.match?.record ?? ""));
  const endActs = h("div", { class: "sv-acts" }, button("", again, "sv-main"), button("Copy the record", () => copy(game?.record ?? "")), copyMatch, copyLink);
  const result = h("section", { class: "sv-result", hidden: true }, heading, summary, hands, endActs);
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, maxlength: 12 }));
  const afresh = button("", (event) => act(game?.match ? { type: "match" } : { type: "deal", number: null }, event));
  const restart = h("span", { class: "sv-restart", id: `sv${Math.random().toString(36).slice(2)}` });
  const dealBar = h("div", { class: "sv-deal" }, h("label", {}, h("span", { text: "Deal number" }), number), button("Deal this number", dealNumber), afresh, restart);
  const node = h("div", { class: "sv-game" }, h("div", { class: "sv-head" }, deal, rules, pool), table.node, h("div", { class: "sv-talk" }, status, why),
    hand.node, free, acts, result, sheet.node, dealBar);

  number.addEventListener("keydown", (event) => {
    if (event.key === "Enter") dealNumber();
  });
  // A key held down, or pressed again by a slip, must not lay the card to which the focus has just moved.
  node.addEventListener("keydown", (event) => {
    const pressing = event.key === "Enter" || event.key === " ";
    if (pressing && event.target !== number && (event.repeat || line.justSent() || performance.now() - askedAt < BOUNCE)) event.preventDefault();
  });
  // Whatever else is pressed, the question whether to pass all the same is dropped.
  node.addEventListener("click", (event) => event.target !== pass && ask(false));

  /** @param {Record<string, unknown>} message @param {MouseEvent} [event] */
  function act(message, event) {
    if (game) line.send({ ...message, ply: game.ply }, event);
  }

  /** @param {HandCard} card @param {MouseEvent} event */
  function pressCard(card, event) {
    if (card.fits || isFree(card)) act({ type: "play", card: card.card }, event);
    else say(why, card.why);
  }

  /** Whether a card may be laid at any moment. @param {HandCard} card */
  const isFree = (card) => Boolean(game?.free?.some((one) => one.card === card.card));

  /** Whether Pass can be pressed although a card fits: a pass that will be caught. */
  const isFalse = () => Boolean(game?.pass.offered && game.scene.hand.some((card) => card.fits));

  /** @param {boolean} on */
  function ask(on) {
    asked = on;
    askedAt = on ? performance.now() : -1e9;
    set(pass, { text: on ? "Pass anyway" : "Pass" });
  }

  /** @param {MouseEvent} event */
  function pressPass(event) {
    if (!game?.pass.offered) return say(why, game?.pass.why ?? "");
    if (!isFalse()) return act({ type: "pass" }, event);
    if (!asked) {
      ask(true);
      return say(why, `${game.pass.why} Press “Pass anyway” if that is what you want.`);
    }
    if (event.detail > 1 && performance.now() - askedAt < 500) return; // the second half of a double click
    act({ type: "pass" }, event);
  }

  function giveHint() {
    if (!game?.hints.length) return;
    const at = Math.min(hint, game.hints.length - 1);
    say(why, `Hint ${at + 1} of ${game.hints.length}: ${game.hints[at]}`);
    hint = Math.min(hint + 1, game.hints.length - 1);
  }

  function giveSuggestion() {
    if (!game) return;
    marked = game.suggestion.card ?? "";
    say(why, game.suggestion.text);
    drawHand(game);
  }

  /** What comes after a deal: its name and the act. @returns {[string, Record<string, unknown>]} */
  function onward() {
    if (!game?.match) return ["Deal again", { type: "deal", number: null }];
    return game.match.next ? ["Next deal", { type: "next" }] : ["New match", { type: "match" }];
  }

  /** @param {MouseEvent} event */
  function again(event) {
    act(onward()[1], event);
  }

  function dealNumber() {
    const text = number.value.trim();
    if (!/^\d+$/.test(text)) return say(why, text ? `“${text}” is not a deal number: write a whole number, such as 1234.` : "Write the number of a deal first, such as 1234.");
    act({ type: "deal", number: Number(text) });
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      say(why, `Copied: ${text}`);
    } catch {
      say(why, `Mark and copy this: ${text}`);
    }
  }

  /** @param {Game} now */
  function drawHand(now) {
    hand.update(now.scene, (card) => ({ name: card.label, fits: card.fits || isFree(card), any: isFree(card) }), marked);
    set(free, { text: now.result ? "" : (now.free ?? []).map((one) => one.text).join(" ") });
  }

  /** The score sheet stands with the result after a deal, and folded away beneath the table in play. @param {Game} now */
  function drawMatch(now) {
    sheet.update(now.match);
    const ended = Boolean(now.result);
    if ((sheet.node.parentNode === result) !== ended) {
      node.insertBefore(sheet.node, dealBar);
      if (ended) result.insertBefore(sheet.node, endActs);
      sheet.node.open = ended;
    }
    set(copyMatch, { hidden: !now.match });
    set(endActs.children[0], { text: onward()[0] });
    set(afresh, { text: now.match ? "New match" : "Deal again", hidden: ended && !now.match?.next });
    set(restart, { text: now.match?.restart ?? "", hidden: !now.match?.restart });
    set(number, { "aria-describedby": now.match?.restart ? restart.id : null });
  }

  /** @param {Result | null} end */
  function drawResult(end) {
    set(result, { hidden: !end });
    set(acts, { hidden: Boolean(end) });
    if (end) set(hand.node, { hidden: true }); // it lies open with the others in the result
    if (!end || (result.dataset.drawn === game?.record && heading.textContent === end.heading)) return;
    result.dataset.drawn = game?.record ?? "";
    set(heading, { text: end.heading });
    set(summary, { text: end.text });
    set(copyLink, { hidden: !game?.link });
    hands.replaceChildren(...end.hands.map((one) => h("li", {}, h("span", { class: "sv-holds", text: one.label }), openHand(one.cards))));
  }

  /** Where everything lay before the new position was drawn: a card slides from there. */
  function places() {
    /** @type {Map<string, DOMRect>} */
    const from = new Map();
    for (const card of hand.cards()) from.set(card.card, /** @type {HTMLElement} */ (hand.nodeOf(card.key)).getBoundingClientRect());
    return from;
  }

  /** Slide the cards of the last acts to their rows, one after the other. @param {Game} now @param {Map<string, DOMRect>} from */
  function slide(now, from) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const gap = Math.min(170, 650 / Math.max(1, now.steps.length));
    now.steps.forEach((step, i) => {
      const moved = step.card && table.cardAt(step.card)?.querySelector(".sv-face");
      const start = step.card && (from.get(step.card) ?? table.seatAt(step.seat)?.getBoundingClientRect());
      if (!moved || !start || !moved.animate) return;
      const end = moved.getBoundingClientRect();
      const x = start.left + start.width / 2 - end.left - end.width / 2;
      const y = start.top + start.height / 2 - end.top - end.height / 2;
      moved.animate([{ transform: `translate(${x}px, ${y}px) scale(1.25)`, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }],
        { duration: 280, delay: i * gap, easing: "cubic-bezier(.25,.7,.3,1)", fill: "backwards" });
    });
  }

  /** Where the focus goes when its element has left: next card that fits, Pass, the result. @param {Game} now @param {number} index */
  function refocus(now, index) {
    const target = now.result ? heading : hand.nextFit(index) ?? (now.pass.offered || !hand.cards().length ? pass : hand.tabStop() ?? pass);
    target.focus({ preventScroll: true });
    target.scrollIntoView?.({ block: "nearest" });
  }

  return {
    node,
    leave: line.release,
    /** @param {Game} now */
    update(now) {
      const before = game;
      const moved = !before || before.ply !== now.ply || before.deal !== now.deal || before.id !== now.id;
      const focus = focusIn(root);
      const index = focus ? hand.cards().findIndex((card) => hand.nodeOf(card.key) === focus) : -1;
      const from = moved && before ? places() : new Map();
      game = now;
      line.release();
      if (moved) {
        hint = 0;
        marked = "";
        ask(false);
        say(why, "");
        if (before && before.deal !== now.deal) number.value = "";
      }
      set(deal, { text: now.deal === null ? "Sevens" : `Deal ${now.deal}` });
      set(rules, { text: now.rules });
      setChips(pool, now.pool);
      table.update(now.scene);
      drawHand(now);
      set(status, { text: now.status });
      dim(pass, !now.pass.offered);
      set(pass, { "data-offered": now.pass.offered && !isFalse(), "data-false": isFalse() });
      dim(undo, !now.can.undo);
      drawMatch(now);
      drawResult(now.result);
      if (now.notice) say(why, now.notice);
      store.set(`game:${now.id}`, now.record);
      const gone = focus && (focusIn(root) !== focus || focus.closest("[hidden]"));
      const passed = moved && focus === pass && !now.pass.offered;
      if (gone || passed || (focus && now.result && !before?.result)) refocus(now, index);
      if (before && moved && (now.ply > before.ply || now.deal !== before.deal)) slide(now, from);
    },
  };
}

// ---------------------------------------------------------------- a quiz

/**
 * Questions with answers at once, as often as one likes; nothing leaves the browser.
 * @param {Model} _model
 * @param {HTMLElement} root
 * @returns {View}
 */
function quizView(_model, root) {
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
  const hintButton = button("Hint", giveHint);
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
    const more = one.mode !== "pick" ? "" : done ? " All found." : left && right ? ` ${left} more to find.` : "";
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
        ticks = new Set(store.get(`quiz:${now.id}`) ?? []);
        at = 0;
      }
      quiz = now;
      at = Math.min(at, now.exercises.length);
      draw();
    },
  };
}

// ---------------------------------------------------------------- a position, or two side by side

/**
 * A table and a hand whose cards explain themselves.
 * @param {(text: string) => void} tell
 */
function makeSide(tell) {
  /** @type {Side} */
  let side = { scene: null };
  const heading = h("h3", { class: "sv-heading" });
  const note = h("p", { class: "sv-sidenote" });
  const table = makeTable();
  const told = (/** @type {string} */ text) => tell(side.title ? `${side.title}: ${text}` : text);
  const hand = makeHand((card) => told(card.why));
  const node = h("section", { class: "sv-side" }, heading, note, table.node, hand.node);
  return {
    node,
    read: () => side.scene && told(side.scene.spoken),
    /** A text that cannot be read leaves the last good table on the screen. @param {Side} now */
    update(now) {
      side = { ...now, scene: now.scene ?? side.scene };
      set(heading, { text: side.title ?? "", hidden: !side.title });
      set(note, { text: side.note ?? "", hidden: !side.note });
      if (!side.scene) return;
      table.update(side.scene);
      hand.update(side.scene, (card) => ({ name: card.label, fits: card.fits }));
    },
  };
}

/**
 * One position to look at, or to change and show again; or the same cards under two rule sets.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
function positionView(model, root) {
  const why = h("p", { class: "sv-why", "aria-live": "polite" });
  const faults = h("ul", { class: "sv-faults" });
  const notice = h("p", { class: "sv-status", role: "status" });
  const line = makeLine(model, root, (text) => say(why, text));
  const box = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }));
  const show = button("Show", (event) => line.send({ type: "show", text: box.value }, event), "sv-main");
  const edit = h("div", { class: "sv-edit" }, h("label", {}, h("span", { text: "Position" }), box), show);
  const both = h("div", { class: "sv-sides" });
  const acts = h("div", { class: "sv-acts" });
  const node = h("div", { class: "sv-position" }, both, h("div", { class: "sv-talk" }, notice, why), faults, edit, acts);
  /** @type {ReturnType<typeof makeSide>[]} */
  const sides = [];
  let text = "";

  function addSide() {
    const side = makeSide((words) => say(why, words));
    sides.push(side);
    both.append(side.node);
    acts.append(button("Read the table", side.read));
  }

  return {
    node,
    leave: line.release,
    /** @param {Position} now */
    update(now) {
      line.release();
      const shown = now.sides ?? [{ scene: now.scene ?? null }];
      while (sides.length < shown.length) addSide();
      shown.forEach((side, i) => {
        sides[i].update(side);
        set(acts.children[i], { text: side.title ? `Read the table: ${side.title}` : "Read the table" });
      });
      if (now.text !== text) box.value = text = now.text;
      set(edit, { hidden: !now.editable });
      say(why, "");
      say(notice, now.notice ?? "");
      set(faults, { hidden: !now.problems.length, "aria-label": "What is wrong" });
      keyed(faults, now.problems, (one) => one, (one) => h("li", { text: one }), () => {});
    },
  };
}

export default widget("Sevens", "Loading the table …", { game: gameView, quiz: quizView, position: positionView, compare: positionView });
