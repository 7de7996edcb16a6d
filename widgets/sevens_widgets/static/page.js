// @ts-check
/** Which page a widget stands in: what one page keeps in the browser is none of another's. */

/** Whether a widget stands in JupyterLab, whose address leads nobody to it. @param {HTMLElement} root */
export const inLab = (root) => Boolean(root.closest(".jp-NotebookPanel"));

/**
 * Do something once a widget stands in its page: it may be drawn before.
 * @param {HTMLElement} root
 * @param {() => void} call
 * @returns {() => void} what to call when the widget leaves
 */
export function whenThere(root, call) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const look = () => {
    if (root.isConnected) call();
    else later = setTimeout(look, 50);
  };
  look();
  return () => clearTimeout(later);
}

/**
 * The address of a page without the server's name, which the browser keeps apart anyway; in JupyterLab, whose address
 * is that of the notebook looked at last, the path of the notebook around the widget.
 * @param {HTMLElement} root
 */
export function pageOf(root) {
  const panel = inLab(root) && root.closest(".jp-NotebookPanel");
  if (!panel) return location.pathname;
  const tab = document.querySelector(`[data-id="${CSS.escape(panel.id)}"]`);
  const path = /^Path: (.+)$/m.exec(tab?.getAttribute("title") ?? "")?.[1];
  return path ? `${location.pathname.replace(/\/(lab|doc)(\/.*)?$/, "")}/${path}` : location.pathname;
}
