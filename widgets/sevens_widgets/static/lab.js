// @ts-check
/**
 * The position lab as an anywidget front end: set up a position, play on from it, compare two ways to go on.
 *
 * Nothing here knows a rule: what fits, what is wrong and what a move is worth comes with the payload.
 *
 * @typedef {{seat: number, name: string}} SeatName
 * @typedef {{scene: import("./drawing.js").Scene, status: string, look: number, looks: SeatName[]}} LabTable
 * @typedef {{seat: number, seats: SeatName[], level: string, levels: {level: string, words: string}[], about: string,
 *   lines: {line: string, words: string}[], line: string, replay: any, chances: import("./lines.js").Chances | null}} LabPlay
 * @typedef {{kind: "lab", ply: number, stage: string, title: string, text: string, problems: string[], status: string, position: string, notice: string | null,
 *   share: {record: string, file: string, name: string}, can: {undo: boolean, play: boolean},
 *   setup?: import("./editor.js").Setup, table?: LabTable, play?: LabPlay, compare?: import("./lines.js").Compare | null}} Lab
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 * @typedef {import("./common.js").Act} Act
 */
import { button, dim, focusIn, h, makeLine, makeTalk, ownName, say, set, store } from "./common.js";
import { makeHand, makeTable } from "./drawing.js";
import { makeReplay } from "./replay.js";
import { makeRoving } from "./roving.js";
import { makeSelect } from "./choice.js";
import { copyText } from "./copying.js";
import { inLab, pageOf, whenThere } from "./page.js";
import { addressOf, followLink } from "./link.js";
import { makeEditor } from "./editor.js";
import { bring } from "./sight.js";
import { makeChances, makeCompare } from "./lines.js";
import { widget } from "./widget.js";

const MOST_BYTES = 65536; // of a file with a record
/** The acts that bring another position, or part of it, and are answered in words. */
const WORDED = ["show", "deal", "clear", "undo", "fill", "load", "lay", "pass"];
/** The acts that bring another table. */
const ANEW = ["from", "seat", "line"];
const MOST_WAITING = 20; // acts that wait for an answer to the one before

/** What is set up, and the table as it then is. @param {(message: Act) => void} send */
function makeSetup(send) {
  const { status, why, node: talk } = makeTalk();
  /** @type {import("./editor.js").Tell} */
  const tell = (text, beside) => {
    say(why, text);
    bring(beside?.getClientRects().length ? beside : talk);
  };
  const editor = makeEditor(send, tell);
  const table = makeTable();
  const hand = makeHand((card) => tell(card.why));
  /** @type {LabTable | null} */
  let shown = null;
  const look = makeSelect("Whose hand is shown", (at) => send({ type: "look", seat: shown?.looks[at].seat }));
  const play = button("Play from this position", () => send({ type: "play" }), "sv-main");
  const read = button("Read the table", () => tell(shown?.scene.spoken ?? ""));
  const turn = h("p", { class: "sv-caption" });
  const node = h("div", { class: "sv-labset" }, editor.edit, editor.tools, editor.rules, editor.places,
    talk, editor.board, editor.faults, editor.hands,
    h("div", { class: "sv-here" }, h("h3", { class: "sv-heading", text: "The table" }), look.node), table.node, turn, hand.node, h("div", { class: "sv-acts" }, play, read));
  return {
    node,
    talk,
    note: (/** @type {string} */ text) => say(why, text),
    /** Where the hand stands that was chosen to be shown. @type {[Element, Element]} */
    chosen: [look.node, hand.node],
    /** @param {boolean} off @param {Lab} lab */
    lock(off, lab) {
      editor.lock(off);
      dim(play, off || !lab.can.play);
    },
    /** @param {Lab} lab */
    update(lab) {
      if (!lab.setup || !lab.table) return;
      shown = lab.table;
      editor.update(lab.setup, lab.text, lab.problems, lab.can.undo);
      look.update(shown.looks.map((one) => one.name), shown.looks.findIndex((one) => one.seat === shown?.look));
      set(turn, { text: shown.status });
      if (status.textContent !== lab.status) say(status, lab.status);
      table.update(shown.scene);
      hand.update(shown.scene, (card) => ({ name: card.label, fits: card.fits }));
      dim(play, !lab.can.play);
    },
  };
}

