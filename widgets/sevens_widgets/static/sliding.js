// @ts-check
/**
 * Cards that slide from a hand to their rows.
 *
 * @typedef {{seat: number, name: string, card: string | null, text: string}} Step
 */

/**
 * Where the cards of a hand lie: they slide from there once they are laid.
 * @param {ReturnType<typeof import("./drawing.js").makeHand>} hand
 */
export function placesIn(hand) {
  /** @type {Map<string, DOMRect>} */
  const from = new Map();
  for (const card of hand.cards()) from.set(card.card, /** @type {HTMLElement} */ (hand.nodeOf(card.key)).getBoundingClientRect());
  return from;
}

/**
 * Slide the cards of the last acts to their rows, one after the other.
 * @param {ReturnType<typeof import("./drawing.js").makeTable>} table
 * @param {Step[]} steps
 * @param {Map<string, DOMRect>} from where the cards of the own hand lay
 */
export function slideCards(table, steps, from) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const gap = Math.min(170, 650 / Math.max(1, steps.length));
  steps.forEach((step, i) => {
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
