// @ts-check
/**
 * The table of Sevens as an anywidget front end: a game, a quiz or a position.
 *
 * Nothing here knows a rule. What fits, why not, what to hint and what to say comes with the payload;
 * this file draws it, keeps the focus, and sends acts back. One file, because a widget is loaded from a
 * blob address where relative imports fail.
 *
 * @typedef {{card: string, rank: string, copies?: number, next?: boolean, last?: boolean, by?: string}} Cell what is false or none may be left out
 * @typedef {{suit: string, glyph: string, label: string, note: string, cells: Cell[]}} Row
 * @typedef {{seat: number, name: string, you: boolean, turn: boolean, cards: number, passes: number, last: string, chips: string | null, label: string}} Seat
 * @typedef {{key: string, card: string, rank: string, suit: string, glyph: string, name: string, fits: boolean | null, label: string, why: string}} HandCard
 * @typedef {{rows: Row[], seats: Seat[], hand: HandCard[], handLabel: string, spoken: string, position: string}} Scene
 * @typedef {{seat: number, name: string, card: string | null, text: string}} Step
 * @typedef {{heading: string, text: string, hands: {name: string, label: string, cards: HandCard[]}[]}} Result
 * @typedef {{kind: "game", id: string, ply: number, deal: number | null, rules: string, scene: Scene, steps: Step[], status: string,
 *   pass: {offered: boolean, why: string}, hints: string[], suggestion: {card: string | null, text: string}, can: {undo: boolean},
 *   result: Result | null, notice: string | null, record: string, link?: string}} Game
 * @typedef {{fits: boolean, label: string, why: string}} Verdict
 * @typedef {{key: string, text: string, right: boolean, why: string}} Choice
 * @typedef {{id: string, prompt: string, mode: "choose" | "pick", scene: Scene, choices?: Choice[],
 *   verdicts?: Record<string, Verdict>, hints: string[]}} Exercise
 * @typedef {{kind: "quiz", id: string, title: string, exercises: Exercise[]}} Quiz
 * @typedef {{kind: "position", scene: Scene | null, text: string, editable: boolean, problems: string[], notice: string | null}} Position
 * @typedef {{name: string, fits: boolean | null, pressed?: boolean, mark?: string}} Look how one card of the hand is shown
 * @typedef {{node: HTMLElement, update: (payload: any) => void, leave?: () => void}} View
 * @typedef {{get: (name: string) => any, on: (event: string, call: () => void) => void, off: (event: string, call: () => void) => void,
 *   send: (message: object) => void}} Model
 */

/** The suit shapes, drawn in a square of 100. */
const SHAPES = /** @type {Record<string, string>} */ ({
  clubs: "M50 6a21 21 0 0 1 18 32 21 21 0 1 1-14 34c0 9 4 16 11 22H35c7-6 11-13 11-22a21 21 0 1 1-14-34A21 21 0 0 1 50 6Z",
  diamonds: "M50 4C60 22 73 38 88 50 73 62 60 78 50 96 40 78 27 62 12 50 27 38 40 22 50 4Z",
  hearts: "M50 92C20 68 6 51 6 32 6 18 17 9 29 9c9 0 17 5 21 13 4-8 12-13 21-13 12 0 23 9 23 23 0 19-14 36-44 60Z",
  spades: "M50 6C24 30 8 44 8 62c0 12 9 20 20 20 7 0 13-3 17-9-1 9-4 15-10 21h30c-6-6-9-12-10-21 4 6 10 9 17 9 11 0 20-8 20-20C92 44 76 30 50 6Z",
});
const FORBID = "data-lm-suppress-shortcuts"; // JupyterLab looks for it
const ANSWER_WITHIN = 5000; // after so many ms without an answer the player is told
const BOUNCE = 200; // a second key press or click within so many ms of a move is a slip of the hand

// ---------------------------------------------------------------- small tools

/**
 * Set text, handlers and attributes on a node, touching only what differs; null or false removes.
 * @template {Element} T
 * @param {T} node
 * @param {Record<string, any>} attrs
 * @returns {T}
 */
function set(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (name.startsWith("on")) {
      /** @type {any} */ (node)[name] = value;
    } else if (value === null || value === undefined || value === false) {
      node.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
  return node;
}

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Node | string)} kids
 * @returns {HTMLElement}
 */
function h(tag, attrs = {}, ...kids) {
  const node = set(document.createElement(tag), attrs);
  // JupyterLab acts on single letters unless the focused element itself forbids it.
  if (/^(button|input|textarea)$/.test(tag) || "tabindex" in attrs) node.setAttribute(FORBID, "true");
  node.append(...kids);
  return node;
}

