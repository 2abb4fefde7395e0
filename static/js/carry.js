// Units of a list carried to another place or into a link: by the mouse as browsers drag, by a finger on the counter.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  let dragged = null, ghost = null, finger = 0, at = { x: 0, y: 0 };

  document.addEventListener("dragstart", (event) => {
    const row = event.target.closest?.("main.edit [data-unit]");
    if (!row) return;
    if (finger) return event.preventDefault(); // a browser that drags after a long press: the finger has it already
    dragged = row.dataset.unit;
    row.classList.add("dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged);
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    for (const node of all(".dragged, .drop-here")) node.classList.remove("dragged", "drop-here");
  });
  document.addEventListener("dragover", (event) => {
    const place = dragged && event.target.closest?.("[data-drop]");
    for (const node of all(".drop-here")) if (node !== place) node.classList.remove("drop-here");
    if (!place) return;
    event.preventDefault();
    place.classList.add("drop-here");
  });
  document.addEventListener("drop", (event) => {
    if (!dragged || !event.target.closest?.("[data-drop]")) return;
    event.preventDefault();
    settle(event.target, event.clientY);
  });

  // Let go over a place: into that link or out of any, before or behind the row below the hand.
  function settle(below, y) {
    const place = below?.closest("[data-drop]");
    if (!place) return;
    const fields = { do: "move", unit: dragged, link: place.dataset.drop };
    const row = below.closest("[data-unit]");
    if (row && row.dataset.unit !== dragged) {
      const box = row.getBoundingClientRect();
      fields[y < box.top + box.height / 2 ? "before" : "after"] = row.dataset.unit;
    }
    document.dispatchEvent(new CustomEvent("list:wish", { detail: fields }));
  }

  // By a finger: the counter of a row is its grip, the rest of the row scrolls the page.
  document.addEventListener("pointerdown", (event) => {
    const grip = event.pointerType !== "mouse" && !dragged && event.target.closest?.("main.edit [data-unit] > .tk");
    if (!grip) return;
    const row = grip.closest("[data-unit]");
    dragged = row.dataset.unit;
    finger = event.pointerId;
    at = { x: event.clientX, y: event.clientY };
    row.classList.add("dragged");
  });
  document.addEventListener("pointermove", (event) => {
    if (!finger || event.pointerId !== finger) return;
    if (!ghost && Math.hypot(event.clientX - at.x, event.clientY - at.y) < 8) return; // a tap
    at = { x: event.clientX, y: event.clientY };
    if (!ghost) lift();
    follow();
  });
  document.addEventListener("pointerup", (event) => {
    if (!finger || event.pointerId !== finger) return;
    if (ghost) settle(below(), at.y);
    let_go();
  });
  document.addEventListener("pointercancel", (event) => { if (finger && event.pointerId === finger) let_go(); });

  const below = () => document.elementFromPoint(at.x, at.y);

  function lift() {
    ghost = $(`[data-unit="${dragged}"] > .tk`).cloneNode(true);
    ghost.classList.add("ghost");
    document.body.append(ghost);
    requestAnimationFrame(edge);
  }

  function follow() {
    ghost.style.transform = `translate(${at.x - 30}px, ${at.y - 30}px)`;
    const place = below()?.closest("[data-drop]");
    for (const node of all(".drop-here")) if (node !== place) node.classList.remove("drop-here");
    place?.classList.add("drop-here");
  }

  // Held near an edge, the page goes on.
  function edge() {
    if (!ghost) return;
    const by = at.y < 70 ? -9 : at.y > innerHeight - 70 ? 9 : 0;
    if (by) { scrollBy(0, by); follow(); }
    requestAnimationFrame(edge);
  }

  function let_go() {
    ghost?.remove();
    ghost = dragged = null;
    finger = 0;
    for (const node of all(".dragged, .drop-here")) node.classList.remove("dragged", "drop-here");
  }
})();
