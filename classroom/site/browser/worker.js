// Python, beside the page: it may be busy for seconds, and the page stays alive.
import { loadPyodide } from "./pyodide.js";

const here = new URL(".", import.meta.url).href;
const post = (message) => self.postMessage(message);

/** The first word from the page is its cells; every further one is an act. */
let kernel = null;

self.addEventListener("message", async ({ data }) => {
  if (data.cells) {
    await start(data.cells).catch((error) => post({ type: "failed", words: String(error) }));
  } else {
    kernel?.receive(JSON.stringify(data));
  }
});

/** Fetch a file and count its bytes as they come, whoever asks for it. */
const plainFetch = self.fetch.bind(self);
let arrived = 0;
self.fetch = async (...asked) => {
  const answer = await plainFetch(...asked);
  if (!answer.ok || !answer.body || !self.TransformStream) return answer;
  const count = new TransformStream({
    transform(chunk, out) {
      arrived += chunk.byteLength;
      post({ type: "fetched", bytes: arrived });
      out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { status: answer.status, headers: answer.headers });
};

async function archive(name) {
  const answer = await self.fetch(here + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

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
