// @ts-check
/** A native select with its label. */
import { h, keyed, set } from "./common.js";

let made = 0;

/**
 * A label and its select; options may change.
 * @param {string} words
 * @param {(at: number) => void} chosen told the place of the option chosen
 */
export function makeSelect(words, chosen) {
  const id = `svs${(made += 1)}${Math.random().toString(36).slice(2, 8)}`;
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }));
  select.onchange = () => chosen(select.selectedIndex);
  const label = h("label", { for: id, text: words });
  const node = h("div", { class: "sv-pick" }, label, select);
  return {
    node,
    select,
    /** @param {string[]} options @param {number} at @param {string} [name] */
    update(options, at, name = words) {
      set(label, { text: name });
      keyed(select, options, (option) => option, (option) => h("option", { text: option }), () => {});
      if (select.selectedIndex !== at) select.selectedIndex = at;
    },
  };
}
