// @ts-check
/** Sending the result of a quiz to the class board, for who chooses to; only where the page says that there is one. */
import { button, store } from "./common.js";
import { watchScrolling } from "./sight.js";

/** Where the board takes results; empty where there is none. */
const address = () => document.body.dataset.classBoard ?? "";

/** A number drawn by chance, so that sending again replaces what was sent before. @param {string} quiz */
function senderOf(quiz) {
  const kept = store.get(`board:${quiz}`);
  if (typeof kept === "string" && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  store.set(`board:${quiz}`, drawn);
  return drawn;
}

/** How each exercise stands that was tried. @param {Set<string>} ticks @param {Map<string, boolean>} firsts */
function standing(ticks, firsts) {
  const tried = new Set([...ticks, ...firsts.keys()]);
  return Object.fromEntries([...tried].map((id) => [id, firsts.get(id) ? "first" : ticks.has(id) ? "later" : "open"]));
}

/**
 * Send it, and give the sentence to show.
 * @param {string} quiz @param {Set<string>} ticks @param {Map<string, boolean>} firsts
 */
async function send(quiz, ticks, firsts) {
  const token = document.cookie.match(/(?:^|; *)_xsrf=([^;]*)/)?.[1] ?? "";
  try {
    const answer = await fetch(address(), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-XSRFToken": token },
      body: JSON.stringify({ lesson: quiz, sender: senderOf(quiz), answers: standing(ticks, firsts) }),
    });
    const { said } = await answer.json();
    return typeof said === "string" ? said : "The class board did not understand: nothing was sent.";
  } catch {
    return "The class board cannot be reached: nothing was sent. Try again later.";
  }
}

/**
 * The button; null where there is no board.
 * @param {() => [string, Set<string>, Map<string, boolean>]} now the quiz and how it stands
 * @param {(text: string) => void} tell
 * @param {(text: string) => void} note to say it to who has scrolled away meanwhile
 */
export const sendButton = (now, tell, note) => address() ? button("Send the result to the class board", async () => {
  const watch = watchScrolling();
  const said = await send(...now());
  watch.end();
  (watch.scrolled() ? note : tell)(said);
}) : null;
