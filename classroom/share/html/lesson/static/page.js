// Draws every table of this page from what was written into it. Until somebody connects a Python, there is
// none, and whatever is sent is refused.
{
  const NO_PYTHON = "There is no Python behind this page.";
  const drawnFrom = JSON.parse(document.getElementById("course-models").textContent);

  /** What a table is drawn from and talks to, as a widget's script expects it. */
  class Model {
    #payload;
    #listeners = new Map();
    #carry = null;

    constructor(payload) {
      this.#payload = payload;
    }

    get(name) {
      return name === "payload" ? this.#payload : undefined;
    }

    on(event, call) {
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(call));
    }

    off(event, call) {
      this.#listeners.get(event)?.delete(call);
    }

    send(message) {
      if (!this.#carry) throw new Error(NO_PYTHON);
      this.#carry(message);
    }

    /** Whether Python is still on its way: "starting", or "failed"; "never" where the page brings none. */
    coming() {
      return { starting: "starting", none: "failed" }[document.body.dataset.python] ?? "never";
    }

    /** From now on there is a Python, and this function carries messages to it; null: there is none again. */
    connect(carry) {
      this.#carry = carry;
    }

    /** Show what Python sends, unless it is what is shown already. */
    receive(payload) {
      if (JSON.stringify(payload) === JSON.stringify(this.#payload)) return;
      this.#payload = payload;
      this.tell("change:payload");
    }

    tell(event, message) {
      for (const call of [...(this.#listeners.get(event) ?? [])]) call(message);
    }
  }

  // Each output with its tables, for a script that brings a Python to them.
  globalThis.courseOutputs = [];

  for (const place of document.querySelectorAll("[data-models]")) {
    const drawn = document.createElement("div");
    drawn.className = "course-drawn";
    const models = [];
    try {
      for (const at of place.dataset.models.split(" ")) {
        const { script, payload } = drawnFrom[at];
        const el = drawn.appendChild(document.createElement("div"));
        const model = new Model(payload);
        globalThis.courseWidgets[script].render({ model, el });
        models.push(model);
      }
      place.replaceChildren(drawn);
      globalThis.courseOutputs.push({ cell: place.dataset.cell, models });
    } catch (error) {
      console.error(error); // the picture stays
    }
  }

  // What cannot be done without Python cannot be done on paper anyway.
  addEventListener("beforeprint", () => {
    for (const told of document.querySelectorAll("#course .sevens p")) {
      told.classList.toggle("course-screen", told.textContent.startsWith(NO_PYTHON));
    }
  });
}
