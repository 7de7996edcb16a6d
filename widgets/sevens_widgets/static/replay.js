// @ts-check
/**
 * A deal played again, frame by frame: nothing leaves the browser, so it works without Python and in a file of its own.
 *
 * @typedef {{name: string, label: string, cards: import("./drawing.js").HandCard[]}} OpenHand
 * @typedef {{scene: import("./drawing.js").Scene, label: string, text: string, hands?: OpenHand[], full?: string, mine?: boolean,
 *   pass?: {offered: boolean, why: string}}} Frame label: in words, for the slider; full: the position with all hands
 * @typedef {{kind: "replay", id: string, title: string, frames: any[], start: number, can?: {play?: boolean, guess?: boolean, end?: boolean}, ply?: number}} Replay
 *   frames: the first whole, each later one a patch on the one before; can.end: one can play on from the last one too
 * @typedef {{press?: (card: import("./drawing.js").HandCard, at: number, event: MouseEvent) => boolean, changed?: (frame: Frame, at: number) => void}} More
 *   press: whether a press of a card is dealt with, otherwise it explains itself; changed: another moment is shown
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 */
import { button, dim, focusIn, h, keyed, makeLine, makeTalk, say, set } from "./common.js";
import { makeHand, makeTable, openHand } from "./drawing.js";
import { bring } from "./sight.js";

/**
 * Lay a patch over what it was made for: objects key by key, null takes a key away, a list of the same length by
 * its places; everything else takes the place of the old. What was given is not changed.
 * @param {any} old
 * @param {any} patch
 * @returns {any}
 */
export function merge(old, patch) {
  const plain = (/** @type {any} */ it) => it !== null && typeof it === "object" && !Array.isArray(it);
  if (!plain(patch) || old === null || typeof old !== "object") return patch;
  const now = Array.isArray(old) ? [...old] : { ...old };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && !Array.isArray(now)) delete now[key];
    else now[key] = merge(now[key], value);
  }
  return now;
}

/** A card's name alone: the label of a card that was explained begins with it. @param {import("./drawing.js").HandCard} card */
const nameOf = (card) => card.name ?? card.label.split(",")[0];

/**
 * The table of a replay with its controls.
 * @param {HTMLElement} root
 * @param {(at: number, event: MouseEvent) => void} playFrom somebody wants to play on from a frame
 * @param {More} [more]
 */
