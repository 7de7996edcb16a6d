// Python, beside the page: it may be busy for seconds, and the page stays alive.
import { loadPyodide } from "./pyodide.js";

const here = new URL(".", import.meta.url).href;
const post = (message) => self.postMessage(message);
const fail = (error) => post({ type: "failed", words: String(error) });

/** The first word from the page is its cells; every further one is an act. */
let kernel = null;

self.addEventListener("message", async ({ data }) => {
  if (data.cells) {
    await start(data.cells).catch(fail);
  } else {
    kernel?.receive(JSON.stringify(data));
  }
});

/**
 * Fetch a file and count its bytes as they come, whoever asks for it. Pyodide waits for ever where its program does not
 * come, or the host does not know what kind of file it is: so the page is told of the one, and the kind is said here.
 */
const plainFetch = self.fetch.bind(self);
let arrived = 0;
self.fetch = async (...asked) => {
  const answer = await plainFetch(...asked).catch((error) => {
    fail(error);
    throw error;
  });
  if (!answer.ok) fail(`${answer.url}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  if (answer.url.endsWith(".wasm")) headers.set("Content-Type", "application/wasm");
  const count = new TransformStream({
    transform(chunk, out) {
      arrived += chunk.byteLength;
      post({ type: "fetched", bytes: arrived });
      out.enqueue(chunk);
    },
  });
  answer.body.pipeTo(count.writable).catch(fail); // the line may break at any time
  return new Response(count.readable, { status: answer.status, headers });
};

const archive = async (name) => (await self.fetch(here + name)).arrayBuffer();

async function start(cells) {
  const options = { indexURL: here, stdout: console.info, stderr: console.info };
  const [python, course] = await Promise.all([loadPyodide(options), archive("course.zip")]);
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
