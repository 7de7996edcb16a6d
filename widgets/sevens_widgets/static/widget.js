// @ts-check
/**
 * What stands around every view of the course: its settings, the large table, the link to Python, keys that stay inside.
 *
 * @typedef {import("./common.js").View} View
 * @typedef {import("./common.js").Model} Model
 * @typedef {import("./common.js").Lost} Lost
 */
import { FORBID, button, focusIn, h, set, store } from "./common.js";
import { bring } from "./sight.js";

const BEAT = 2000; // ms from one question whether Python is there to the next
const LOST_AFTER = 4900; // ms without a sign of life from Python
const NEVER_AFTER = 8000; // ms to wait for the first sign: a page with many cells is still busy when it is drawn

// ---------------------------------------------------------------- the link to Python

/**
 * Ask Python every two seconds whether it is there, while the page is seen, and tell when that changes.
 * @param {Model} model
 * @param {(state: Lost) => void} tell
 */
function makeLink(model, tell) {
  let ever = false;
  /** @type {Lost} */
  let lost = "";
  let due = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let alarm;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let beat;

  /** @param {number} ms */
  function arm(ms) {
    clearTimeout(alarm);
    due = performance.now() + ms;
    alarm = setTimeout(ring, ms);
  }

  function ring() {
    if (performance.now() - due < BEAT) return fail();
    ping(); // so late only after the machine has slept: Python gets another chance
    arm(LOST_AFTER);
  }

  function fail() {
    clearTimeout(alarm);
    /** @type {Lost} */
    const state = ever ? "lost" : (model.coming?.() ?? "never");
    if (state !== lost) tell(state);
    lost = state;
  }

  function ping() {
    try {
      model.send({ type: "ping" });
    } catch {
      fail();
    }
  }

  /** Whatever comes from Python is a sign of life. */
  function heard() {
    ever = true;
    if (!document.hidden) arm(LOST_AFTER);
    if (lost) tell("");
    lost = "";
  }

  function look() {
    clearInterval(beat);
    clearTimeout(alarm);
    if (document.hidden) return;
    arm(ever ? LOST_AFTER : NEVER_AFTER);
    ping();
    beat = setInterval(ping, BEAT);
  }

  function leave() {
    clearInterval(beat);
    clearTimeout(alarm);
    document.removeEventListener("visibilitychange", look);
    for (const [event, call] of calls) model.off(event, call);
  }

  /** The line was closed from the other end: it will not open again. */
  function closed() {
    leave();
    fail();
  }

  const calls = /** @type {[string, () => void][]} */ ([["msg:custom", heard], ["change:payload", heard], ["comm:close", closed]]);
  for (const [event, call] of calls) model.on(event, call);
  document.addEventListener("visibilitychange", look);
  look();
  return { leave };
}

// ---------------------------------------------------------------- settings

const CHANGED = "sevens:settings"; // the event that tells the other widgets of the page; also the name under which they are kept

/** @type {[string, string, [string, string][]][]} name, words, values with their words: the first is what holds without a choice */
const SETTINGS = [
  ["colours", "Four-colour suits", [["two", ""], ["four", ""]]],
  ["faces", "Large cards", [["normal", ""], ["large", ""]]],
  ["hints", "Hints", [["on", ""], ["off", ""]]],
  ["speed", "Speed", [["normal", "Normal"], ["instant", "Instant"]]],
  ["theme", "Theme", [["system", "System"], ["light", "Light"], ["dark", "Dark"]]],
];

/**
 * The settings of one person, kept in the browser and obeyed by all widgets at once.
 * @param {HTMLElement} root carries them as data attributes
 */
function makeSettings(root) {
  /** @type {Record<string, string>} */
  let chosen = {};

  /** @param {Record<string, unknown> | null} found what was kept may be from another version, or nonsense */
  function apply(found) {
    for (const [name, , values] of SETTINGS) {
      chosen[name] = values.map(([value]) => value).find((value) => value === found?.[name]) ?? values[0][0];
      set(root, { [`data-${name}`]: chosen[name] });
      const control = /** @type {any} */ (controls.get(name));
      if (control.type === "checkbox") control.checked = chosen[name] === (name === "hints" ? "on" : values[1][0]);
      else control.value = chosen[name];
    }
  }

  /** @param {string} name @param {string} value */
  function choose(name, value) {
    chosen = { ...chosen, [name]: value };
    store.set("settings", chosen);
    window.dispatchEvent(new CustomEvent(CHANGED, { detail: chosen }));
  }

  /** @type {Map<string, HTMLElement>} */
  const controls = new Map();
  const lines = SETTINGS.map(([name, words, values]) => {
    const box = !values[0][1];
    const control = /** @type {any} */ (box ? h("input", { type: "checkbox" })
      : h("select", {}, ...values.map(([value, text]) => h("option", { value, text }))));
    control.onchange = () => choose(name, box ? (name === "hints") === control.checked ? values[0][0] : values[1][0] : control.value);
    controls.set(name, control);
    return h("label", { class: "sv-setting" }, ...(box ? [control, h("span", { text: words })] : [h("span", { text: words }), control]));
  });
  const node = h("details", { class: "sv-settings" }, h("summary", { text: "Settings" }), h("div", { class: "sv-choosing" }, ...lines));

  const here = (/** @type {Event} */ event) => apply(/** @type {CustomEvent} */ (event).detail);
  const elsewhere = (/** @type {StorageEvent} */ event) => event.key === CHANGED && apply(store.get("settings"));
  window.addEventListener(CHANGED, here);
  window.addEventListener("storage", elsewhere);
  apply(store.get("settings"));
  return {
    node,
    leave() {
      window.removeEventListener(CHANGED, here);
      window.removeEventListener("storage", elsewhere);
    },
  };
}

