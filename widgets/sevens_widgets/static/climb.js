// @ts-check
/**
 * A player on the ladder: how often it wins against each rung, with the interval that so few deals leave open.
 *
 * @typedef {{name: string, does: string, percent: number, low: number, high: number, share: string, interval: string, says: string}} Rung
 *   percent, low, high: of the games
 * @typedef {{kind: "climb", title: string, about: string, even: number, head: string[], rungs: Rung[], summary: string,
 *   progress: string, busy: boolean, more: string, notice?: string | null}} Climb even: what who is as good as the others wins
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, h, keyed, makeLine, say, set } from "./common.js";

const MOST = 60; // percent at the right end of a bar: hardly anybody wins more

/**
 * The ladder as a table with bars.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function climbView(model, root) {
  /** @type {Climb | null} */
  let climb = null;
  const line = makeLine(model, root, (text) => say(status, text), "The ladder");
  const title = h("strong");
  const about = h("p", { class: "sv-sidenote" });
  const head = h("tr");
  const rows = h("tbody");
  const table = h("table", { class: "sv-ladder" }, h("thead", {}, head), rows);
  const summary = h("p", { class: "sv-line" });
  const status = h("p", { class: "sv-status", role: "status" });
  const more = button("", (event) => line.send({ type: climb?.busy ? "stop" : "more" }, event), "sv-main");
  const node = h("div", { class: "sv-climb" }, h("div", { class: "sv-head" }, title), about, table, summary, status, h("div", { class: "sv-acts" }, more));

  const at = (/** @type {number} */ percent) => `${Math.min(100, (100 * percent) / MOST).toFixed(1)}%`;

  const told = () => climb?.notice || climb?.progress || "";

  function makeRow() {
    const name = h("th", { scope: "row" }, h("b"), h("span"));
    const bar = h("div", { class: "sv-bar", "aria-hidden": "true" }, h("i"), h("b"), h("u"));
    return h("tr", {}, name, h("td", {}, h("span"), bar), h("td"), h("td"));
  }

  /** @param {HTMLElement} row @param {Rung} rung */
  function drawRow(row, rung) {
    const [name, share, interval, says] = row.children;
    set(name.children[0], { text: rung.name });
    set(name.children[1], { text: rung.does });
    set(share.children[0], { text: rung.share });
    const [range, middle, even] = share.children[1].children;
    set(range, { style: `left: ${at(rung.low)}; right: calc(100% - ${at(rung.high)})` });
    set(middle, { style: `left: ${at(rung.percent)}` });
    set(even, { style: `left: ${at(climb?.even ?? 25)}` });
    set(interval, { text: rung.interval });
    set(says, { text: rung.says });
  }

  return {
    node,
    leave: line.leave,
    link(state) {
      say(status, line.link(state, "play more deals", { idle: [more] }) || told());
    },
    /** @param {Climb} now */
    update(now) {
      line.answered(now);
      climb = now;
      set(title, { text: now.title });
      set(about, { text: now.about });
      keyed(head, now.head, (one) => one, (one) => h("th", { scope: "col", text: one }), () => {});
      keyed(rows, now.rungs, (one) => one.name, makeRow, drawRow);
      set(summary, { text: now.summary });
      if (!line.locked() && status.textContent !== told()) say(status, told());
      set(more, { text: now.busy ? "Stop" : now.more, hidden: !now.busy && !now.more });
    },
  };
}
