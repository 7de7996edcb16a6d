// @ts-check
/** Reading the number of a deal from the box into which it was written. */

/**
 * The number in a box; null where there is none, after saying what would be one. How large it may be, Python knows.
 * @param {HTMLInputElement} box
 * @param {(text: string) => void} tell
 * @returns {number | null}
 */
export function dealNumberIn(box, tell) {
  const text = box.value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  tell(text ? `“${text}” is not a deal number: write a whole number, such as 1234.` : "Write the number of a deal first, such as 1234.");
  return null;
}