/** A line of play, to be walked through and played on. @param {HTMLElement} root @param {(message: Act) => void} send */
function makePlay(root, send) {
  /** @type {LabPlay | null} */
  let play = null;
  let blocked = "";
  const inside = makeReplay(root, (at) => send({ type: "from", at }), {
    press(card, at) {
      if (!inside.frame().mine || !card.fits || blocked) return false;
      send({ type: "lay", card: card.card, at });
      return true;
    },
    changed: drawPass,
  });
  const seat = makeSelect("You play", (at) => send({ type: "seat", seat: play?.seats[at].seat, at: inside.at() }));
  const level = makeSelect("The others play", (at) => send({ type: "level", level: play?.levels[at].level, at: inside.at() }));
  const about = h("p", { class: "sv-why" });
  const lines = h("div", { class: "sv-acts", role: "group", "aria-label": "Lines" });
  const pass = button("Pass", () => (inside.frame().pass?.offered ? send({ type: "pass", at: inside.at() }) : inside.tell(inside.frame().pass?.why ?? "")), "sv-main");
  const weigh = button("What is each move worth?", () => send({ type: "weigh", at: inside.at() }));
  const edit = button("Set this moment up", () => send({ type: "edit", at: inside.at() }));
  const chances = makeChances();
  const node = h("div", { class: "sv-going" }, h("div", { class: "sv-picks" }, seat.node, level.node), about, lines, inside.node,
    h("div", { class: "sv-acts" }, pass, weigh, edit), chances.node);

  function drawPass() {
    if (!inside || !play) return; // the first moment is drawn while all this is being made
    const frame = inside.frame();
    dim(pass, !frame?.pass?.offered || Boolean(blocked));
    set(pass, { "data-offered": Boolean(frame?.pass?.offered) });
    chances.update(play.chances && play.chances.at === inside.at() ? play.chances : null);
  }

  return {
    node,
    talk: inside.talk,
    note: inside.note,
    /** The table with what is said and held. @type {[Element, Element]} */
    table: [inside.table, inside.hand.node],
    chances: chances.node,
    at: inside.at,
    frame: inside.frame,
    /** @param {string} words */
    lock(words) {
      blocked = words;
      inside.block(words);
      for (const item of [weigh, edit]) dim(item, Boolean(words));
      if (play) drawPass();
    },
    /** After a move the card that was pressed has left: on to the next that fits, or to what can be done. */
    refocus() {
      const next = inside.frame().mine ? inside.hand.nextFit(0) ?? pass : null;
      if (next) next.focus({ preventScroll: true });
      else inside.focus();
    },
    /** @param {Lab} lab */
    update(lab) {
      if (!lab.play) return;
      play = lab.play;
      const now = play;
      seat.update(now.seats.map((one) => one.name), now.seats.findIndex((one) => one.seat === now.seat));
      level.update(now.levels.map((one) => one.words), now.levels.findIndex((one) => one.level === now.level));
      set(about, { text: now.seat < 0 ? "You move for everybody." : now.about });
      lines.replaceChildren(...now.lines.map((one) => set(button(one.words, () => one.line !== now.line && send({ type: "line", line: one.line }), "sv-toggle"),
        { "aria-pressed": String(one.line === now.line) })));
      set(lines, { hidden: now.lines.length < 2 });
      inside.update(now.replay);
      drawPass();
    },
  };
}

