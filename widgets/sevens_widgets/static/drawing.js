// @ts-check
/**
 * The table as it is drawn everywhere: the players, the rows, the hand.
 *
 * @typedef {{card: string, rank: string, copies?: number, next?: boolean, last?: boolean, by?: string}} Cell what is false or none may be left out
 * @typedef {{suit: string, glyph: string, label: string, note: string, cells: Cell[]}} Row
 * @typedef {{seat: number, name: string, you: boolean, turn: boolean, cards: number, passes: number, last: string, chips: string | null, label: string}} Seat
 * @typedef {{key: string, card: string, rank: string, suit: string, glyph: string, name: string, fits: boolean | null, label: string, why: string}} HandCard
 * @typedef {{rows: Row[], seats: Seat[], hand: HandCard[], handLabel: string, spoken: string, position: string}} Scene
 * @typedef {{name: string, fits: boolean | null, pressed?: boolean, mark?: string, any?: boolean, locked?: boolean}} Look how one card of the hand is shown
 */
import { h, keyed, set, svg } from "./common.js";
import { makeRoving } from "./roving.js";

/** The suit shapes, drawn in a square of 100. */
const SHAPES = /** @type {Record<string, string>} */ ({
  clubs: "M50 6a21 21 0 0 1 18 32 21 21 0 1 1-14 34c0 9 4 16 11 22H35c7-6 11-13 11-22a21 21 0 1 1-14-34A21 21 0 0 1 50 6Z",
  diamonds: "M50 4C60 22 73 38 88 50 73 62 60 78 50 96 40 78 27 62 12 50 27 38 40 22 50 4Z",
  hearts: "M50 92C20 68 6 51 6 32 6 18 17 9 29 9c9 0 17 5 21 13 4-8 12-13 21-13 12 0 23 9 23 23 0 19-14 36-44 60Z",
  spades: "M50 6C24 30 8 44 8 62c0 12 9 20 20 20 7 0 13-3 17-9-1 9-4 15-10 21h30c-6-6-9-12-10-21 4 6 10 9 17 9 11 0 20-8 20-20C92 44 76 30 50 6Z",
});
/** @param {string} suit */
export const shape = (suit) => svg({ viewBox: "0 0 100 100", class: "sv-shape" }, [["path", { d: SHAPES[suit] ?? "" }]]);

/** The face of a card: a large rank and one large suit shape, a drawing beside the name in words. @param {string} rank @param {string} suit */
export const face = (rank, suit) => h("span", { class: "sv-face", "data-suit": suit, "aria-hidden": "true" }, h("b", { "data-rank": rank }), shape(suit));

/** A gambling chip, drawn beside what somebody holds or owes. */
export const chip = () => svg({ viewBox: "0 0 20 20", class: "sv-chip" }, [["circle", { cx: 10, cy: 10, r: 8.5 }], ["circle", { cx: 10, cy: 10, r: 6.2, "stroke-dasharray": "3.2 3.3" }]]);

/** Put words beside a chip, or nothing. @param {Element} node @param {string | null | undefined} words */
export function setChips(node, words) {
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
export function makeTable() {
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
      slot.replaceChildren(copies ? face(cell.rank, row.suit) : h("span", { class: "sv-rank", "data-rank": cell.rank, text: cell.rank }));
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
export function makeHand(press) {
  const caption = h("p", { class: "sv-caption", "aria-hidden": "true" }, h("span"), h("span", { class: "sv-you" }, h("span"), h("span", { class: "sv-chips" }, chip(), h("span"))));
  const group = h("div", { class: "sv-hand", role: "group" });
  const node = h("div", { class: "sv-holder" }, caption, group);
  /** @type {HandCard[]} */
  let cards = [];

  const buttons = () => /** @type {HTMLElement[]} */ ([...group.children]);
  const nodeOf = (/** @type {string} */ key) => buttons()[cards.findIndex((card) => card.key === key)] ?? null;

  const fitting = () => nodeOf(cards.find((card) => card.fits)?.key ?? "");
  const roving = makeRoving(group, "button", (all) => fitting() ?? all[0]);

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
          "aria-disabled": press && (seen.locked || (seen.fits === false && seen.pressed === undefined)) ? "true" : null,
          "aria-pressed": seen.pressed === undefined ? null : String(seen.pressed),
          onclick: press && ((/** @type {MouseEvent} */ event) => press(card, event)),
        });
        set(item.children[1], { hidden: !seen.any });
        set(item.children[2], { "data-sign": seen.mark ?? (seen.fits ? "▲" : null) });
      });
      roving.refresh();
    },
    tabStop: () => roving.stop(),
  };
}

/** The face-up cards of one hand, to be looked at. @param {HandCard[]} cards */
export const openHand = (cards) => h("span", { class: "sv-minis" },
  ...cards.map((card) => h("span", { class: "sv-mini", role: "img", "aria-label": card.name }, face(card.rank, card.suit))));
