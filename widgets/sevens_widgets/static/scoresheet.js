// @ts-check
/**
 * The score sheet of a match.
 *
 * @typedef {{title: string, sentence: string, head: string[], rows: string[][], total: string[], over: boolean, winners: string | null, next: boolean,
 *   restart?: string, record: string}} Match
 */
import { h, set } from "./common.js";

/** The score sheet of a match, which can be folded away. */
export function makeSheet() {
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
