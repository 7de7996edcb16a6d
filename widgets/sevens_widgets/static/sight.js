// @ts-check
/**
 * What an act of a person has changed comes into sight, for it often stands elsewhere on the page.
 *
 * Only where a person has asked for it, never on loading, and never once that person has scrolled away meanwhile.
 */

const SLACK = 1; // px: edges are rounded
const KEYS = ["PageDown", "PageUp", "Home", "End", " ", "ArrowDown", "ArrowUp"]; // what scrolls a page

/** How much room a length of the styles takes; "auto" is none. @param {string} length */
const px = (length) => Number.parseFloat(length) || 0;

/** From where to where an element is seen: within the window, and within all that is scrolled around it. @param {Element} node */
function windowOf(node) {
  const page = /** @type {Element} */ (node.ownerDocument.scrollingElement ?? node.ownerDocument.documentElement);
  const padding = getComputedStyle(page);
  let top = px(padding.scrollPaddingTop);
  let bottom = innerHeight - px(padding.scrollPaddingBottom);
  for (let at = node.parentElement; at && at !== page; at = at.parentElement) {
    if (at.scrollHeight <= at.clientHeight + SLACK || !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
    const box = at.getBoundingClientRect();
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  }
  return { top, bottom };
}

/**
 * Bring a piece of the page into sight, from the top of one element to the foot of another; where all of it is seen,
 * nothing moves. Of a piece higher than the window its beginning is shown.
 * @param {Element} first
 * @param {Element} [last]
 */
export function bring(first, last = first) {
  if (!last.getClientRects().length) last = first;
  if (!first.getClientRects().length) return; // not in the page, or hidden
  const seen = windowOf(first);
  const top = first.getBoundingClientRect().top - px(getComputedStyle(first).scrollMarginTop);
  const foot = last.getBoundingClientRect().bottom + px(getComputedStyle(last).scrollMarginBottom);
  if (top >= seen.top - SLACK && foot <= seen.bottom + SLACK) return;
  const start = top < seen.top || foot - top > seen.bottom - seen.top;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || first.closest("[data-speed=instant]");
  (start ? first : last).scrollIntoView({ block: start ? "start" : "end", behavior: still ? "instant" : "smooth" });
}

/** Watch from now on whether the person scrolls. */
export function watchScrolling() {
  let scrolled = false;
  const events = ["wheel", "touchmove", "keydown"];

  /** Keys pressed in a widget do not come as far as the window. @param {Event} event */
  function note(event) {
    if (event.type === "keydown" && !KEYS.includes(/** @type {KeyboardEvent} */ (event).key)) return;
    scrolled = true;
    end();
  }

  function end() {
    for (const name of events) window.removeEventListener(name, note);
  }

  for (const name of events) window.addEventListener(name, note, { passive: true });
  return { scrolled: () => scrolled, end };
}