/**
 * Make a button with words on it.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {string} [kind]
 */
const button = (text, onclick, kind = "") => h("button", { type: "button", class: `sv-button ${kind}`, text, onclick });

/** Say that a control cannot be used now without taking it out of reach. @param {Element} node @param {boolean} off */
const dim = (node, off) => set(node, { "aria-disabled": off ? "true" : null });

/**
 * Make an SVG drawing.
 * @param {Record<string, any>} attrs
 * @param {[string, Record<string, any>][]} parts
 */
function svg(attrs, parts) {
  const make = (/** @type {string} */ tag, /** @type {Record<string, any>} */ a) => set(document.createElementNS("http://www.w3.org/2000/svg", tag), a);
  const node = make("svg", { "aria-hidden": "true", focusable: "false", ...attrs });
  for (const [tag, a] of parts) node.append(make(tag, a));
  return node;
}

/** @param {string} suit */
const shape = (suit) => svg({ viewBox: "0 0 100 100", class: "sv-shape" }, [["path", { d: SHAPES[suit] ?? "" }]]);

/** The face of a card: a large rank and one large suit shape, a drawing beside the name in words. @param {string} rank @param {string} suit */
const face = (rank, suit) => h("span", { class: "sv-face", "data-suit": suit, "aria-hidden": "true" }, h("b", { "data-rank": rank }), shape(suit));

/** A small fan of card backs. @param {number} count */
function fan(count) {
  const shown = Math.min(count, 24);
  const turn = shown > 1 ? Math.min(9, 84 / (shown - 1)) : 0;
  return svg({ viewBox: "0 0 84 40", class: "sv-fan" }, Array.from({ length: shown }, (_, i) =>
    ["rect", { x: 33, y: 5, width: 18, height: 27, rx: 2.5, transform: `rotate(${(i - (shown - 1) / 2) * turn} 42 58)` }]));
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const KIDS = new WeakMap();

/**
 * Bring the children of a node in line with items: keep, patch, add, take away; never move one that stays,
 * because a moved element loses the focus.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(node: HTMLElement, item: T, index: number) => void} patch
 */
function keyed(parent, items, key, make, patch) {
  const old = KIDS.get(parent) ?? new Map();
  const now = new Map(items.map((item) => [key(item), old.get(key(item)) ?? make(item)]));
  for (const [k, node] of old) if (!now.has(k)) node.remove();
  items.forEach((item, i) => {
    const node = now.get(key(item));
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
    patch(node, item, i);
  });
  KIDS.set(parent, now);
}

/** What the browser remembers; private windows may refuse, and then nothing is remembered. */
const store = {
  /** @param {string} name @returns {any} */
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`sevens:${name}`) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    try {
      localStorage.setItem(`sevens:${name}`, JSON.stringify(value));
    } catch {
      // Nothing to do: the game goes on, it is only not remembered.
    }
  },
};

/**
 * Put a sentence into a live region. The same sentence twice gets a no-break space, or it would not be spoken again.
 * @param {HTMLElement} node @param {string} text
 */
function say(node, text) {
  node.textContent = text && node.textContent === text ? `${text}\u00a0` : text;
}

