// Brings Python to the tables of this page. They are drawn already; questions, hints and replays need none of it.
{
  const { worker: place, bytes, cells } = JSON.parse(document.getElementById("course-python").textContent);

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
    document.body.dataset.python = "none";
    note.dataset.over = "";
    share.textContent = "";
    say(`${why} Questions, hints and replays work all the same.`);
  };

  const tables = new Map();

  /** A cell has run: its tables in Python are those that stand here already. */
  const connect = (worker, { cell, tables: found }) => {
    const here = courseOutputs.filter((output) => output.cell === cell).flatMap((output) => output.models);
    found.slice(0, here.length).forEach(([name, payload], at) => {
      const model = here[at];
      tables.set(name, model);
      model.connect((content) => {
        // Nothing lies between a page and its Python that could be cut: the page itself can say that it is there.
        if (content.type === "ping") queueMicrotask(() => model.tell("msg:custom", { type: "pong" }));
        else worker.postMessage({ model: name, content });
      });
      model.receive(payload);
      model.tell("msg:custom", { type: "pong" });
    });
  };

  const answers = {
    fetched: (worker, said) => {
      share.textContent = ` ${Math.min(99, Math.floor((100 * said.bytes) / bytes))} %`;
    },
    starting: () => {
      share.textContent = "";
      say("Python is starting. You can read and answer questions meanwhile …");
    },
    cell: connect,
    payload: (worker, said) => tables.get(said.model)?.receive(said.payload),
    message: (worker, said) => tables.get(said.model)?.tell("msg:custom", said.content),
    fault: (worker, said) => console.warn(`The cell ${said.cell} failed: ${said.words}`),
    ready: () => {
      document.body.dataset.python = "ready";
      note.remove();
      // A position or a deal that came with the address could not be shown before.
      if (location.hash || location.search) window.dispatchEvent(new Event("hashchange"));
    },
    failed: (worker, said) => {
      console.warn(said.words);
      worker.terminate();
      for (const model of tables.values()) model.connect(null);
      fail("Python could not be started. Reload the page to try again; if that does not help, take a newer browser to play here.");
    },
  };

  const start = () => {
    say("Fetching Python for this lesson. You can read and answer questions meanwhile …");
    const worker = new Worker(new URL(place, document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => answers[data.type](worker, data);
    worker.onerror = (event) => answers.failed(worker, { words: event.message || "The worker cannot be loaded." });
    worker.postMessage({ cells });
  };

  if (location.protocol === "file:") fail("To play here, this folder has to be put on a web server.");
  else if (!globalThis.WebAssembly || !globalThis.Worker) fail("This browser cannot run Python: take a newer one to play here.");
  else start();
}
