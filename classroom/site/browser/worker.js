// Python, beside the page: it may be busy for seconds, and the page stays alive.
import { loadPyodide } from "./pyodide.js";

const here = new URL(".", import.meta.url).href;
const post = (message) => self.postMessage(message);
/** Python will not come, or is gone; why: a sentence for the reader, where the reason is known. */
const fail = (error, why = "") => post({ type: "failed", words: String(error), why });

let python = null;
let kernel = null;

/** The first word from the page is its cells; every further one is an act, or asks whether Python is idle. */
self.addEventListener("message", ({ data }) => {
  if (data.cells) start(data.cells).catch((error) => fail(error));
  else if (data.idle) post({ type: "idle" });
  else act(data);
});

/** Hand an act over. What a table could not do is a fault of that act alone; anything else is the end of Python. */
function act(message) {
  try {
    kernel?.receive(JSON.stringify(message));
  } catch (error) {
    if (error instanceof python.ffi.PythonError) post({ type: "fault", cell: "", words: String(error) });
    else fail(error);
  }
}

const nameOf = (address) => new URL(address).pathname.split("/").pop();

/**
 * Fetch a file and count its bytes as they come, whoever asks for it. Pyodide waits for ever where its program does not
 * come, or the host does not know what kind of file it is: so the page is told of the one, and the kind is said here.
 */
const plainFetch = self.fetch.bind(self);
let arrived = 0;
self.fetch = async (...asked) => {
  const broken = (error) => fail(error, "the line to the host of this page is broken or blocked.");
  const answer = await plainFetch(...asked).catch((error) => {
    broken(error);
    throw error;
  });
  if (!answer.ok) fail(`${answer.url}: ${answer.status}`, `the host of this page does not hand out the file ${nameOf(answer.url)} (${answer.status}).`);
  const headers = new Headers(answer.headers);
  if (answer.url.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  const count = new TransformStream({
    transform(chunk, out) {
      arrived += chunk.byteLength;
      post({ type: "fetched", bytes: arrived });
      out.enqueue(chunk);
    },
  });
  // It may break at any time; that is told before whoever reads it hears of it, and gives a lesser reason.
  answer.body.pipeTo(count.writable, { preventAbort: true }).catch((error) => {
    broken(error);
    return count.writable.abort(error);
  });
  return new Response(count.readable, { status: answer.status, headers });
};

// Nor does Pyodide say so where its program has not come whole, or may not run here.
for (const name of ["instantiate", "instantiateStreaming"]) {
  const plain = WebAssembly[name]?.bind(WebAssembly);
  if (!plain) continue;
  WebAssembly[name] = (...asked) =>
    plain(...asked).catch((error) => {
      const refused = /Content Security Policy|disallowed|blocked/i.test(error.message);
      fail(error, refused ? "this browser, or the host of this page, forbids WebAssembly." : "");
      throw error;
    });
}

const archive = async (name) => (await self.fetch(here + name)).arrayBuffer();

async function start(cells) {
  const options = { indexURL: here, stdout: console.info, stderr: console.info };
  const [started, course] = await Promise.all([loadPyodide(options), archive("course.zip")]);
  python = started;
  post({ type: "starting" });
  python.unpackArchive(course, "zip", { extractDir: "/course" });
  python.FS.chdir("/course"); // a lesson finds the files that lie beside it
  python.runPython("import sys; sys.path.insert(0, '/course')");
  kernel = python.pyimport("course_kernel").Kernel((text) => post(JSON.parse(text)));
  for (const [cell, source] of cells) {
    kernel.run(cell, source);
    await new Promise((next) => setTimeout(next)); // acts on the first tables need not wait for the last
  }
  post({ type: "ready" });
}
