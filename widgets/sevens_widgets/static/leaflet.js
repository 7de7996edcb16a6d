// @ts-check
/**
 * The sheet of the rules over the page, to be read and printed: while it is open, printing prints it alone.
 *
 * @typedef {{title: string, html: string}} Leaflet html: made by Python, with its own styles
 */
import { button, h } from "./common.js";

/**
 * Lay a sheet over the page until it is closed; the focus then goes back to where it was.
 * @param {Leaflet} leaflet
 */
export function openLeaflet({ title, html }) {
  const paper = h("div", { class: "sevens-paper" });
  paper.attachShadow({ mode: "open" }).innerHTML = html; // its styles and those of the page keep apart
  const over = /** @type {HTMLDialogElement} */ (h("dialog", { class: "sevens-leaflet", "aria-label": title, lang: "en" },
    h("div", { class: "sevens-leaflet-acts" }, button("Print", () => window.print()), button("Close", () => over.close())), paper));
  over.addEventListener("close", () => over.remove());
  over.addEventListener("keydown", (event) => event.stopPropagation()); // Esc closes the sheet, and nothing beneath it
  document.body.append(over);
  over.showModal();
}
