// Brings Python to the tables of this page. They are drawn already; questions, hints and replays need none of it.
{
  const { worker: place, bytes, cells } = JSON.parse(document.getElementById("course-python").textContent);
  const FETCHING = "Fetching Python for this lesson. You can read and answer questions meanwhile …";
  const STARTING = "Python is starting. You can read and answer questions meanwhile …";
  const SLOW = "Python is taking long: the line or this machine is slow. You can read and answer questions meanwhile, or reload the page to try again.";
  const SLOW_AFTER = 30_000; // ms without a word from the worker
  const BUSY_AT_MOST = 60_000; // ms that Python may think about an act; a strong player on a slow phone needs some
  const TOLD_WITHIN = 5000; // ms for the host to say what is wrong with a script
  const SCRIPTS = ["worker.js", "pyodide.js", "pyodide.asm.js"];

  const note = document.createElement("p");
  const words = document.createElement("span");
  const share = document.createElement("span");
  note.className = "course-note course-python";
  note.setAttribute("role", "status");
  share.setAttribute("aria-hidden", "true"); // a number that changes all the time is not read out
  note.append(words, share);
  document.getElementById("course").prepend(note);

  /** @param {string} text */
  const say = (text) => {
    if (words.textContent !== text) words.textContent = text;
  };

  /** Python will not come: the tables say what they cannot do without it, and this line says why. */
  const fail = (why) => {
    clearInterval(watching);
    document.body.dataset.python = "none";
    note.dataset.over = "";
    share.textContent = "";
    say(`${why} Questions, hints and replays work all the same.`);
  };

  const address = new URL(place, document.baseURI);

  /** Why a script does not run, as far as its host tells: a browser says nothing of it. */
  const trouble = async () => {
    for (const name of SCRIPTS) {
      const answer = await fetch(new URL(name, address), { method: "HEAD", signal: AbortSignal.timeout(TOLD_WITHIN) }).catch(() => null);
      if (!answer) return "the line to the host of this page is broken or blocked.";
      const kind = answer.headers.get("Content-Type") ?? "a file of no kind";
      if (!answer.ok && answer.status !== 405) return `the host of this page does not hand out the file ${name} (${answer.status}).`;
      if (answer.ok && !/javascript|ecmascript/i.test(kind)) return `the host of this page hands out the file ${name} as ${kind}, not as text/javascript.`;
    }
    return "";
  };

  const tables = new Map();
  let worker = null;
  let heard = performance.now(); // when the worker last said anything
  let asked = 0; // when it was asked whether it is idle, until it has said so

  /**
   * Whether Python is there: it answers as soon as it is idle, and may think for a while. Nothing lies between
   * a page and its Python that could be cut, so the page itself can say so meanwhile.
   */
  const alive = () => {
    if (!asked) {
      asked = performance.now();
      worker.postMessage({ idle: true });
    }
    return performance.now() - asked < BUSY_AT_MOST;
  };

  /** A cell has run: its tables in Python are those that stand here already. */
  const connect = ({ cell, tables: found }) => {
    const here = courseOutputs.filter((output) => output.cell === cell).flatMap((output) => output.models);
    found.slice(0, here.length).forEach(([name, payload], at) => {
      const model = here[at];
      const pong = () => model.tell("msg:custom", { type: "pong" });
      tables.set(name, model);
      model.connect((content) => {
        if (content.type !== "ping") worker.postMessage({ model: name, content });
        else if (alive()) queueMicrotask(pong);
      });
      model.receive(payload);
      pong();
    });
  };

  /** Whether there is nothing more to say: Python has started, or will not come. */
  const over = () => document.body.dataset.python !== "starting";

  const lose = async (said) => {
    console.warn(said.words);
    worker?.terminate();
    for (const model of tables.values()) model.connect(null);
    if (over()) return; // the tables say that it is gone
    document.body.dataset.python = "none";
    const why = said.why || (await trouble());
    if (why) fail(`Python could not be started: ${why} Reload the page to try again; if that does not help, tell whoever put the page there.`);
    else fail("Python could not be started. Reload the page to try again; if that does not help, take a newer browser to play here.");
  };

  const answers = {
    fetched: (said) => {
      say(FETCHING);
      share.textContent = ` ${Math.min(99, Math.floor((100 * said.bytes) / bytes))} %`;
    },
    starting: () => {
      share.textContent = "";
      say(STARTING);
    },
    cell: connect,
    payload: (said) => tables.get(said.model)?.receive(said.payload),
    message: (said) => tables.get(said.model)?.tell("msg:custom", said.content),
    fault: (said) => console.warn(`The cell ${said.cell} failed: ${said.words}`),
    idle: () => {
      asked = 0;
    },
    ready: () => {
      clearInterval(watching);
      document.body.dataset.python = "ready";
      note.remove();
      // A position or a deal that came with the address could not be shown before.
      if (location.hash || location.search) window.dispatchEvent(new Event("hashchange"));
    },
    failed: lose,
  };

  const watching = setInterval(() => {
    if (!over() && performance.now() - heard > SLOW_AFTER) say(SLOW);
  }, 1000);

  const start = () => {
    say(FETCHING);
    worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }) => {
      heard = performance.now();
      answers[data.type](data);
    };
    worker.onerror = (event) => lose({ words: event.message || "The worker cannot be loaded." });
    worker.postMessage({ cells });
  };

  if (location.protocol === "file:") fail("To play here, this folder has to be put on a web server.");
  else if (!globalThis.WebAssembly || !globalThis.Worker) fail("This browser cannot run Python: take a newer one to play here.");
  else {
    try {
      start();
    } catch (error) {
      lose({ words: String(error) });
    }
  }
}
