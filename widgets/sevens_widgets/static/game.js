// @ts-check
/**
 * A whole deal to play.
 *
 * Nothing here knows a rule. What fits, why not, what to hint and what to say comes with the payload;
 * this file draws it, keeps the focus, and sends acts back.
 *
 * @typedef {import("./sliding.js").Step} Step
 * @typedef {{heading: string, text: string, hands: {name: string, label: string, cards: HandCard[]}[],
 *   turning?: {text: string, at: number}[], missed?: {text: string, at: number} | null, reviewed?: string, review?: import("./replay.js").Replay | null}} Result
 * @typedef {import("./scoresheet.js").Match} Match
 * @typedef {{kind: "game", id: string, ply: number, deal: number | null, rules: string, scene: Scene, steps: Step[], status: string,
 *   pass: {offered: boolean, why: string}, hints: string[], suggestion: {card: string | null, text: string, sure?: boolean, weighed?: boolean}, can: {undo: boolean},
 *   result: Result | null, notice: string | null, fault?: boolean, record: string, link?: string,
 *   setup?: import("./setup.js").Setup | null, proofs?: string[] | null, sheet?: import("./leaflet.js").Leaflet | null, pool?: string | null, match?: Match | null, free?: {card: string, text: string}[]}} Game
 * @typedef {import("./drawing.js").Scene} Scene
 * @typedef {import("./drawing.js").HandCard} HandCard
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 * @typedef {import("./common.js").Act} Act
 */
import { BOUNCE, button, dim, focusIn, h, keyed, makeLine, makeTalk, ownName, say, set } from "./common.js";
import { copyText } from "./copying.js";
import { dealNumberIn } from "./dealnumber.js";
import { chip, makeHand, makeTable, openHand, setChips } from "./drawing.js";
import { makeKept, textOf } from "./kept.js";
import { openLeaflet } from "./leaflet.js";
import { addressOf, followLink } from "./link.js";
import { inLab } from "./page.js";
import { makeReplay } from "./replay.js";
import { bring } from "./sight.js";
import { makeSheet } from "./scoresheet.js";
import { makeSetup } from "./setup.js";
import { placesIn, slideCards } from "./sliding.js";

// ---------------------------------------------------------------- a game

/** The acts that are answered with a deal from its start. */
const DEALS = ["deal", "setup", "next", "match"];
/** The acts that may bring another position. */
const ANEW = ["resume", "from", "retry"];
/** The acts of play. */
const MOVES = ["play", "pass", "undo", "suggest"];

/**
 * Make one sentence of those that differ only in the card they begin with.
 * @param {string[]} texts
 */
function merged(texts) {
  const parts = texts.map((text) => text.split(" "));
  const rest = (/** @type {string[]} */ words) => words.slice(1).join(" ");
  if (texts.length < 2 || parts.some((words) => rest(words) !== rest(parts[0]))) return texts.join(" ");
  const cards = parts.map((words) => words[0]);
  return `${cards.slice(0, -1).join(", ")} and ${cards[cards.length - 1]} ${rest(parts[0])}`;
}

