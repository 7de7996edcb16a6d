// @ts-check
/**
 * The switchboard of the rules as an anywidget front end: a native select for every switch.
 *
 * Nothing here knows a rule: what can be chosen, what it is called, what it does and why a combination is
 * impossible comes with the payload.
 *
 * @typedef {string | number | boolean | null} Value
 * @typedef {{field: string, words: string, value: Value, changed: boolean, example: string, options: {value: Value, words: string}[]}} Switch
 * @typedef {{kind: "board", presets: {slug: string, name: string, summary: string, players: string}[], preset: string, title: string, text: string,
 *   summary: string, switches: Switch[], refusal: string | null, refused?: string[], adopted: string, notice: string | null, sheet?: import("./leaflet.js").Leaflet | null}} Board
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { makeChoice } from "./choice.js";
import { button, dim, h, keyed, makeLine, makeTalk, ownName, say, set } from "./common.js";
import { openLeaflet } from "./leaflet.js";
import { widget } from "./widget.js";

/**
 * The board.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
function boardView(model, root) {
  const own = ownName(); // several boards may stand in one page
  /** @type {Board | null} */
  let board = null;
  /** @type {{type: string, field?: string}[]} what was chosen while an answer was awaited, to be sent next */
  const queue = [];
  const line = makeLine(model, root, (text) => {
    queue.length = 0;
    say(notice, text);
    draw();
  }, "The board");

  /** @param {{type: string, field?: string}} message */
  function send(message) {
    if (line.busy()) queue.push(message);
    else line.send(message);
  }

  const title = h("strong");
  const text = h("code");
  const preset = makeChoice(`${own}-preset`, (at) => send(/** @type {any} */ ({ type: "preset", slug: board?.presets[at].slug })));
  const switches = h("div", { class: "sv-switches", role: "group", "aria-label": "Switches" });
  const { status: refusal, why: notice, node: talk } = makeTalk();
  const jumps = h("div", { class: "sv-jumps", role: "group", "aria-label": "Switches that do not go together" });
  const inPlay = h("code");
  const adopt = button("Play under these rules", () => (board?.refusal ? say(refusal, board.refusal) : send({ type: "adopt" })), "sv-main");
  const sheet = button("Rules on one sheet", () => {
    if (board?.refusal) return say(refusal, board.refusal);
    send({ type: "sheet" });
  });
  const node = h("div", { class: "sv-board" }, h("div", { class: "sv-head" }, title, text), preset.node, h("div", { class: "sv-acts" }, sheet), switches,
    h("div", { class: "sv-dock" }, talk, jumps,
      h("div", { class: "sv-acts" }, adopt, h("span", { class: "sv-inplay" }, "In play: ", inPlay))));
  /** @type {Map<string, ReturnType<typeof makeChoice>>} */
  const choices = new Map();

  /** @param {Switch} one */
  function makeSwitch(one) {
    const choice = makeChoice(`${own}-${one.field}`, (at) => {
      const now = board?.switches.find((each) => each.field === one.field);
      if (now) send(/** @type {any} */ ({ type: "switch", field: one.field, value: now.options[at].value }));
    });
    choices.set(one.field, choice);
    return choice.node;
  }

  function draw() {
    if (!board) return;
    const now = board;
    set(title, { text: now.title });
    set(text, { text: now.text });
    const at = now.presets.findIndex((each) => each.slug === now.preset);
    preset.update("Rule set", now.presets.map((each) => `${each.name} (${each.players} players)`), at, now.summary, false);
    const wrong = (now.refused ?? []).flatMap((field) => now.switches.filter((one) => one.field === field));
    keyed(switches, now.switches, (one) => one.field, makeSwitch, (_item, one) => {
      if (queue.some((message) => message.field === one.field)) return; // a later choice is on its way
      const chosen = one.options.findIndex((option) => option.value === one.value);
      choices.get(one.field)?.update(one.words, one.options.map((option) => option.words), chosen, one.example, one.changed, wrong.includes(one) ? now.refusal ?? "" : "");
    });
    set(jumps, { hidden: !wrong.length });
    keyed(jumps, wrong, (one) => one.field, (one) => button("", () => choices.get(one.field)?.select.focus(), "sv-link"), (item, one) => set(item, { text: `Go to “${one.words}”` }));
    set(refusal, { "data-right": now.refusal ? "false" : null });
    if (refusal.textContent !== (now.refusal ?? "")) say(refusal, now.refusal ?? "");
    for (const item of [adopt, sheet]) dim(item, Boolean(now.refusal || line.locked()));
    for (const select of node.querySelectorAll("select")) dim(select, Boolean(line.locked()));
    set(inPlay, { text: now.adopted });
  }

  return {
    node,
    leave: line.leave,
    link(state) {
      const words = line.link(state, "change the rules");
      if (words) queue.length = 0;
      say(notice, words);
      draw();
    },
    /** @param {Board} now */
    update(now) {
      const act = line.answered(now);
      board = now;
      const next = line.busy() ? undefined : queue.shift();
      say(notice, now.notice ?? "");
      draw();
      if (act?.type === "sheet" && now.sheet) openLeaflet(now.sheet);
      if (next) line.send(next);
    },
  };
}

export default widget("House rules", "Loading the switches …", { board: boardView });
