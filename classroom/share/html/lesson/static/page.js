// Draws every table of this page from what was written into it. There is no Python: whatever is sent is refused.
{
  const models = JSON.parse(document.getElementById("course-models").textContent);

  const model = (payload) => ({
    get: (name) => (name === "payload" ? payload : undefined),
    on() {},
    off() {},
    send() {
      throw new Error("There is no Python behind this page.");
    },
  });

  for (const place of document.querySelectorAll("[data-models]")) {
    const drawn = document.createElement("div");
    drawn.className = "course-drawn";
    try {
      for (const at of place.dataset.models.split(" ")) {
        const { script, payload } = models[at];
        const el = drawn.appendChild(document.createElement("div"));
        globalThis.courseWidgets[script].render({ model: model(payload), el });
      }
      place.replaceChildren(drawn);
    } catch (error) {
      console.error(error); // the picture stays
    }
  }
}
