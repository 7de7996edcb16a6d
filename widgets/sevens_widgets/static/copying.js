// @ts-check
/** Putting a text into the clipboard. */

/**
 * Copy a text and say so; where copying is not allowed, the text is shown to be marked.
 * @param {string} text
 * @param {(text: string) => void} tell
 */
export async function copyText(text, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`Copied: ${text}`);
  } catch {
    tell(`Mark and copy this: ${text}`);
  }
}