/** What can be kept of a position and of a line of play: copied, linked, saved, loaded. @param {HTMLElement} root @param {(message: Act) => void} send @param {(text: string) => void} tell @param {() => string} position */
function makeKeeping(root, send, tell, position) {
  /** @type {Lab["share"]} */
  let share = { record: "", file: "", name: "" };
  let locked = "";
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".txt,text/plain", hidden: true, "aria-label": "File with a record" }));
  const links = [button("Link to the position", () => copy(addressOf("position", position()))), button("Link to the record", () => copy(addressOf("record", share.record)))];
  const record = button("Copy the record", () => copy(share.record));
  const save = button("Save the record", saveFile);
  const load = button("Load a record", () => (locked ? told(locked) : file.click()));
  const answer = h("p", { class: "sv-answer", "aria-hidden": "true" }); // it is spoken from where all is said, far above
  const node = h("div", { class: "sv-acts sv-keep", role: "group", "aria-label": "Keep and share" },
    button("Copy the position", () => copy(position())), links[0], record, links[1], save, load, file, answer);

  /** @param {string} text */
  const copy = (text) => copyText(text, told);

  /** @param {string} text */
  function told(text) {
    tell(text);
    set(answer, { text });
    bring(answer);
  }

  function saveFile() {
    const address = URL.createObjectURL(new Blob([share.file], { type: "text/plain" }));
    const way = h("a", { href: address, download: share.name });
    way.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    told(`Saved as ${share.name}.`);
  }

  file.onchange = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) told(`${chosen.name} is larger than 64 KB: a record is one line of text.`);
    else send({ type: "load", text: await chosen.text() });
    file.value = ""; // so that the same file can be chosen again
  };

  return {
    node,
    /** @param {string} words why nothing can be loaded */
    lock(words) {
      locked = words;
      dim(load, Boolean(words));
    },
    /** @param {Lab} lab */
    update(lab) {
      share = lab.share;
      set(answer, { text: "" });
      for (const item of [record, save]) set(item, { hidden: !share.record });
      set(links[0], { hidden: inLab(root) });
      set(links[1], { hidden: inLab(root) || !share.record });
    },
  };
}

/**
 * The lab.
 * @param {Model} model
 * @param {HTMLElement} root
 * @returns {View}
 */
