// @ts-check
/**
 * A position as text, to be changed and shown again, and what is wrong with it.
 */
import { button, h, keyed, set } from "./common.js";

/**
 * The box in which a position is written.
 * @param {(text: string, event: MouseEvent) => void} shown somebody wants to see what was written
 * @param {{rows?: number, kind?: string}} [looks] kind: of the button
 */
export function makePositionBox(shown, { rows = 3, kind = "" } = {}) {
  const box = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }));
  const show = button("Show", (event) => shown(box.value, event), kind);
  let text = "";
  return {
    node: h("div", { class: "sv-edit" }, h("label", {}, h("span", { text: "Position" }), box), h("div", { class: "sv-acts" }, show)),
    show,
    /** What is being written stays, unless another position has come. @param {string} now */
    update(now) {
      if (now !== text) box.value = text = now;
    },
  };
}

/** What is wrong with a position, fault by fault. */
export function makeFaults() {
  const node = h("ul", { class: "sv-faults", "aria-label": "What is wrong" });
  return {
    node,
    /** @param {string[]} problems */
    update(problems) {
      set(node, { hidden: !problems.length });
      keyed(node, problems, (one) => one, (one) => h("li", { text: one }), () => {});
    },
  };
}
