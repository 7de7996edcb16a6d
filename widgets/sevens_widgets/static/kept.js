// @ts-check
/**
 * A game that the browser keeps, and the question whether to go on with an earlier one.
 *
 * @typedef {{text: string, deal: number | null, ply: number, over: boolean, moved: boolean, seat?: number, level?: string}} Kept a game as the
 *   browser keeps it; text: its record, or its match's
 * @typedef {import("./game.js").Game} Game
 */
import { button, h, set, store } from "./common.js";
import { pageOf, whenThere } from "./page.js";

/** What a game can be gone on with from: the whole match, where there is one. @param {Game} now */
export const textOf = (now) => now.match?.record || now.record;

/**
 * The question, which stands until it is answered or the person has gone on with the new game.
 * @param {HTMLElement} root
 * @param {(message: import("./common.js").Act, event?: MouseEvent) => void} act
 * @param {() => void} startAnew
 */
export function makeKept(root, act, startAnew) {
  /** @type {Kept | null} an earlier game, until it is said whether to go on with it */
  let earlier = null;
  /** Where a game is kept: every page keeps its own, under the name it has there. @param {string} what @param {Game} now */
  const place = (what, now) => `${what}:${pageOf(root)} ${now.id}`;
  /** @type {string} where a version that knew no pages has kept a game: it goes on where it is first answered */
  let old = "";
  let ownActs = 0; // made while the question stands
  const words = h("p");
  const resume = button("Resume", (event) => act({ type: "resume", record: earlier?.text, seat: earlier?.seat, level: earlier?.level }, event), "sv-main");
  const node = h("section", { class: "sv-ask", role: "group", "aria-label": "Resume your game?", hidden: true },
    h("h3", { class: "sv-heading", text: "Resume your game?" }), words, h("div", { class: "sv-acts" }, resume, button("Start anew", startAnew)));

  function forget() {
    earlier = null;
    if (old) store.set(old, null);
    old = "";
    set(node, { hidden: true });
  }

  /** Whether there is an earlier game to go on with: begun, not over, and not the one on the table. @param {Game} now */
  function ask(now) {
    /** @type {Kept | null} */
    let found = store.get(place("kept", now));
    if (!found) {
      old = `kept:${now.id}`;
      found = store.get(old);
    }
    if (!found?.moved || typeof found.text !== "string" || !Number.isInteger(found.ply) || !(found.deal === null || Number.isInteger(found.deal))) return;
    if (found.over || now.can.undo || found.text === textOf(now)) return;
    earlier = found;
    set(words, { text: `${found.deal === null ? "An earlier game" : `Deal ${found.deal}`}, ${found.ply === 1 ? "one move" : `${found.ply} moves`} made, is kept in this browser.` });
    set(node, { hidden: false });
  }

  /**
   * Keep the game in the browser, unless an earlier one still waits there.
   * @param {Game} now
   * @param {boolean} [first] whether it has only just been drawn: an untouched game takes no place of one that was played
   */
  function remember(now, first = false) {
    if (earlier) return;
    store.set(place("game", now), now.record);
    const moved = now.can.undo || Boolean(now.match?.rows.length);
    const over = now.match ? now.match.over : Boolean(now.result);
    if (textOf(now) && (!first || moved)) store.set(place("kept", now), { text: textOf(now), deal: now.deal, ply: now.ply, over, moved, seat: now.setup?.seat, level: now.setup?.level });
  }

  /** @type {() => void} */
  let leave = () => {};
  let asked = false; // whether it was looked for an earlier game

  /**
   * Ask for the game of an earlier visit once, and keep this one; not before the widget stands in its page.
   * @param {Game} now
   */
  function keep(now) {
    leave();
    leave = whenThere(root, () => {
      if (!asked) ask(now);
      remember(now, !asked);
      asked = true;
    });
  }

  return {
    node,
    resume,
    forget,
    keep,
    remember,
    leave: () => leave(),
    /** Whether an earlier game still waits for an answer. */
    waits: () => Boolean(earlier),
    /** Take note of an act: one move may be a slip, two are a choice. @param {string} type */
    acted(type) {
      if (earlier && /play|pass/.test(type) && ++ownActs > 1) forget();
    },
    /** Take note of what is on the table: the earlier game has been gone on with. @param {Game} now */
    follow(now) {
      if (earlier && textOf(now).startsWith(earlier.text)) forget();
    },
  };
}