/**
 * A whole deal to play.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
export function gameView(model, root) {
  /** @type {Game | null} */
  let game = null;
  let hint = 0;
  let marked = "";
  let askedAt = -1e9; // when a pass that will be caught was pressed for the first time
  let asked = false;
  let proving = false; // whether it was asked what the passes prove

  const table = makeTable();
  const hand = makeHand(pressCard);
  const deal = h("strong");
  const rules = h("span");
  const pool = h("span", { class: "sv-pool sv-chips", hidden: true }, chip(), h("span"));
  const free = h("p", { class: "sv-free" });
  const sheet = makeSheet();
  const { status, why, node: talk, tell } = makeTalk();
  const line = makeLine(model, root, (text, failed) => {
    if (reviewing()) return inside.answer(text, line.bring);
    if (failed?.type === "suggest") giveSuggestion();
    else say(why, text);
    line.bring(talk);
  });
  const pass = button("Pass", (event) => pressPass(event), "sv-main sv-stay");
  const hintButton = button("Hint", giveHint, "sv-hint sv-stay");
  const suggest = button("Suggest a move", askSuggestion, "sv-hint");
  const undo = button("Undo", (event) => (game?.can.undo ? act({ type: "undo" }, event) : tell("There is nothing to take back.")), "sv-stay");
  const read = button("Read the table", () => tell(game?.scene.spoken ?? ""));
  const retry = button("Try again", (event) => act({ type: "retry" }, event), "sv-main");
  const faulty = h("div", { class: "sv-acts", hidden: true }, retry);
  const kept = makeKept(root, act, startAnew);
  const acts = h("div", { class: "sv-acts" }, pass, hintButton, suggest, undo, read);
  const heading = h("h3", { class: "sv-heading", tabindex: -1 });
  const summary = h("p");
  const hands = h("ul", { class: "sv-hands" });
  const copy = (/** @type {string} */ text) => copyText(text, tell);
  const copyLink = button("Copy link to this deal", () => copy(inLab(root) ? game?.link ?? "" : addressOf("deal", game?.link ?? "")));
  const copyMatch = button("Copy the match", () => copy(game?.match?.record ?? ""));
  const endActs = h("div", { class: "sv-acts" }, set(button("", again, "sv-main"), { "data-sends": true }), button("Copy the record", () => copy(game?.record ?? "")), copyMatch);
  const reviewed = h("p", { class: "sv-reviewed", hidden: true });
  const turning = h("ul", { class: "sv-turning", "aria-label": "Turning points" });
  const replayButton = button("Replay", () => openReview(game?.result?.review?.start ?? 0, replayButton));
  endActs.insertBefore(replayButton, endActs.children[1]);
  const result = h("section", { class: "sv-result", hidden: true }, heading, summary, reviewed, turning, hands, endActs);
  const inside = makeReplay(root, (at, event) => act({ type: "from", at }, event));
  const review = h("section", { class: "sv-review", "aria-label": "Replay" }, inside.node,
    h("div", { class: "sv-acts" }, button("Back to the result", () => closeReview(), "sv-stay")));
  const number = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", autocomplete: "off", size: 8, maxlength: 12 }));
  const afresh = button("", (event) => act(game?.match ? { type: "match" } : { type: "deal", number: null }, event));
  const proofs = h("ul");
  const proved = /** @type {HTMLDetailsElement} */ (h("details", { class: "sv-proofs sv-hint" }, h("summary", { text: "What do the passes prove?" }), proofs));
  proved.ontoggle = () => game && prove(game);
  const setup = makeSetup(act, number, tell);
  const restart = h("span", { class: "sv-restart", id: ownName() });
  const dealBar = h("div", { class: "sv-deal" }, h("label", {}, h("span", { text: "Deal number" }), number), button("Deal this number", dealNumber), afresh, copyLink, restart);
  /** @type {HTMLElement | null} the button that opened the replay, and gets the focus back */
  let opener = null;
  /** @type {(() => void) | null} */
  let unlink = null;
  const main = h("div", { class: "sv-play" }, h("div", { class: "sv-head" }, deal, rules, pool), kept.node, table.node, talk,
    faulty, hand.node, free, acts, proved, result, sheet.node, dealBar, setup.node);
  const node = h("div", { class: "sv-game" }, main); // or the replay in its place, so that there is one status line at a time

  number.addEventListener("keydown", (event) => {
    if (event.key === "Enter") dealNumber();
  });
  // A key held down, or pressed again by a slip, must not lay the card to which the focus has just moved.
  node.addEventListener("keydown", (event) => {
    const pressing = event.key === "Enter" || event.key === " ";
    if (pressing && event.target !== number && (event.repeat || line.justSent() || performance.now() - askedAt < BOUNCE)) event.preventDefault();
  });
  // Whatever else is pressed, the question whether to pass all the same is dropped.
  node.addEventListener("click", (event) => event.target !== pass && ask(false));

  /** @param {Act} message @param {MouseEvent} [event] @param {boolean} [wanted] whether a person has asked for it, and not the page */
  function act(message, event, wanted = true) {
    if (!game) return;
    if (!line.locked() && !line.busy()) kept.acted(message.type);
    line.send({ ...message, ply: game.ply }, event, wanted);
  }

  function startAnew() {
    kept.forget();
    if (!game) return;
    kept.remember(game);
    say(why, "The earlier game is let go.");
    bring(refocus(game, -1));
  }

  /** Take every control that needs Python out of use, with the reason, or give it back. @param {Game} now */
  function lock(now) {
    const off = Boolean(line.locked());
    for (const item of [...endActs.querySelectorAll("[data-sends]"), ...dealBar.querySelectorAll("button"), retry, kept.resume]) dim(item, off);
    setup.lock(off);
    dim(pass, !now.pass.offered || off);
    dim(undo, !now.can.undo || off);
    set(pass, { "data-offered": now.pass.offered && !isFalse() && !off, "data-false": isFalse() });
  }

  /** @param {HandCard} card @param {MouseEvent} event */
  function pressCard(card, event) {
    if (card.fits || isFree(card)) act({ type: "play", card: card.card }, event);
    else tell(card.why);
  }

  /** Whether a card may be laid at any moment. @param {HandCard} card */
  const isFree = (card) => Boolean(game?.free?.some((one) => one.card === card.card));

  /** Whether Pass can be pressed although a card fits: a pass that will be caught. */
  const isFalse = () => Boolean(game?.pass.offered && game.scene.hand.some((card) => card.fits));

  /** @param {boolean} on */
  function ask(on) {
    asked = on;
    askedAt = on ? performance.now() : -1e9;
    set(pass, { text: on ? "Pass anyway" : "Pass" });
  }

  /** @param {MouseEvent} event */
  function pressPass(event) {
    if (!game?.pass.offered) return tell(game?.pass.why ?? "");
    if (!isFalse()) return act({ type: "pass" }, event);
    if (!asked) {
      ask(true);
      return tell(`${game.pass.why} Press “Pass anyway” if that is what you want.`);
    }
    if (event.detail > 1 && performance.now() - askedAt < 500) return; // the second half of a double click
    act({ type: "pass" }, event);
  }

  function giveHint() {
    if (!game?.hints.length) return;
    const at = Math.min(hint, game.hints.length - 1);
    tell(`Hint ${at + 1} of ${game.hints.length}: ${game.hints[at]}`);
    hint = Math.min(hint + 1, game.hints.length - 1);
  }

  /** A suggestion is weighed by Python; without it, or where there is little to choose, the one that came with the game will do. @param {MouseEvent} event */
  function askSuggestion(event) {
    const { card, sure, weighed } = game?.suggestion ?? {};
    if (!card || sure || weighed || line.locked() || line.busy()) {
      giveSuggestion();
      return bring(talk);
    }
    act({ type: "suggest" }, event);
  }

  /** Have the proofs sent while they are looked at, and only then. @param {Game} now */
  function prove(now) {
    const open = proved.open && !now.result;
    if (open === proving || line.locked() || line.busy()) return;
    proving = open;
    act({ type: "proofs", open });
  }

  /** @param {Game} now */
  function drawProofs(now) {
    set(proved, { hidden: Boolean(now.result) });
    keyed(proofs, now.proofs ?? [], (one) => one, (one) => h("li", { text: one }), () => {});
    prove(now);
  }

  function giveSuggestion() {
    if (!game) return;
    marked = game.suggestion.card ?? "";
    const { text } = game.suggestion;
    say(why, marked && !game.suggestion.sure ? `Advice, not a promise: ${text}` : text);
    drawHand(game);
  }

  const reviewing = () => review.parentNode === node;

  /** Show the deal played again in the place of its result. @param {number} at @param {HTMLElement} from @param {string} told what is worth a look there */
  function openReview(at, from, told = "") {
    if (!game?.result?.review) return;
    opener = from;
    node.replaceChildren(review);
    inside.update(game.result.review);
    inside.go(at);
    inside.focus();
    if (told) inside.tell(told);
    inside.show();
  }

  /** @param {boolean} [focused] whether the focus goes back to where it came from */
  function closeReview(focused = true) {
    node.replaceChildren(main);
    if (focused) (opener?.isConnected ? opener : heading).focus();
  }

  /** What comes after a deal: its name and the act. @returns {[string, Act]} */
  function onward() {
    if (!game?.match) return ["Deal again", { type: "deal", number: null }];
    return game.match.next ? ["Next deal", { type: "next" }] : ["New match", { type: "match" }];
  }

  /** @param {MouseEvent} event */
  function again(event) {
    act(onward()[1], event);
  }

  function dealNumber() {
    const chosen = dealNumberIn(number, tell);
    if (chosen !== null) act({ type: "deal", number: chosen });
  }

  /** @param {Game} now */
  function drawHand(now) {
    hand.update(now.scene, (card) => ({ name: card.label, fits: card.fits || isFree(card), any: isFree(card), locked: Boolean(line.locked()) }), marked);
    set(free, { text: now.result ? "" : merged((now.free ?? []).map((one) => one.text)) });
  }

  /** The score sheet stands with the result after a deal, and folded away beneath the table in play. @param {Game} now */
  function drawMatch(now) {
    sheet.update(now.match);
    const ended = Boolean(now.result);
    if ((sheet.node.parentNode === result) !== ended) {
      main.insertBefore(sheet.node, dealBar);
      if (ended) result.insertBefore(sheet.node, endActs);
      sheet.node.open = ended;
    }
    set(copyMatch, { hidden: !now.match });
    set(endActs.children[0], { text: onward()[0] });
    set(afresh, { text: now.match ? "New match" : "Deal again", hidden: ended && !now.match?.next });
    set(copyLink, { hidden: !now.link });
    set(restart, { text: now.match?.restart ?? "", hidden: !now.match?.restart });
    set(number, { "aria-describedby": now.match?.restart ? restart.id : null });
  }

  /** @param {Result | null} end */
  function drawResult(end) {
    set(result, { hidden: !end });
    set(acts, { hidden: Boolean(end) });
    if (end) set(hand.node, { hidden: true }); // it lies open with the others in the result
    if (!end) return;
    // What looking back at the deal finds may come later than the result.
    const points = [...(end.turning ?? []), ...(end.missed ? [end.missed] : [])];
    const drawn = JSON.stringify([game?.record, end.heading, points, end.reviewed]);
    if (result.dataset.drawn === drawn) return;
    result.dataset.drawn = drawn;
    set(reviewed, { text: end.reviewed ?? "", hidden: !end.reviewed });
    set(heading, { text: end.heading });
    set(summary, { text: end.text });
    set(replayButton, { hidden: !end.review });
    set(turning, { hidden: !points.length });
    turning.replaceChildren(...points.map((one) => {
      const look = button("Look at it", () => openReview(one.at, look, one.text));
      set(look, { "aria-label": `Look at it: ${one.text}` });
      return h("li", {}, h("span", { text: one.text }), ...(end.review ? [look] : []));
    }));
    hands.replaceChildren(...end.hands.map((one) => h("li", {}, h("span", { class: "sv-holds", text: one.label }), openHand(one.cards))));
  }

  /** Where the focus goes when its element has left: next card that fits, Pass, the result. @param {Game} now @param {number} index */
  function refocus(now, index) {
    const target = now.result ? heading : hand.nextFit(index) ?? (now.pass.offered || !hand.cards().length ? pass : hand.tabStop() ?? pass);
    target.focus({ preventScroll: true });
    return target;
  }

  /** Bring into sight what came of an act. @param {Game} now @param {string} answered @param {boolean} dealt */
  function showAnswer(now, answered, dealt) {
    if (reviewing() || !answered) return;
    if (dealt || ANEW.includes(answered)) return line.bring(table.node, now.result ? talk : hand.node);
    if (answered === "proofs" && proved.open && !now.notice) return line.bring(proved);
    if (MOVES.includes(answered) && now.result) return line.bring(talk, summary);
    if (MOVES.includes(answered) || (now.notice && answered !== "level")) line.bring(talk);
  }

  return {
    node,
    leave() {
      unlink?.();
      kept.leave();
      line.leave();
    },
    large: true,
    step: (way) => reviewing() && inside.step(way),
    focus() {
      if (!game) return;
      bring(refocus(game, -1));
      bring(table.node, game.result ? talk : hand.node);
    },
    link(state) {
      if (!game) return;
      const before = line.locked();
      line.link(state, "play on", { kept: textOf(game) && !kept.waits() ? "Your game is kept in this browser." : "" });
      if (before && !line.locked() && why.textContent?.trim() === before) say(why, ""); // what was said to whoever pressed something meanwhile
      set(root, { "data-lost": Boolean(state) });
      set(status, { text: line.locked() || game.status });
      drawHand(game);
      lock(game);
      inside.block(line.locked());
    },
    /** @param {Game} now */
    update(now) {
      const before = game;
      const other = !before || before.deal !== now.deal || before.link !== now.link || before.id !== now.id; // another deal
      const moved = other || before.ply !== now.ply;
      const focus = focusIn(root);
      const index = focus ? hand.cards().findIndex((card) => hand.nodeOf(card.key) === focus) : -1;
      const from = moved && before ? placesIn(hand) : new Map();
      game = now;
      const answered = line.answered(now)?.type ?? "";
      const dealt = DEALS.includes(answered) && !now.notice && now.deal !== null && !now.can.undo;
      if (before) kept.follow(now);
      if (moved) {
        hint = 0;
        marked = "";
        ask(false);
        say(why, "");
      }
      // The status line may say the very same of the new deal, and would not be heard.
      if (dealt) say(why, other ? `Deal ${now.deal} is dealt.` : `Deal ${now.deal} is dealt again, from its start.`);
      set(deal, { text: now.deal === null ? "Sevens" : `Deal ${now.deal}` });
      set(rules, { text: now.rules });
      setChips(pool, now.pool);
      table.update(now.scene);
      drawHand(now);
      const told = line.locked() || now.status;
      if (moved || status.textContent?.trim() !== told) say(status, told); // what is said of two turns may be the same
      drawMatch(now);
      drawResult(now.result);
      if (!before) proving = proved.open = Boolean(now.proofs);
      drawProofs(now);
      setup.update(now.setup);
      lock(now);
      set(faulty, { hidden: !now.fault });
      if (now.notice) say(why, now.notice);
      if (answered === "suggest" && !moved) giveSuggestion();
      if (answered === "sheet" && now.sheet) openLeaflet(now.sheet);
      if (now.notice && reviewing()) inside.answer(now.notice, line.bring);
      if (reviewing() && (!now.result?.review || moved)) closeReview(false);
      kept.keep(now);
      if (dealt && answered === "setup") setup.node.open = false;
      const gone = focus && (focusIn(root) !== focus || focus.closest("[hidden], details:not([open]) > :not(summary)"));
      const passed = moved && focus === pass && !now.pass.offered;
      if (gone || passed || (focus && now.result && !before?.result)) line.bring(refocus(now, index));
      showAnswer(now, answered, dealt);
      const onward = before && moved && (now.ply > before.ply || other);
      if (onward && root.dataset.speed !== "instant") slideCards(table, now.steps, from);
      // A deal that comes with the address of the page is a record of which nothing has been played.
      unlink ??= followLink(root, ["deal"], (text) => act({ type: "resume", record: text.includes("|") ? text : `${text} |` }, undefined, false));
    },
  };
}
