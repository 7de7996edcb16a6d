// @ts-check
/** One thing to choose, as a native select with its label. */
import { h, inForce, keyed, ownName, set } from "./common.js";

/**
 * A select whose options may change.
 * @param {Record<string, string>} attrs
 * @param {(at: number) => void} chosen told the place of the option chosen
 * @param {boolean} [wish] whether a choice stays until it is sent with others; one that is sent at once is in force or is taken back
 */
function makeOptions(attrs, chosen, wish = false) {
  const select = /** @type {HTMLSelectElement} */ (h("select", attrs));
  select.onchange = () => chosen(select.selectedIndex);
  return {
    select,
    /** @param {string[]} options @param {number} at */
    fill(options, at) {
      keyed(select, options, (option) => option, (option) => h("option", { text: option }), () => {});
      if (!wish) inForce(select, at);
      else if (select.selectedIndex !== at) select.selectedIndex = at;
    },
  };
}

/**
 * A label and its select.
 * @param {string} words
 * @param {(at: number) => void} chosen told the place of the option chosen
 */
export function makeSelect(words, chosen) {
  const id = ownName();
  const { select, fill } = makeOptions({ id }, chosen);
  return { node: h("div", { class: "sv-pick" }, h("label", { for: id, text: words }), select), select, update: fill };
}

/**
 * A label, its select and a line of explanation beneath.
 * @param {string} id unique in the page
 * @param {(at: number) => void} chosen told the place of the option chosen
 * @param {boolean} [wish] whether a choice stays until it is sent with others
 */
export function makeChoice(id, chosen, wish = false) {
  const { select, fill } = makeOptions({ id, "aria-describedby": `${id}-why ${id}-wrong` }, chosen, wish);
  const words = h("span");
  const tag = h("span", { class: "sv-tag" });
  const why = h("p", { class: "sv-about", id: `${id}-why` });
  const amiss = h("p", { class: "sv-wrong", id: `${id}-wrong` });
  const node = h("div", { class: "sv-choose" }, h("label", { for: id }, words, tag), select, amiss, why);
  return {
    node,
    select,
    /** @param {string} label @param {string[]} options @param {number} at @param {string} example @param {boolean} [changed] @param {string} [wrong] why it cannot be so */
    update(label, options, at, example, changed = false, wrong = "") {
      set(words, { text: label });
      set(tag, { text: changed ? "changed" : "", hidden: !changed });
      set(node, { "data-changed": changed });
      set(why, { text: example });
      set(amiss, { text: wrong, hidden: !wrong });
      set(select, { "aria-invalid": wrong ? "true" : null });
      fill(options, at);
    },
  };
}
