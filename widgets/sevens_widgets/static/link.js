// @ts-check
/**
 * A position, a record or a deal in the address of the page, behind the #, which no server ever sees.
 */
import { inLab, whenThere } from "./page.js";

const MOST = 24000; // characters of a text that are passed on; Python says what is too long

/** The address of this page with a text in it. @param {string} name @param {string} text */
export const addressOf = (name, text) => `${location.href.replace(/[?#].*$/s, "")}#${name}=${encodeURIComponent(text)}`;

/** The text that the address brings under one of some names, or nothing. @param {string[]} names */
function readLink(names) {
  for (const pair of `${location.hash.slice(1)}&${location.search.slice(1)}`.split("&")) {
    const at = pair.indexOf("=");
    if (at < 1 || !names.includes(pair.slice(0, at))) continue;
    const raw = pair.slice(at + 1, at + 1 + 9 * MOST);
    try {
      return decodeURIComponent(raw).slice(0, MOST);
    } catch {
      return raw.slice(0, MOST); // no text at all: Python quotes it and says what would be
    }
  }
  return "";
}

/**
 * Hand over what the address of the page brings, now and whenever it changes, to the first widget that takes it.
 * @param {HTMLElement} root
 * @param {string[]} names
 * @param {(text: string) => void} take
 * @returns {() => void} what to call when the widget leaves
 */
export function followLink(root, names, take) {
  function look() {
    const first = document.querySelector(".sevens[data-link]");
    const text = inLab(root) || (first && first !== root) ? "" : readLink(names);
    if (!text) return;
    root.dataset.link = names[0];
    take(text);
  }

  window.addEventListener("hashchange", look);
  const stop = whenThere(root, look);
  return () => {
    stop();
    window.removeEventListener("hashchange", look);
  };
}
