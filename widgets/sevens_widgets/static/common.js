// @ts-check
/**
 * What every widget of the course is built from: patching nodes, one act at a time, keys that stay inside.
 *
 * A widget is loaded from a blob address, where relative imports fail; so the Python side joins this file
 * and the widget's own into one.
 *
 * @typedef {{node: HTMLElement, update: (payload: any) => void, leave?: () => void, focus?: () => void,
 *   link?: (state: Lost) => void, large?: boolean, step?: (way: number) => void}} View focus: where it goes when the view takes the
 *   place of another; link: only views that need Python; large: may fill the screen; step: what the keys of a presenter do
 * @typedef {{get: (name: string) => any, on: (event: string, call: (message?: any) => void) => void,
 *   off: (event: string, call: (message?: any) => void) => void, send: (message: object) => void,
 *   coming?: () => "never" | "starting" | "failed"}} Model coming: where the page itself brings Python, whether it is still on its way
 * @typedef {{type: string, [name: string]: unknown}} Act
 * @typedef {"" | "lost" | "never" | "starting" | "failed"} Lost nothing is wrong; Python has fallen silent; there was none from the start; it comes;
 *   it could not come, and the page says why
 */
import { bring, watchScrolling } from "./sight.js";

export const FORBID = "data-lm-suppress-shortcuts"; // JupyterLab looks for it
const ANSWER_WITHIN = 5000; // after so many ms without an answer the player is told
const SLOW = 600; // after so many ms the player is told that an answer is still awaited
const SLIP = 24; // px: a second click farther away is meant, wherever a browser counts it to the first
export const BOUNCE = 200; // a second key press or click within so many ms of a move is a slip of the hand

// ---------------------------------------------------------------- small tools

/**
 * Set text, handlers and attributes on a node, touching only what differs; null or false removes.
 * @template {Element} T
 * @param {T} node
 * @param {Record<string, any>} attrs
 * @returns {T}
 */
export function set(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (name.startsWith("on")) {
      /** @type {any} */ (node)[name] = value;
    } else if (value === null || value === undefined || value === false) {
      node.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
  return node;
}

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Node | string)} kids
 * @returns {HTMLElement}
 */
export function h(tag, attrs = {}, ...kids) {
  const node = set(document.createElement(tag), attrs);
  // JupyterLab acts on single letters unless the focused element itself forbids it.
  if (/^(button|input|textarea|select|summary)$/.test(tag) || "tabindex" in attrs) node.setAttribute(FORBID, "true");
  node.append(...kids);
  return node;
}

/**
 * Make a button with words on it.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {string} [kind]
 */
export const button = (text, onclick, kind = "") => h("button", { type: "button", class: `sv-button ${kind}`, text, onclick });

/** A name that nothing else in the page has, for what one element says of another. */
export const ownName = () => `sv${Math.random().toString(36).slice(2)}`;

/** What a view says: how things stand, and beneath it why, or what was asked for; tell: answers an act, in sight. */
export function makeTalk() {
  const status = h("p", { class: "sv-status", role: "status" });
  const why = h("p", { class: "sv-why", "aria-live": "polite" });
  const node = h("div", { class: "sv-talk" }, status, why);
  const tell = (/** @type {string} */ text) => {
    say(why, text);
    bring(node);
  };
  return { status, why, node, tell };
}

/** Say that a control cannot be used now without taking it out of reach. @param {Element} node @param {boolean} off */
export const dim = (node, off) => set(node, { "aria-disabled": off ? "true" : null });

/**
 * Make an SVG drawing.
 * @param {Record<string, any>} attrs
 * @param {[string, Record<string, any>][]} parts
 */
export function svg(attrs, parts) {
  const make = (/** @type {string} */ tag, /** @type {Record<string, any>} */ a) => set(document.createElementNS("http://www.w3.org/2000/svg", tag), a);
  const node = make("svg", { "aria-hidden": "true", focusable: "false", ...attrs });
  for (const [tag, a] of parts) node.append(make(tag, a));
  return node;
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const KIDS = new WeakMap();

/**
 * Bring the children of a node in line with items: keep, patch, add, take away; never move one that stays,
 * because a moved element loses the focus.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(node: HTMLElement, item: T, index: number) => void} patch
 */
export function keyed(parent, items, key, make, patch) {
  const old = KIDS.get(parent) ?? new Map();
  const now = new Map(items.map((item) => [key(item), old.get(key(item)) ?? make(item)]));
  for (const [k, node] of old) if (!now.has(k)) node.remove();
  items.forEach((item, i) => {
    const node = now.get(key(item));
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
    patch(node, item, i);
  });
  KIDS.set(parent, now);
}

/** What the browser remembers; private windows may refuse, and then nothing is remembered. */
export const store = {
  /** @param {string} name @returns {any} */
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`sevens:${name}`) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    try {
      localStorage.setItem(`sevens:${name}`, JSON.stringify(value));
    } catch {
      // Nothing to do: the game goes on, it is only not remembered.
    }
  },
};

/**
 * Put a sentence into a live region. The same sentence twice gets a no-break space, or it would not be spoken again.
 * @param {HTMLElement} node @param {string} text
 */
export function say(node, text) {
  node.textContent = text && node.textContent === text ? `${text}\u00a0` : text;
}

/** @type {WeakMap<HTMLSelectElement, number>} */
const IN_FORCE = new WeakMap();

/** Let a select show what is in force, and remember it. @param {HTMLSelectElement} select @param {number} at */
export function inForce(select, at) {
  IN_FORCE.set(select, at);
  if (select.selectedIndex !== at) select.selectedIndex = at;
}

/** What was chosen and reached nobody is not in force: the selects show again what is. @param {HTMLElement} root */
export function takeBack(root) {
  for (const select of root.querySelectorAll("select")) select.selectedIndex = IN_FORCE.get(select) ?? select.selectedIndex;
}