/** The element with the focus, if it lies in a node. @param {HTMLElement} node @returns {HTMLElement | null} */
function focusIn(node) {
  const at = /** @type {HTMLElement | null} */ (node.ownerDocument.activeElement);
  return at && node.contains(at) ? at : null;
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
    const passes = seat.passes === 1 ? "1 pass" : `${seat.passes} passes`;
    set(note, { text: [seat.last, seat.passes ? passes : ""].filter(Boolean).join(" · ") });
    set(chips, { text: seat.chips ?? "", hidden: !seat.chips });
    bySeat.set(seat.seat, item);
  }

  /** @param {Seat} _seat */
  const makeSeat = (_seat) => h("li", { class: "sv-seat" }, h("span", { class: "sv-words" }),
    h("div", { class: "sv-look", "aria-hidden": "true" }, h("span", { class: "sv-name" }), h("span", { class: "sv-cards" }),
      h("span", { class: "sv-note" }), h("span", { class: "sv-chips" })));

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
      set(seats, { hidden: !others.length, style: `--seats:${others.length}` });
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
  const caption = h("p", { class: "sv-caption", "aria-hidden": "true" }, h("span"), h("span", { class: "sv-you" }));
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
      set(caption.children[1], { text: [you?.chips, you?.passes ? (you.passes === 1 ? "1 pass" : `${you.passes} passes`) : ""].filter(Boolean).join(" · ") });
      keyed(group, cards, (card) => card.key, (card) => h(press ? "button" : "span",
        press ? { type: "button", class: "sv-card" } : { role: "img", class: "sv-card" }, face(card.rank, card.suit), h("span", { class: "sv-mark", "aria-hidden": "true" })),
      (item, card) => {
        const seen = look(card);
        set(item, {
          "aria-label": seen.name,
          "data-card": card.card,
          "data-fits": seen.fits === null ? null : String(seen.fits),
          "data-suggested": card.card === marked,
          "data-mark": seen.mark || null,
          "aria-disabled": press && seen.fits === false && seen.pressed === undefined ? "true" : null,
          "aria-pressed": seen.pressed === undefined ? null : String(seen.pressed),
          onclick: press && ((/** @type {MouseEvent} */ event) => press(card, event)),
        });
        set(/** @type {Element} */ (item.lastElementChild), { "data-sign": seen.mark ?? (seen.fits ? "▲" : null) });
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

/**
 * The line to the kernel: one act at a time, and a word when no answer comes.
 * @param {Model} model
 * @param {HTMLElement} root marked as busy while an answer is awaited
 * @param {(text: string) => void} tell
 */
function makeLine(model, root, tell) {
  let busy = false;
  let sentAt = -1e9;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  const since = () => performance.now() - sentAt;

  /** An answer has come, or none will: acts may be sent again. */
  function release() {
    clearTimeout(waiting);
    clearTimeout(settling);
    busy = false;
    settling = setTimeout(() => set(root, { "aria-busy": null }), Math.max(0, BOUNCE - since()));
  }

  function silence() {
    release();
    tell("The table does not answer. Everything is as it was: try again, or reload the page.");
  }

  return {
    release,
    justSent: () => since() < BOUNCE,
    /** @param {object} message @param {MouseEvent} [event] */
    send(message, event) {
      if (busy) return tell("One moment: the table has not answered yet.");
      if (event && event.detail > 1 && since() < 500) return; // the second half of a double click
      busy = true;
      sentAt = performance.now();
      clearTimeout(settling);
      set(root, { "aria-busy": "true" });
      waiting = setTimeout(silence, ANSWER_WITHIN);
      try {
        model.send(message);
      } catch {
        silence(); // there is nobody at the other end any more
      }
    },
  };
}

// ---------------------------------------------------------------- a game

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

  const table = makeTable();
  const hand = makeHand(pressCard);
  const deal = h("strong");
  const rules = h("span");
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
  const result = h("section", { class: "sv-result", hidden: true }, heading, summary, hands,
    h("div", { class: "sv-acts" }, button("Deal again", again, "sv-main"), button("Copy the record", () => copy(game?.record ?? "")), copyLink));
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, maxlength: 12 }));
  const dealAgain = button("Deal again", again);
  const dealBar = h("div", { class: "sv-deal" }, h("label", {}, h("span", { text: "Deal number" }), number), button("Deal this number", dealNumber), dealAgain);
  const node = h("div", { class: "sv-game" }, h("div", { class: "sv-head" }, deal, rules), table.node, h("div", { class: "sv-talk" }, status, why),
    hand.node, acts, result, dealBar);

  number.addEventListener("keydown", (event) => {
    if (event.key === "Enter") dealNumber();
  });
  // A key held down, or pressed again by a slip, must not lay the card to which the focus has just moved.
  node.addEventListener("keydown", (event) => {
    const pressing = event.key === "Enter" || event.key === " ";
    if (pressing && event.target !== number && (event.repeat || line.justSent())) event.preventDefault();
  });

  /** @param {Record<string, unknown>} message @param {MouseEvent} [event] */
  function act(message, event) {
    if (game) line.send({ ...message, ply: game.ply }, event);
  }

  /** @param {HandCard} card @param {MouseEvent} event */
  function pressCard(card, event) {
    if (card.fits) act({ type: "play", card: card.card }, event);
    else say(why, card.why);
  }

  /** @param {MouseEvent} event */
  function pressPass(event) {
    if (game?.pass.offered) act({ type: "pass" }, event);
    else say(why, game?.pass.why ?? "");
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

  /** @param {MouseEvent} event */
  function again(event) {
    act({ type: "deal", number: null }, event);
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
      say(why, `Mark and copy this line: ${text}`);
    }
  }

  /** @param {Game} now */
  function drawHand(now) {
    hand.update(now.scene, (card) => ({ name: card.label, fits: card.fits }), marked);
  }

  /** @param {Result | null} end */
  function drawResult(end) {
    set(result, { hidden: !end });
    set(acts, { hidden: Boolean(end) });
    if (end) set(hand.node, { hidden: true }); // it lies open with the others in the result
    set(dealAgain, { hidden: Boolean(end) });
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
        say(why, "");
        if (before && before.deal !== now.deal) number.value = "";
      }
      set(deal, { text: now.deal === null ? "Sevens" : `Deal ${now.deal}` });
      set(rules, { text: now.rules });
      table.update(now.scene);
      drawHand(now);
      set(status, { text: now.status });
      dim(pass, !now.pass.offered);
      set(pass, { "data-offered": now.pass.offered && !now.scene.hand.some((card) => card.fits) });
      dim(undo, !now.can.undo);
      drawResult(now.result);
      if (now.notice) say(why, now.notice);
      store.set(`game:${now.id}`, now.record);
      const gone = focus && (!focus.isConnected || focus.closest("[hidden]"));
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