/**
 * The button that lets the table and one hand fill the screen. As a popover it lies over everything, also in
 * JupyterLab, whose cells would hold back an element with a fixed place.
 * @param {HTMLElement} root
 */
function makeLarge(root) {
  const node = button("Large table", () => fill(!root.hasAttribute("data-large")), "sv-large");

  /** @param {boolean} on */
  function fill(on) {
    if (on === root.hasAttribute("data-large")) return;
    set(node, { text: on ? "Leave the large table" : "Large table" });
    const over = /** @type {any} */ (root);
    if (!on) over.hidePopover?.();
    set(root, { "data-large": on, popover: on && over.showPopover ? "manual" : null });
    if (on) over.showPopover?.();
    // What was said last was asked for elsewhere: a link that was copied would fill the screen.
    if (on) for (const said of root.querySelectorAll(".sv-talk .sv-why")) set(said, { text: "" });
    node.focus({ preventScroll: true });
    bring(node);
  }

  return { node, fill, on: () => root.hasAttribute("data-large") };
}

// ---------------------------------------------------------------- a widget

/**
 * A widget that draws its payload with the view for its kind, and follows it.
 * @param {string} name what the widget is called
 * @param {string} wait what is said until there is a payload
 * @param {Record<string, (model: Model, root: HTMLElement) => View>} kinds
 */
export function widget(name, wait, kinds) {
  /**
   * Draw into a page.
   * @param {{model: Model, el: HTMLElement}} parts
   * @returns {() => void} what to call when the widget leaves the page
   */
  const render = ({ model, el }) => {
    const root = h("div", { class: "sevens", role: "group", "aria-label": name });
    /** @type {View | null} */
    let view = null;
    /** @type {ReturnType<typeof makeLink> | null} */
    let link = null;
    let kind = "";

    const settings = makeSettings(root);
    const large = makeLarge(root);
    const foot = h("div", { class: "sv-foot" }, settings.node, large.node);

    // What a presenter's pointer sends, and the key that leaves the large table.
    root.addEventListener("keydown", (event) => {
      if (!large.on() || event.ctrlKey || event.metaKey || event.altKey) return;
      const stepping = !/** @type {Element} */ (event.target).closest(".sv-hand, input");
      const way = { PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === "Escape") large.fill(false);
      else if (way && stepping && view?.step) view.step(way);
      else return;
      event.preventDefault();
    });

    // Keys pressed in here are the player's, not the notebook's; Tab and combinations such as Ctrl+S go through.
    // JupyterLab takes no shortcut at all, not even those, from an element that forbids them, so the ban is
    // lifted from when Ctrl or Cmd goes down until it comes up.
    // It looks at the element and at all around it, and the root can hold the focus, too.
    const forbid = (/** @type {Element} */ node, /** @type {boolean} */ on) => {
      for (const each of [node, root]) set(each, { [FORBID]: on && "true" });
    };
    const keep = (/** @type {Event} */ event) => {
      const pressed = /** @type {KeyboardEvent} */ (event);
      const combined = (pressed.ctrlKey || pressed.metaKey) && !pressed.getModifierState("AltGraph");
      if (pressed.key !== "Tab" && !combined) event.stopPropagation();
      forbid(/** @type {Element} */ (event.target), !combined);
    };
    for (const name of ["keydown", "keypress", "keyup"]) root.addEventListener(name, keep);
    // What is unfolded by a person is seen; the browser unfolds it after the click.
    root.addEventListener("click", (event) => {
      const fold = /** @type {HTMLDetailsElement | null} */ (/** @type {Element} */ (event.target).closest("summary")?.parentElement);
      if (fold) setTimeout(() => fold.open && bring(fold));
    });
    root.addEventListener("focusout", (event) => forbid(/** @type {Element} */ (event.target), true));

    function draw() {
      const payload = model.get("payload") ?? {};
      if (!(payload.kind in kinds)) {
        if (!view) root.replaceChildren(h("p", { class: "sv-wait", role: "status", text: wait }));
        return;
      }
      if (!view || payload.kind !== kind) {
        const focused = focusIn(root);
        leave();
        kind = payload.kind;
        view = kinds[kind](model, root);
        large.fill(false);
        set(large.node, { hidden: !view.large });
        root.replaceChildren(view.node, foot);
        view.update(payload);
        const seen = view;
        if (seen.link) link = makeLink(model, (state) => seen.link?.(state));
        if (focused) (seen.focus ?? (() => set(root, { tabindex: -1 }).focus()))();
      } else {
        view.update(payload);
      }
    }

    /** End what the view began: its timers, and what it listens to. */
    function leave() {
      link?.leave();
      view?.leave?.();
      link = view = null;
    }

    el.append(root);
    model.on("change:payload", draw);
    draw();
    return () => {
      model.off("change:payload", draw);
      leave();
      settings.leave();
      root.remove(); // also its live regions, which would speak twice beside those of a new view
    };
  };

  return { render };
}
