// @ts-check
/**
 * What can be chosen before a game: the level of the others, the rules, how many play, the own seat.
 *
 * @typedef {{value: string, words: string, about: string}} Level
 * @typedef {{slug: string, name: string, few: number, many: number, usual: number, about: string}} Preset for how many players it is
 * @typedef {{now: string, levels: Level[], level: string, presets: Preset[], rules: string, players: number, seat: number, seats: string[]}} Setup
 *   now: all that is chosen, in words; presets: none where the rules are chosen elsewhere on the page
 */
import { makeChoice } from "./choice.js";
import { button, dim, h, ownName, set } from "./common.js";
import { dealNumberIn } from "./dealnumber.js";

/**
 * The choices, folded away beneath the game.
 * @param {(message: import("./common.js").Act, event?: MouseEvent) => void} act
 * @param {HTMLInputElement} number the box above it, for the number of a deal
 * @param {(text: string) => void} tell
 */
export function makeSetup(act, number, tell) {
  /** @type {Setup | null} */
  let setup = null;
  let drawn = "";
  const own = ownName(); // several games may stand in one page
  const level = makeChoice(`${own}-level`, (at) => setup && act({ type: "level", level: setup.levels[at].value }));
  const rules = makeChoice(`${own}-rules`, () => draw(presetNow().usual), true);
  const players = makeChoice(`${own}-players`, () => draw(playersNow()), true);
  const seat = makeChoice(`${own}-seat`, () => {}, true);
  const start = set(button("Start this game", begin, "sv-main"), { "aria-describedby": `${own}-which` });
  const which = h("p", { class: "sv-about", id: `${own}-which` });
  const sheet = button("Rules on one sheet", (event) => act({ type: "sheet", ...wish() }, event));
  const now = h("span");
  const node = h("details", { class: "sv-setup" }, h("summary", {}, h("span", { class: "sv-sheet", text: "Choose the game" }), now),
    h("div", { class: "sv-wishes" }, level.node, rules.node, players.node, seat.node, h("div", { class: "sv-acts" }, start, sheet, which)));

  number.addEventListener("input", tellWhich);

  /** Which deal the game begins with: the box stands above the choices, and is easily overlooked. */
  function tellWhich() {
    const text = number.value.trim();
    set(which, { text: text ? `With deal ${text}, as written in the box “Deal number”.` : "With a new deal, unless a number is written in the box “Deal number”." });
  }

  /** @param {MouseEvent} event */
  function begin(event) {
    const typed = Boolean(number.value.trim());
    const deal = typed ? dealNumberIn(number, tell) : null;
    if (!typed || deal !== null) act({ type: "setup", ...wish(), ...(typed ? { number: deal } : {}) }, event);
  }

  const presetNow = () => /** @type {Setup} */ (setup).presets[Math.max(0, rules.select.selectedIndex)];
  const few = () => (setup?.presets.length ? presetNow().few : setup?.players ?? 0);
  const playersNow = () => few() + Math.max(0, players.select.selectedIndex);

  /** What the selects say. */
  function wish() {
    const preset = setup?.presets.length ? { rules: presetNow().slug, players: playersNow() } : {};
    return { ...preset, seat: Math.max(0, seat.select.selectedIndex), level: setup?.level };
  }

  /** Offer the players and the seats that the rules chosen have. @param {number} count */
  function draw(count) {
    if (!setup) return;
    const preset = setup.presets.length ? presetNow() : null;
    rules.update("Rule set", setup.presets.map((each) => each.name), rules.select.selectedIndex, preset?.about ?? "");
    const counts = Array.from({ length: preset ? preset.many - preset.few + 1 : 1 }, (_, i) => String(few() + i));
    players.update("Players", counts, counts.indexOf(String(count)), "");
    const places = setup.seats.slice(0, count);
    seat.update("Your seat", places, Math.min(Math.max(0, seat.select.selectedIndex), count - 1), "");
  }

  return {
    node: /** @type {HTMLDetailsElement} */ (node),
    /** @param {Setup | null | undefined} next */
    update(next) {
      set(node, { hidden: !next });
      if (!next) return;
      setup = next;
      tellWhich();
      set(now, { text: next.now });
      const at = next.levels.findIndex((each) => each.value === next.level);
      level.update("Level", next.levels.map((each) => each.words), at, next.levels[at]?.about ?? "");
      for (const item of [rules.node, players.node, sheet]) set(item, { hidden: !next.presets.length });
      const chosen = JSON.stringify([next.presets.length, next.rules, next.players, next.seat]);
      if (chosen === drawn) return; // what is being chosen stays as it is
      drawn = chosen;
      const place = next.presets.findIndex((each) => each.slug === next.rules);
      rules.update("Rule set", next.presets.map((each) => each.name), place, "");
      seat.update("Your seat", next.seats.slice(0, next.players), next.seat, "");
      draw(next.players);
    },
    /** @param {boolean} off */
    lock(off) {
      for (const item of [start, sheet, ...node.querySelectorAll("select")]) dim(item, off);
    },
  };
}