// ---------------------------------------------------------------- a position

/**
 * One position to look at, or to change and show again.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
function positionView(model, root) {
  const table = makeTable();
  const why = h("p", { class: "sv-why", "aria-live": "polite" });
  const hand = makeHand((card) => say(why, card.why));
  const faults = h("ul", { class: "sv-faults" });
  const notice = h("p", { class: "sv-status", role: "status" });
  const line = makeLine(model, root, (text) => say(why, text));
  const box = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }));
  const show = button("Show", (event) => line.send({ type: "show", text: box.value }, event), "sv-main");
  const read = button("Read the table", () => say(why, scene?.spoken ?? ""));
  const edit = h("div", { class: "sv-edit" }, h("label", {}, h("span", { text: "Position" }), box), show);
  const node = h("div", { class: "sv-position" }, table.node, hand.node, h("div", { class: "sv-talk" }, notice, why), faults, edit,
    h("div", { class: "sv-acts" }, read));
  /** @type {Scene | null} */
  let scene = null;
  let text = "";

  return {
    node,
    leave: line.release,
    /** @param {Position} now */
    update(now) {
      line.release();
      scene = now.scene ?? scene; // a text that cannot be read leaves the last good table on the screen
      if (scene) {
        table.update(scene);
        hand.update(scene, (card) => ({ name: card.label, fits: card.fits }));
      }
      if (now.text !== text) box.value = text = now.text;
      set(edit, { hidden: !now.editable });
      say(why, "");
      say(notice, now.notice ?? "");
      set(faults, { hidden: !now.problems.length, "aria-label": "What is wrong" });
      keyed(faults, now.problems, (one) => one, (one) => h("li", { text: one }), () => {});
    },
  };
}

// ---------------------------------------------------------------- the widget

/** @type {Record<string, (model: Model, root: HTMLElement) => View>} */
const KINDS = { game: gameView, quiz: quizView, position: positionView };

/**
 * Draw the widget and follow its payload.
 * @param {{model: Model, el: HTMLElement}} parts
 * @returns {() => void} what to call when the widget leaves the page
 */
function render({ model, el }) {
  const root = h("div", { class: "sevens", role: "group", "aria-label": "Sevens", "data-colours": store.get("settings")?.colours === "four" ? "four" : "two" });
  /** @type {View | null} */
  let view = null;
  let kind = "";

  // Keys pressed in here are the player's, not the notebook's; Tab and combinations such as Ctrl+S go through.
  // JupyterLab takes no shortcut at all, not even those, from an element that forbids them, so the ban is
  // lifted from when Ctrl or Cmd goes down until it comes up.
  const keep = (/** @type {Event} */ event) => {
    const pressed = /** @type {KeyboardEvent} */ (event);
    const combined = (pressed.ctrlKey || pressed.metaKey) && !pressed.getModifierState("AltGraph");
    if (pressed.key !== "Tab" && !combined) event.stopPropagation();
    set(/** @type {Element} */ (event.target), { [FORBID]: !combined && "true" });
  };
  for (const name of ["keydown", "keypress", "keyup"]) root.addEventListener(name, keep);
  root.addEventListener("focusout", (event) => set(/** @type {Element} */ (event.target), { [FORBID]: "true" }));

  function draw() {
    const payload = model.get("payload") ?? {};
    if (!(payload.kind in KINDS)) {
      if (!view) root.replaceChildren(h("p", { class: "sv-wait", role: "status", text: "Loading the table …" }));
      return;
    }
    if (!view || payload.kind !== kind) {
      view?.leave?.();
      kind = payload.kind;
      view = KINDS[kind](model, root);
      root.replaceChildren(view.node);
    }
    view.update(payload);
  }

  el.append(root);
  model.on("change:payload", draw);
  draw();
  return () => {
    model.off("change:payload", draw);
    view?.leave?.();
  };
}

export default { render };