function labView(model, root) {
  /** @type {Lab | null} */
  let lab = null;
  /** @type {Act[]} what was done while an answer was awaited, to be sent next */
  const queue = [];
  const line = makeLine(model, root, (text) => {
    queue.length = 0;
    answer(text);
  }, "The lab", answer);

  /** @param {Act} message @param {boolean} [asked] whether a person has asked for it, and not the page */
  function send(message, asked = true) {
    if (line.busy() && !line.locked()) return void (queue.length < MOST_WAITING && queue.push(message));
    line.send({ ...message, ply: lab?.ply }, undefined, asked);
  }

  const title = h("strong");
  const setup = makeSetup(send);
  const play = makePlay(root, send);
  const compare = makeCompare(send);
  /** @type {[string, string, HTMLElement][]} */
  const stages = [["setup", "Set up", setup.node], ["play", "Play and step", play.node], ["compare", "Compare", compare.node]];
  const own = ownName();
  const tabs = stages.map(([stage, words]) => set(button(words, () => lab?.stage !== stage && send({ type: "stage", stage }), "sv-tab"), { role: "tab", id: `${own}-${stage}`, "aria-controls": `${own}-panel` }));
  const list = h("div", { class: "sv-tabs", role: "tablist", "aria-label": "Parts of the lab" }, ...tabs);
  const roving = makeRoving(list, "button");
  const panel = h("div", { role: "tabpanel", id: `${own}-panel` }, ...stages.map(([, , part]) => part));
  const keeping = makeKeeping(root, send, tell, () => (lab?.stage === "play" ? play.frame()?.full ?? "" : lab?.position ?? ""));
  const place = () => `lab:${pageOf(root)}`; // each page keeps its own
  /** @type {string} what an earlier visit left, until it is said whether to go on with it */
  let earlier = "";
  const left = h("p");
  const goOn = button("Go on with it", () => send({ type: "show", text: earlier }), "sv-main");
  const question = h("section", { class: "sv-ask", role: "group", "aria-label": "Go on with what you had?", hidden: true },
    h("h3", { class: "sv-heading", text: "Go on with what you had?" }), left, h("div", { class: "sv-acts" }, goOn, button("Let it go", letGo)));
  const node = h("div", { class: "sv-lab" }, h("div", { class: "sv-head" }, title), question, list, panel, keeping.node);
  /** @type {(() => void) | null} */
  let unlink = null;
  /** @type {(() => void) | null} */
  let unask = null;

  /** What can be gone on with: the line of play, or the position. @param {Lab} now */
  const textOf = (now) => now.share.record || now.position;

  /** Ask once, before anything has been done, whether to go on with what an earlier visit left. @param {Lab} now */
  function askToGoOn(now) {
    const found = store.get(place()) ?? store.get(`lab:${location.pathname}`);
    if (now.ply || typeof found !== "string" || found === textOf(now)) return;
    earlier = found;
    set(left, { text: found.length > 120 ? `${found.slice(0, 118)} …` : found });
    set(question, { hidden: false });
  }

  function letGo() {
    earlier = "";
    set(question, { hidden: true });
    tabs[0].focus();
  }

  /** @param {string} text */
  function tell(text) {
    part().note(text);
  }

  const part = () => ({ play, compare, setup })[lab?.stage ?? "setup"] ?? setup;

  /** Say what a person waits for. @param {string} text */
  function answer(text) {
    tell(text);
    line.bring(part().talk);
  }

  /** Bring into sight what came of an act. @param {Lab} now @param {string} act @param {boolean} staged whether another part of the lab is shown */
  function showAnswer(now, act, staged) {
    if (staged && now.stage === "play" && act !== "stage") return line.bring(...play.table);
    if (staged) return line.bring(list, part().talk);
    if (act === "weigh") return line.bring(now.notice ? part().talk : now.stage === "play" ? play.chances : compare.chances);
    if (act === "look") return line.bring(...setup.chosen);
    if (now.stage === "play" && ANEW.includes(act)) return line.bring(...play.table);
    if (WORDED.includes(act)) line.bring(part().talk);
  }

  /** @param {string} words */
  function lock(words) {
    if (!lab) return;
    setup.lock(Boolean(words), lab);
    play.lock(words);
    compare.lock(Boolean(words));
    keeping.lock(words);
    dim(goOn, Boolean(words));
    for (const tab of tabs) dim(tab, Boolean(words) && tab.getAttribute("aria-selected") !== "true");
  }

  return {
    node,
    leave() {
      unlink?.();
      unask?.();
      line.leave();
    },
    link(state) {
      const words = line.link(state, "set up and play", { kept: "What is on the screen stays." });
      if (words) queue.length = 0;
      tell(words);
      lock(words);
    },
    /** @param {Lab} now */
    update(now) {
      const act = line.answered(now);
      const focus = focusIn(root);
      const staged = lab && lab.stage !== now.stage;
      if (!lab) unask = whenThere(root, () => askToGoOn(lab ?? now));
      else if (now.ply !== lab.ply) store.set(place(), textOf(now)); // something has been done: that is kept from now on
      if (now.ply) set(question, { hidden: true });
      lab = now;
      set(title, { text: now.title });
      stages.forEach(([stage, , part], i) => {
        set(part, { hidden: stage !== now.stage });
        set(tabs[i], { "aria-selected": String(stage === now.stage) });
        if (stage === now.stage) set(panel, { "aria-labelledby": tabs[i].id });
      });
      roving.refresh();
      setup.update(now);
      play.update(now);
      if (now.stage === "compare") compare.update(now.compare ?? null);
      keeping.update(now);
      tell(line.locked() || now.notice || (now.ply ? "" : "Press any card to hear whether it fits; choose above where else a press puts it."));
      if (now.stage === "setup") lock(line.locked());
      const still = focusIn(root);
      const gone = focus && (!still || still.closest("[hidden]")); // what was pressed has left: the focus must not go with it
      if (gone && now.stage === "play" && !staged) play.refocus();
      else if (gone) tabs[stages.findIndex(([stage]) => stage === now.stage)].focus({ preventScroll: true });
      if (act) showAnswer(now, act.type, Boolean(staged));
      const next = line.busy() ? undefined : queue.shift();
      if (next) send(next);
      unlink ??= followLink(root, ["position", "record", "deal"], (text) => send({ type: "show", text }, false));
    },
  };
}

export default widget("Position lab", "Loading the lab …", { lab: labView });
