// @ts-check
/** The made-up exercises that a page has been sent: those nobody has met yet, and those met, in the order of meeting. */

/** @typedef {import("./quiz.js").Exercise} Made */

export function makeStock() {
  /** @type {Map<string, Made>} */
  const waiting = new Map();
  /** @type {Made[]} */
  const met = [];

  /** The next of a kind. @param {string | undefined} kind none: of any kind */
  const find = (kind) => [...waiting.values()].find((one) => !kind || one.kind === kind);

  return {
    met: () => met,
    /** Whether one of a kind is waiting. @param {string | undefined} kind */
    has: (kind) => Boolean(find(kind)),
    /** Take in what was sent; one that came before is the same. @param {Made[]} some */
    add(some) {
      for (const one of some) if (!met.some((each) => each.id === one.id)) waiting.set(one.id, one);
    },
    /** Take one of a kind; where there is none, one of any kind if that will do. @param {string | undefined} kind @param {boolean} any */
    take(kind, any) {
      const one = find(kind) ?? (any ? find(undefined) : undefined);
      if (!one) return false;
      waiting.delete(one.id);
      met.push(one);
      return true;
    },
  };
}