export function makeReplay(root, playFrom, more = {}) {
  /** @type {Replay | null} */
  let replay = null;
  /** @type {Frame[]} */
  let frames = [];
  let at = 0;
  let guessing = false; // the next move is hidden, and asked for
  let asking = false;
  let open = false;
  let blocked = "";

  const title = h("strong");
  const table = makeTable();
  const hand = makeHand((card, event) => more.press?.(card, at, event) || tell(card.why || nameOf(card)));
  const { status, why, node: talk, tell } = makeTalk();
  const hands = h("ul", { class: "sv-hands sv-stay", hidden: true });
  const first = button("First", () => jump(0));
  const back = button("Back", goBack, "sv-stay");
  const forward = button("Forward", goOn, "sv-main sv-stay");
  const last = button("Last", () => jump(frames.length - 1));
  const slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, step: 1, class: "sv-slider", "aria-label": "Move" }));
  const hide = button("Hide the next move", () => {
    guessing = asking = !guessing;
    draw();
  }, "sv-toggle");
  const all = button("Show all hands", () => {
    open = !open;
    draw();
  }, "sv-toggle sv-stay");
  const play = button("Play on from here", (event) => {
    if (blocked || atEnd()) tell(blocked || "From the last move there is nothing to play on: go back a little.");
    else playFrom(at, event);
  });
  const controls = h("div", { class: "sv-controls", role: "group", "aria-label": "Replay" }, slider,
    h("div", { class: "sv-acts sv-steps" }, first, back, forward, last), h("div", { class: "sv-acts" }, hide, all, play));
  const node = h("div", { class: "sv-replay" }, h("div", { class: "sv-head" }, title), table.node, talk, hand.node, controls, hands);

  slider.oninput = () => go(Number(slider.value));
  controls.addEventListener("keydown", (event) => {
    const onSlider = event.target === slider;
    const ahead = event.key === "ArrowRight" || event.key === "PageDown" || (onSlider && event.key === "ArrowUp");
    const behind = event.key === "ArrowLeft" || event.key === "PageUp" || (onSlider && event.key === "ArrowDown");
    if (!(ahead || behind) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (ahead) goOn();
    else goBack();
  });

  /** Whether there is nothing to play on from where the replay stands. */
  const atEnd = () => at === frames.length - 1 && !replay?.can?.end;

  /** @param {number} where */
  function go(where) {
    at = Math.max(0, Math.min(where, frames.length - 1));
    asking = guessing && at < frames.length - 1;
    draw();
  }

  /** Go somewhere by a button, which may stand far beneath what is said there. @param {number} where */
  function jump(where) {
    go(where);
    bring(talk);
  }

  /** Forward by one; where the next move is hidden, first show it and only then ask for the one after. */
  function goOn() {
    if (guessing && !asking && at < frames.length - 1) {
      asking = true;
      draw();
      return bring(talk);
    }
    if (at === frames.length - 1) return tell("This is the end.");
    at += 1;
    asking = false;
    draw();
    bring(talk);
  }

  function goBack() {
    if (!at) return tell("This is the beginning.");
    jump(at - 1);
  }

  /** @param {Frame} frame */
  function question(frame) {
    const turn = frame.scene.seats.find((seat) => seat.turn);
    return turn && !turn.you ? `What would you lay in ${turn.name}’s place?` : "What would you lay?";
  }

  function draw() {
    const frame = frames[at];
    if (!replay || !frame) return;
    const end = frames.length - 1;
    const hiding = guessing && asking && at < end;
    set(title, { text: replay.title });
    table.update(frame.scene);
    // While one is guessing, neither the label nor the cards say what fits.
    const shown = hiding ? { ...frame.scene, handLabel: frame.scene.handLabel.split(", ").slice(0, 2).join(", ") } : frame.scene;
    hand.update(shown, (card) => ({ name: hiding ? nameOf(card) : card.label, fits: hiding ? null : card.fits ?? null }));
    say(status, hiding ? question(frame) : frame.text);
    say(why, "");
    set(slider, { max: end, "aria-valuetext": frame.label });
    if (slider.value !== String(at)) slider.value = String(at);
    for (const item of [first, back]) dim(item, at === 0);
    for (const item of [forward, last]) dim(item, at === end);
    set(forward, { text: hiding ? "Show the move" : "Forward" });
    set(hide, { "aria-pressed": String(guessing) });
    set(all, { "aria-pressed": String(open), hidden: !frame.hands });
    set(play, { hidden: !replay.can?.play });
    set(hide, { hidden: replay.can?.guess === false }); // where nobody chooses, as in dealing, there is nothing to guess
    dim(play, Boolean(blocked) || atEnd());
    set(hands, { hidden: !open || !frame.hands });
    keyed(hands, frame.hands ?? [], (one) => one.name, () => h("li", {}, h("span", { class: "sv-holds" }), h("span")), (item, one) => {
      set(item.children[0], { text: one.label });
      const cards = one.cards.map((card) => card.key).join(" ");
      if (item.dataset.cards === cards) return;
      item.dataset.cards = cards;
      item.replaceChild(openHand(one.cards), item.children[1]);
    });
    more.changed?.(frame, at);
    if (!focusIn(root) || !focusIn(root)?.closest("[hidden]")) return;
    slider.focus({ preventScroll: true }); // a hand that is empty now takes its card away with the focus
  }

  return {
    node,
    go,
    step: (/** @type {number} */ way) => (way > 0 ? goOn() : goBack()),
    focus: () => slider.focus({ preventScroll: true }),
    /** Say what a person has asked for. */
    tell,
    /** Say what answers an act, and bring it into sight as a line does. @param {string} text @param {(first: Element, last?: Element) => void} show */
    answer(text, show) {
      say(why, text);
      show(talk);
    },
    /** Say something that is no answer. @param {string} text */
    note: (text) => say(why, text),
    talk,
    /** Let the table be seen, which is another one now, and as much beneath it as there is room for. */
    show: () => bring(table.node, controls),
    table: table.node,
    at: () => at,
    frame: () => frames[at],
    hand,
    /** Say why nobody can play on from here now. @param {string} reason */
    block(reason) {
      blocked = reason;
      dim(play, Boolean(reason) || atEnd());
    },
    /** @param {Replay} now @param {number} [start] */
    update(now, start = now.start) {
      const same = JSON.stringify(replay) === JSON.stringify(now);
      replay = now;
      if (!same) {
        frames = [];
        for (const patch of now.frames) frames.push(frames.length ? merge(frames[frames.length - 1], patch) : patch);
        if (!now.can?.end) guessing = open = false;
        go(start);
      }
    },
  };
}

/**
 * A replay as a widget of its own.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function replayView(model, root) {
  /** @type {Replay | null} */
  let shown = null;
  const line = makeLine(model, root, (text) => inside.answer(text, line.bring));
  const inside = makeReplay(root, (at, event) => line.send({ type: "from", at, ply: shown?.ply }, event));
  return {
    node: inside.node,
    large: true,
    focus: inside.focus,
    step: inside.step,
    leave: line.leave,
    link(state) {
      inside.block(line.link(state, "play on"));
    },
    /** @param {Replay & {notice?: string | null}} now */
    update(now) {
      line.answered(now);
      shown = now;
      inside.update(now);
      if (now.notice) inside.answer(now.notice, line.bring);
    },
  };
}
