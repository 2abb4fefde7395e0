// What is laid over the map for a selected unit: one layer at a time, and the way to a hex; and marks where counters are hurt.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { cell, centre, into, onKey } = window.sheetMap;
  let layer = { unit: "", id: "" }, weighed = "";

  function show(id) {
    const unit = $("#overlay [data-unit]")?.dataset.unit || "";
    layer = { unit, id };
    $("#overlay")?.classList.toggle("armed", id !== "move" && id !== "deploy");
    for (const node of all("#overlay [data-layer], #aims [data-layer]")) node.classList.toggle("on", node.dataset.layer === id);
    for (const button of all("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === id));
    way(null);
  }

  // A new overlay has come, or the old one is gone.
  function laid() {
    const drawn = $("#overlay [data-unit]");
    if (!drawn) {
      $("#aims")?.replaceChildren();
      $("#layers")?.replaceChildren();
      return;
    }
    const { unit, first } = drawn.dataset;
    const hex = $(`#u-${CSS.escape(unit)}`)?.dataset.hex;
    if (hex && unit !== layer.unit) into(hex);
    if (unit !== layer.unit && document.activeElement?.dataset?.cell) $("#heard").textContent = drawn.dataset.told;
    const kept = layer.unit === unit && $(`[data-show="${CSS.escape(layer.id)}"]`) ? layer.id : first;
    weighed = "";
    show(kept);
    document.dispatchEvent(new CustomEvent("map:laid"));
  }

  // The legs name each other from the end to the beginning.
  function way(reached) {
    for (const leg of all("#aims .leg.on")) leg.classList.remove("on");
    if (!reached?.dataset.way) return;
    let leg = document.getElementById(reached.dataset.way);
    while (leg && !leg.classList.contains("on")) {
      leg.classList.add("on");
      leg = document.getElementById(leg.dataset.from);
    }
    document.getElementById(`e-${reached.dataset.hex || reached.dataset.may}`)?.classList.add("on");
  }

  const reached = (hex) => $(`#overlay .on > [data-hex="${hex}"], #overlay .on > [data-may="${hex}"], #overlay [data-kind=deploy][data-hex="${hex}"]`);
  const tagged = (unit) => { for (const tag of all("#aims .tg")) tag.classList.toggle("told", tag.dataset.of === unit); };

  // A finger cannot hover: the first tap on a hex shows the way, the second one goes.
  function weigh(event) {
    const goal = event.target.closest("#overlay [data-way][data-hex]"), said = $("#measure");
    const hex = goal?.dataset.hex || "", again = hex && hex === weighed;
    weighed = again ? "" : hex;
    said.replaceChildren();
    if (!hex || again) return;
    event.stopImmediatePropagation();
    way(goal);
    said.textContent = `${hex}: ${document.getElementById(`o-${hex}`)?.textContent || ""}. ${said.dataset.again}`;
  }

  document.addEventListener("click", (event) => {
    if (event.pointerType === "touch" && event.target.closest?.("#map")) weigh(event);
  }, true);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show]");
    if (button) show(button.dataset.show);
  });

  document.addEventListener("pointerover", (event) => {
    if (!event.target.closest?.("#map")) return;
    tagged(event.target.closest("#tokens [data-unit]")?.dataset.unit);
    way(event.target.closest("#overlay [data-way]"));
  });

  document.addEventListener("focusin", (event) => {
    const hex = event.target.dataset?.cell;
    if (!hex) return;
    way(reached(hex));
    tagged($(`#tokens [data-hex="${hex}"]`)?.dataset.unit);
  });

  onKey((event) => {
    const button = /^[1-9]$/.test(event.key) ? all("[data-show]")[event.key - 1] : null;
    if (button) show(button.dataset.show);
    return Boolean(button);
  });

  // --- what happened to a counter: a short mark where it stood ------------------------------------------------------

  function mark(node, words) {
    const hex = node.dataset.hex, layer_ = $("#marks");
    if (!layer_ || !cell(hex)) return;
    const [x, y] = centre(hex), group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "hurt");
    group.setAttribute("transform", `translate(${x} ${y})`);
    const ring = document.createElementNS(group.namespaceURI, "circle");
    ring.setAttribute("r", "26");
    group.append(ring);
    if (words) {
      const text = document.createElementNS(group.namespaceURI, "text"), rising = document.createElementNS(group.namespaceURI, "g");
      text.setAttribute("y", "-24");
      text.textContent = words;
      rising.append(text); // a text that moves is laid out for each frame, a group is only moved
      group.append(rising);
    }
    layer_.append(group);
    setTimeout(() => group.remove(), 1600);
  }

  const hits = new Map();
  function watchTokens() {
    const now = new Map(all("#tokens [data-unit]").map((node) => [node.dataset.unit, node]));
    for (const [unit, node] of now) {
      const before = hits.get(unit), left = Number(node.dataset.hits);
      if (before !== undefined && left < before.left) mark(node, `−${before.left - left}`);
    }
    for (const [unit, { hex, left }] of hits) if (!now.has(unit) && left) mark({ dataset: { hex } }, "");
    remember();
  }

  function remember() {
    hits.clear();
    for (const node of all("#tokens [data-unit]")) hits.set(node.dataset.unit, { left: Number(node.dataset.hits), hex: node.dataset.hex });
  }

  // --- on every new page, and after every number --------------------------------------------------------------------

  const overlays = new MutationObserver(laid);
  document.addEventListener("table:number", watchTokens);
  document.addEventListener("map:arrived", () => {
    layer = { unit: "", id: "" };
    overlays.disconnect();
    overlays.observe($("#overlay"), { childList: true });
    remember();
  });

  window.sheetMap.reached = reached;
})();