/** The element with the focus, if it lies in a node. @param {HTMLElement} node @returns {HTMLElement | null} */
export function focusIn(node) {
  const at = /** @type {HTMLElement | null} */ (node.ownerDocument.activeElement);
  return at && node.contains(at) ? at : null;
}

/**
 * The line to the kernel: one act at a time, and a word when no answer comes.
 *
 * Every act carries a sign of its own, and every payload tells the sign of the act that was answered last; so a payload
 * that comes by itself, or answers another page, is not taken for the answer.
 * @param {Model} model
 * @param {HTMLElement} root marked as busy while an answer is awaited
 * @param {(text: string, failed?: Act) => void} tell failed: the act that no answer came to
 * @param {string} [who] what does not answer
 * @param {(text: string) => void} [wait] say that an answer is awaited, of a view whose every payload unsays it
 */
export function makeLine(model, root, tell, who = "The table", wait = () => {}) {
  const own = ownName(); // several pages may show one table
  let count = 0; // acts sent
  let busy = false;
  /** @type {Act | null} what was sent last, until it is answered, be it late */
  let sent = null;
  let sentAt = -1e9;
  let locked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow;
  let [x, y] = [0, 0]; // where the pointer was pressed
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  /** @type {ReturnType<typeof watchScrolling> | null} since the last act of a person */
  let watch = null;
  let heeded = false; // whether what is drawn now is what a person has asked for, and not scrolled away from
  const since = () => performance.now() - sentAt;
  const sign = () => `${own}-${count}`;

  /** The person may have scrolled away from where the answer is shown. */
  function heed() {
    heeded = Boolean(watch && !watch.scrolled());
    watch?.end();
  }

  /** An answer has come, or none will: acts may be sent again. */
  function release() {
    clearTimeout(waiting);
    clearTimeout(slow);
    clearTimeout(settling);
    busy = false;
    settling = setTimeout(() => set(root, { "aria-busy": null }), Math.max(0, BOUNCE - since()));
  }

  function silence() {
    release();
    takeBack(root);
    heed();
    tell(`${who} does not answer. Everything is as it was: try again, or reload the page.`, sent ?? undefined);
  }

  return {
    /** The act that a payload answers, or null; acts may then be sent again. @param {any} payload */
    answered(payload) {
      heeded = false;
      if (!sent || payload.answers !== sign()) return null;
      const act = sent;
      sent = null;
      release();
      heed();
      return act;
    },
    /** Bring into sight what answers an act, unless nobody has asked or that person has scrolled away. @param {Element} first @param {Element} [last] */
    bring(first, last) {
      if (heeded) bring(first, last);
    },
    busy: () => busy,
    justSent: () => since() < BOUNCE,
    locked: () => locked,
    /**
     * Send nothing while Python is out of reach, or again; what is said meanwhile is given back, or "".
     * @param {Lost} state
     * @param {string} wish what cannot be done meanwhile: "play on"
     * @param {{idle?: Element[], kept?: string}} [more] idle: the controls that then do nothing; kept: what is not lost
     */
    link(state, wish, { idle = [], kept } = {}) {
      locked = lostWords(root, state, wish, kept);
      for (const control of idle) dim(control, Boolean(locked));
      if (locked) {
        release();
        takeBack(root);
      }
      return locked;
    },
    leave() {
      clearTimeout(waiting);
      clearTimeout(slow);
      clearTimeout(settling);
      watch?.end();
      set(root, { "aria-busy": null });
    },
    /** @param {Act} message @param {MouseEvent} [event] @param {boolean} [asked] whether a person has asked for it, and not the page */
    send(message, event, asked = true) {
      heeded = asked;
      if (locked || busy) {
        takeBack(root);
        return tell(locked || `One moment: ${who.toLowerCase()} has not answered yet.`);
      }
      // The second half of a double click is no move, for another card may have come to where the first one lay. Some
      // browsers count the taps of a finger one by one.
      if (event && event.detail && since() < (event.detail > 1 ? 500 : "ply" in message ? BOUNCE : 0) && Math.hypot(event.clientX - x, event.clientY - y) < SLIP) return;
      if (event) [x, y] = [event.clientX, event.clientY];
      busy = true;
      sent = message;
      sentAt = performance.now();
      count += 1;
      watch?.end();
      watch = asked ? watchScrolling() : null;
      clearTimeout(settling);
      set(root, { "aria-busy": "true" });
      waiting = setTimeout(silence, ANSWER_WITHIN);
      slow = setTimeout(() => {
        heeded = Boolean(watch && !watch.scrolled());
        wait(`One moment: ${who.toLowerCase()} has not answered yet. What is shown is from before.`);
      }, SLOW);
      try {
        model.send({ ...message, sign: sign() });
      } catch {
        silence(); // there is nobody at the other end any more
      }
    },
  };
}

/**
 * What is said while Python is out of reach.
 * @param {HTMLElement} root @param {Lost} state
 * @param {string} wish what cannot be done meanwhile: "play on"
 * @param {string} [kept] what is not lost
 */
function lostWords(root, state, wish, kept = "") {
  if (!state) return "";
  if (state === "starting") return `Python is starting in this browser. You can ${wish} in a moment.`;
  if (state === "failed") return `You cannot ${wish} here, for Python has not started: the top of the page says why.`;
  if (state === "never") return `There is no Python behind this page. To ${wish}, open this lesson with the course running (make serve).`;
  const mend = root.closest(".jp-NotebookPanel") ? "Run the cell again to go on." : "Reload the page to go on.";
  return ["The connection to Python is lost.", kept, mend].filter(Boolean).join(" ");
}
