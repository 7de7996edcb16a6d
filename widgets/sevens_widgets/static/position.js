// @ts-check
/**
 * One position to look at or to change, or the same cards under two sets of rules.
 *
 * @typedef {{title?: string, note?: string, scene: Scene | null}} Side
 * @typedef {{kind: "position" | "compare", scene?: Scene | null, sides?: Side[], text: string, editable: boolean, problems: string[], notice: string | null}} Position
 * @typedef {import("./drawing.js").Scene} Scene
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, h, makeLine, makeTalk, say, set } from "./common.js";
import { makeHand, makeTable } from "./drawing.js";
import { makeFaults, makePositionBox } from "./positionbox.js";

/**
 * A table and a hand whose cards explain themselves.
 * @param {(text: string) => void} tell
 */
function makeSide(tell) {
  /** @type {Side} */
  let side = { scene: null };
  const heading = h("h3", { class: "sv-heading" });
  const note = h("p", { class: "sv-sidenote" });
  const table = makeTable();
  const told = (/** @type {string} */ text) => tell(side.title ? `${side.title}: ${text}` : text);
  const hand = makeHand((card) => told(card.why));
  const node = h("section", { class: "sv-side" }, heading, note, table.node, hand.node);
  return {
    node,
    read: () => side.scene && told(side.scene.spoken),
    /** A text that cannot be read leaves the last good table on the screen. @param {Side} now */
    update(now) {
      side = { ...now, scene: now.scene ?? side.scene };
      set(heading, { text: side.title ?? "", hidden: !side.title });
      set(note, { text: side.note ?? "", hidden: !side.note });
      if (!side.scene) return;
      table.update(side.scene);
      hand.update(side.scene, (card) => ({ name: card.label, fits: card.fits }));
    },
  };
}

/**
 * One position to look at, or to change and show again; or the same cards under two rule sets.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function positionView(model, root) {
  const { status: notice, why, node: talk, tell } = makeTalk();
  const faults = makeFaults();
  const line = makeLine(model, root, answer, "The table", answer);
  const edit = makePositionBox((text, event) => line.send({ type: "show", text }, event), { kind: "sv-main" });
  const both = h("div", { class: "sv-sides" });
  const acts = h("div", { class: "sv-acts" });
  const node = h("div", { class: "sv-position" }, both, talk, faults.node, edit.node, acts);
  /** @type {ReturnType<typeof makeSide>[]} */
  const sides = [];
  let told = "";

  /** @param {string} words */
  function answer(words) {
    say(why, words);
    line.bring(talk);
  }

  function addSide() {
    const side = makeSide(tell);
    sides.push(side);
    both.append(side.node);
    acts.append(button("Read the table", side.read));
  }

  return {
    node,
    leave: line.leave,
    link(state) {
      const words = line.link(state, "change the position", { idle: [edit.show] });
      if (!edit.node.hidden) say(notice, words || told);
    },
    /** @param {Position} now */
    update(now) {
      const answered = line.answered(now);
      const shown = now.sides ?? [{ scene: now.scene ?? null }];
      while (sides.length < shown.length) addSide();
      shown.forEach((side, i) => {
        sides[i].update(side);
        set(acts.children[i], { text: side.title ? `Read the table: ${side.title}` : "Read the table" });
      });
      edit.update(now.text);
      set(edit.node, { hidden: !now.editable });
      say(why, "");
      say(notice, line.locked() || (told = now.notice ?? ""));
      faults.update(now.problems);
      if (!answered) return;
      if (now.problems.length) line.bring(talk, edit.node);
      else line.bring(both, talk);
    },
  };
}
