// @ts-check
/** One Tab stop for a group of buttons. */
import { set } from "./common.js";

/**
 * Let the arrow keys, Home and End move inside a group, and Tab lead into it and out again.
 * @param {HTMLElement} group
 * @param {string} which a selector of the buttons
 * @param {(all: HTMLElement[]) => HTMLElement | undefined} [first] to which Tab leads when the button it led to has left; without it to the first
 */
export function makeRoving(group, which, first = (all) => all[0]) {
  /** @type {HTMLElement | null} */
  let stop = null;
  const items = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(which)].filter((item) => !group.contains(item.closest("[hidden]"))));

  /** The nearest one in the next line above or below, by where they stand on the screen. @param {HTMLElement[]} all @param {HTMLElement} from @param {number} way */
  function beyond(all, from, way) {
    const here = from.getBoundingClientRect();
    const middle = here.left + here.width / 2;
    const far = all.map((item) => ({ item, box: item.getBoundingClientRect() })).filter(({ box }) => way * (box.top - here.top) > 12);
    if (!far.length) return from;
    const y = way > 0 ? Math.min(...far.map(({ box }) => box.top)) : Math.max(...far.map(({ box }) => box.top));
    const line = far.filter(({ box }) => Math.abs(box.top - y) <= 12);
    const off = (/** @type {DOMRect} */ box) => Math.abs(box.left + box.width / 2 - middle);
    return line.reduce((best, one) => (off(one.box) < off(best.box) ? one : best)).item;
  }

  /** Bring the Tab stop in line with the buttons there are. */
  function refresh() {
    const all = items();
    if (!stop || !all.includes(stop)) stop = first(all) ?? null;
    for (const item of all) set(item, { tabindex: item === stop ? 0 : -1 });
  }

  group.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => HTMLElement>} */
    const moves = { ArrowLeft: () => all[Math.max(0, at - 1)], ArrowRight: () => all[Math.min(all.length - 1, at + 1)], Home: () => all[0],
      End: () => all[all.length - 1], ArrowUp: () => beyond(all, all[at], -1), ArrowDown: () => beyond(all, all[at], 1) };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]().focus();
  });
  group.addEventListener("focusin", (event) => {
    const item = /** @type {HTMLElement} */ (event.target);
    if (!items().includes(item)) return;
    stop = item;
    refresh();
  });
  return { refresh, items, stop: () => stop };
}
