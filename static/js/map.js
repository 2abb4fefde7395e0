// The map: pan, zoom, flip, ruler, the layers of a selected unit, and the grid for keys. It knows where hexes lie, no rules.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const map = () => $("svg#map"); // a chapter of the rules has the same name
  const SLOP = 6, NEAREST = 7, STEP = 1.3, SPAN = 400;

  // --- the view: how near, and about which point; kept for each battle while the browser is open -------------------

  let view = { near: 1, x: 0.5, y: 0.5, turned: false, first: true };
  let layer = { unit: "", id: "" };
  const battle = () => $("live-socket")?.dataset.battle || "";
  const keep = () => { try { sessionStorage.setItem(`map ${battle()}`, JSON.stringify(view)); } catch { /* not allowed to keep */ } };
  const recall = () => { try { return JSON.parse(sessionStorage.getItem(`map ${battle()}`)); } catch { return null; } };
  const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

  // A narrow map leaves out the bench with its legend.
  function whole() {
    const { box, frame } = map().dataset, wide = box.split(" ").map(Number), tight = frame.split(" ").map(Number);
    const { width, height } = map().getBoundingClientRect();
    return width / Math.max(1, height) < wide[2] / wide[3] * 0.98 ? tight : wide;
  }

  function shown() {
    const [left, top, width, height] = whole(), { width: wide, height: high } = map().getBoundingClientRect();
    const fit = Math.min(wide / width, high / height) || 1, w = wide / (fit * view.near), h = high / (fit * view.near);
    return { x: left + width * view.x - w / 2, y: top + height * view.y - h / 2, w, h, left, top, width, height, fit };
  }

  // Nobody has looked yet: all of it, or on a narrow screen what lies about the unit that acts.
  function first() {
    view.near = matchMedia("(max-width: 767px)").matches ? clamp(map().getBoundingClientRect().width / SPAN / shown().fit, 1, NEAREST) : 1;
    Object.assign(view, { x: 0.5, y: view.near > 1 ? 0.8 : 0.5, first: true });
    const acting = $("#tokens .tok.now")?.closest("[data-hex]")?.dataset.hex;
    if (view.near > 1 && acting) about(acting);
  }

  function about(hex) {
    const { left, top, width, height } = shown(), [x, y] = centre(hex);
    Object.assign(view, { x: (x - left) / width, y: (y - top) / height });
  }

  function draw() {
    const svg = map();
    if (!svg) return;
    const seen_ = shown(), across = Math.min(0.5, seen_.w / seen_.width / 2), along = Math.min(0.5, seen_.h / seen_.height / 2);
    view.x = clamp(view.x, across, 1 - across);
    view.y = clamp(view.y, along, 1 - along);
    const { x, y, w, h } = shown();
    svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
    svg.classList.toggle("near", view.near > 1.01);
    svg.style.setProperty("--k", Math.max(0.6, (seen_.fit * view.near) ** 0.75).toFixed(2));
    // the numbers of columns and rows stay in sight
    $(".cols", svg)?.setAttribute("transform", `translate(0 ${Math.max(0, y + 12 + 38).toFixed(1)})`);
    $(".rows", svg)?.setAttribute("transform", `translate(${Math.max(0, x + 12 + 40).toFixed(1)} 0)`);
    for (const [name, off] of [["in", view.near >= NEAREST], ["out", view.near <= 1], ["whole", view.near <= 1]]) {
      for (const tool of all(`[data-map="${name}"]`)) tool.toggleAttribute("disabled", off && document.activeElement !== tool);
    }
    keep();
  }

  // Nearer or farther by a factor, the point under the finger stays there.
  function zoom(by, clientX, clientY) {
    const svg = map(), before = shown(), was = view.near, near = clamp(was * by, 1, NEAREST);
    const at = clientX === undefined ? null : spot(clientX, clientY);
    const px = at ? at.x : before.x + before.w / 2, py = at ? at.y : before.y + before.h / 2;
    const fx = (px - before.x) / before.w, fy = (py - before.y) / before.h;
    view.near = near;
    view.first = false;
    const w = before.w * was / near, h = before.h * was / near;
    view.x = (px - fx * w + w / 2 - before.left) / before.width;
    view.y = (py - fy * h + h / 2 - before.top) / before.height;
    if (svg) draw();
  }

  function move(dx, dy) {
    const { width, height } = shown();
    view.x += dx / width;
    view.y += dy / height;
    view.first = false;
    draw();
  }

  function reset() {
    Object.assign(view, { near: 1, x: 0.5, y: 0.5, first: false });
    draw();
  }

  function spot(clientX, clientY) {
    const matrix = map().getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null;
  }

  const scale = () => map().getScreenCTM()?.a || 1;

  // --- mouse, wheel and fingers ------------------------------------------------------------------------------------

  const fingers = new Map();
  let dragged = false, start = null, weighed = "";

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#map") || (event.pointerType === "mouse" && event.button > 1)) return;
    if (!fingers.size) { dragged = false; start = { x: event.clientX, y: event.clientY }; }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  document.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (before && event.pointerType === "mouse" && !event.buttons) lift(event); // let go outside the window
    if (!fingers.has(event.pointerId) || !map()) return;
    const now = { x: event.clientX, y: event.clientY };
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const gap = (a) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
      dragged = true;
      zoom(gap(now) / gap(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      move((before.x - now.x) / 2 / scale(), (before.y - now.y) / 2 / scale());
    } else if (dragged || Math.hypot(now.x - start.x, now.y - start.y) > SLOP) {
      if (!dragged) { dragged = true; map().setPointerCapture(event.pointerId); map().classList.add("dragging"); }
      move((before.x - now.x) / scale(), (before.y - now.y) / scale());
    } else return;
    fingers.set(event.pointerId, now);
  });

  function lift(event) {
    fingers.delete(event.pointerId);
    if (!fingers.size) map()?.classList.remove("dragging");
  }
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);

  // What ends a drag is no press.
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#map")) return;
    if (dragged && event.detail) {
      dragged = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    } else if (ruler.on) {
      event.stopImmediatePropagation();
      const hex = hexAt(event.clientX, event.clientY) || event.target.closest("[data-cell]")?.dataset.cell;
      if (hex) point(hex);
    } else if (event.pointerType === "touch") weigh(event);
  }, true);

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

  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#map")) return;
    event.preventDefault();
    zoom(Math.exp(-clamp(event.deltaY, -120, 120) / 400), event.clientX, event.clientY);
  }, { passive: false });

  const hexAt = (x, y) => document.elementsFromPoint(x, y).find((node) => node.dataset?.cell)?.dataset.cell;

  // --- flipping: the sheet and the overlay come drawn the other way; counters keep their signs upright --------------

  function turn() {
    const svg = map(), { columns, rows } = svg.dataset;
    const width = (columns - 1) * 46.5, height = (rows - 1) * 53.69 + (columns > 1 ? 26.845 : 0);
    for (const field of all(".field", svg)) {
      if (view.turned) field.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
      else field.removeAttribute("transform");
    }
    svg.toggleAttribute("data-turned", view.turned);
    const own = svg.dataset.own ??= svg.dataset.flipped || "";
    if (Boolean(own) !== view.turned) svg.dataset.flipped = "1";
    else delete svg.dataset.flipped;
    svg.dataset.overlay = svg.dataset.overlay.split("?")[0] + (view.turned ? "?turned=1" : "");
    for (const tool of all('[data-map="flip"]')) tool.setAttribute("aria-pressed", String(view.turned));
  }

  async function flip() {
    view.turned = !view.turned;
    Object.assign(view, { x: 1 - view.x, y: 1 - view.y });
    $("#overlay").replaceChildren(); // it lies the other way
    const cell = document.activeElement?.dataset?.cell;
    await sheet();
    if (cell) enter(cell);
    const from = ruler.from, to = ruler.to;
    if (from && to) measure(from, to);
    document.dispatchEvent(new CustomEvent("table:number", { detail: { number: $("live-socket").number } })); // what is selected is drawn again
  }

  async function sheet() {
    turn();
    await bring(`${map().dataset.sheet}${view.turned ? "?turned=1" : ""}`, "#sheet");
    draw();
  }

  async function bring(address, target, signal) {
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
      const html = await answer.text();
      if (answer.ok && !signal?.aborted && $(target)) htmx.swap(target, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    } catch { /* overtaken, or the network is gone */ }
  }

  // --- the ruler ---------------------------------------------------------------------------------------------------

  const ruler = { on: false, from: "", to: "", fixed: false, asked: new AbortController(), wait: 0 };

  function rule(on) {
    Object.assign(ruler, { on, from: "", to: "", fixed: false });
    ruler.asked.abort();
    $('[data-map="ruler"]')?.setAttribute("aria-pressed", String(on));
    map()?.classList.toggle("ruling", on);
    $("#ruler")?.replaceChildren();
    const said = $("#measure");
    said?.replaceChildren();
    if (on && said) said.textContent = said.dataset.hint;
    const chosen = $("#overlay [data-unit]")?.dataset.unit;
    const at = on && chosen ? $(`#u-${CSS.escape(chosen)}`)?.dataset.hex : "";
    if (at) { ruler.from = at; ends(at); }
  }

  function point(hex) {
    if (!ruler.from || ruler.fixed) {
      Object.assign(ruler, { from: hex, to: "", fixed: false });
      $("#ruler")?.replaceChildren();
      ends(hex);
    } else {
      measure(ruler.from, hex);
      ruler.fixed = true;
    }
  }

  function ends(hex) {
    const [x, y] = centre(hex), mark = document.createElementNS("http://www.w3.org/2000/svg", "use");
    for (const [name, value] of [["href", "#hx"], ["x", x], ["y", y], ["class", "rul end"]]) mark.setAttribute(name, value);
    $("#ruler").replaceChildren(mark);
  }

  function measure(from, to) {
    ruler.asked.abort();
    ruler.asked = new AbortController();
    ruler.to = to;
    const address = map().dataset.ruler.replace("FROM", from).replace("TO", to) + (view.turned ? "?turned=1" : "");
    return bring(address, "#ruler", ruler.asked.signal);
  }

  function hover(hex) {
    if (!ruler.on || !ruler.from || ruler.fixed || !hex || hex === ruler.to) return;
    ruler.to = hex;
    clearTimeout(ruler.wait);
    ruler.wait = setTimeout(() => ruler.on && !ruler.fixed && measure(ruler.from, hex), 60);
  }

  // --- the layers of a selected unit, and the way to a hex ----------------------------------------------------------

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
    spoken();
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

  document.addEventListener("pointerover", (event) => {
    const inside = event.target.closest?.("#map");
    if (!inside) return;
    const unit = event.target.closest("#tokens [data-unit]");
    tagged(unit?.dataset.unit);
    way(event.target.closest("#overlay [data-way]"));
    if (ruler.on) hover(hexAt(event.clientX, event.clientY));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show]");
    if (button) show(button.dataset.show);
    const tool = event.target.closest("[data-map]");
    if (tool) tools[tool.dataset.map]();
    if (!event.target.closest("#legend")) $("#legend[open]")?.removeAttribute("open");
  });

  const tools = {
    in: () => zoom(STEP),
    out: () => zoom(1 / STEP),
    whole: reset,
    flip,
    ruler: () => rule(!ruler.on),
  };

  // --- the grid: one cell can be entered, arrows go on from there ---------------------------------------------------

  const cell = (hex) => document.getElementById(`c-${hex}`);
  const centre = (hex) => { const use = cell(hex); return [Number(use.getAttribute("x")), Number(use.getAttribute("y"))]; };
  const named = (column, row) => String(column).padStart(2, "0") + String(row).padStart(2, "0");

  function beside(hex, key) {
    const { columns, rows, flipped } = map().dataset, sign = flipped ? -1 : 1;
    let column = Number(hex.slice(0, 2)), row = Number(hex.slice(2));
    if (key === "ArrowUp") row -= sign;
    if (key === "ArrowDown") row += sign;
    if (key === "ArrowLeft") column -= sign;
    if (key === "ArrowRight") column += sign;
    if (key === "Home") column = flipped ? Number(columns) : 1;
    if (key === "End") column = flipped ? 1 : Number(columns);
    return named(clamp(column, 1, Number(columns)), clamp(row, 1, Number(rows)));
  }

  // The counters in the order of the page, or the hexes that a unit may be sent to: the next one from here.
  function next(hex, by) {
    const spots = all("#tokens [data-hex]").map((node) => node.dataset.hex);
    if (!spots.length) return hex;
    const here = spots.indexOf(hex);
    return spots[(here < 0 && by < 0 ? spots.length - 1 : here + by + spots.length) % spots.length];
  }

  function enter(hex) {
    const here = cell(hex);
    if (!here) return;
    for (const other of all('#cells [tabindex="0"]')) if (other !== here) other.setAttribute("tabindex", "-1");
    here.setAttribute("tabindex", "0");
    here.focus({ preventScroll: true });
    into(hex);
  }

  // A hex speaks its ground, who stands there and what may be done with it: each names itself.
  function speak(here) {
    const hex = here.dataset.cell, unit = $(`#tokens [data-hex="${hex}"]`), laid_ = document.getElementById(`o-${hex}`);
    const parts = [here.id, unit?.id, laid_?.id].filter(Boolean);
    if (parts.length > 1) here.setAttribute("aria-labelledby", parts.join(" "));
    else here.removeAttribute("aria-labelledby");
  }

  function spoken() {
    const here = document.activeElement;
    if (here?.dataset?.cell) speak(here);
  }

  function into(hex) {
    const [x, y] = centre(hex), { x: left, y: top, w, h } = shown(), edge = 40;
    const dx = Math.min(0, x - edge - left) + Math.max(0, x + edge - left - w);
    const dy = Math.min(0, y - edge - top) + Math.max(0, y + edge - top - h);
    if (view.near > 1 && (dx || dy)) {
      const { first: untouched } = view;
      move(dx, dy);
      view.first = untouched;
    }
  }

  document.addEventListener("focusin", (event) => {
    const hex = event.target.dataset?.cell;
    if (!hex) return;
    speak(event.target);
    way(reached(hex));
    tagged($(`#tokens [data-hex="${hex}"]`)?.dataset.unit);
    hover(hex);
  });

  const press = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

  // Enter goes where the unit may go, else chooses who stands there.
  function choose(hex) {
    if (ruler.on) { point(hex); return; }
    const unit = $(`#tokens [data-hex="${hex}"]`), goal = reached(hex);
    if (goal?.dataset.hex) press(goal);
    else if (unit) press(unit);
    else press(cell(hex));
  }

  const typing = (node) => node?.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (!map() || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const hex = event.target.dataset?.cell, arrow = event.key.startsWith("Arrow");
    const inside = hex || event.target === document.body || event.target.closest?.(".mapcol");
    if (!inside) return;
    if (event.shiftKey && arrow) {
      const by = 60 / view.near;
      move(by * ((event.key === "ArrowRight") - (event.key === "ArrowLeft")), by * ((event.key === "ArrowDown") - (event.key === "ArrowUp")));
    } else if (hex && (arrow || event.key === "Home" || event.key === "End")) enter(beside(hex, event.key));
    else if (hex && (event.key === "PageDown" || event.key === "PageUp")) enter(next(hex, event.key === "PageDown" ? 1 : -1));
    else if (hex && (event.key === "Enter" || event.key === " ")) choose(hex);
    else if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-" || event.key === "−") zoom(1 / STEP);
    else if (event.key === "0") reset();
    else if (event.code === "KeyR" && !event.shiftKey) rule(!ruler.on);
    else if (event.code === "KeyF" && !event.shiftKey) flip();
    else if (event.key === "Escape" && $("#legend[open]")) $("#legend").removeAttribute("open");
    else if (event.key === "Escape" && ruler.on) rule(false);
    else if (/^[1-9]$/.test(event.key) && all("[data-show]")[event.key - 1]) show(all("[data-show]")[event.key - 1].dataset.show);
    else return;
    event.preventDefault();
    if (event.key === "Escape") event.stopImmediatePropagation();
  }, true);

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
      const text = document.createElementNS(group.namespaceURI, "text");
      text.setAttribute("y", "-24");
      text.textContent = words;
      group.append(text);
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
  let seen = null;

  function arrive() {
    if (!map() || seen === map()) return;
    seen = map();
    Object.assign(ruler, { on: false, from: "", to: "", fixed: false });
    layer = { unit: "", id: "" };
    view = { near: 1, x: 0.5, y: 0.5, turned: false, first: true, ...recall() };
    if (view.first) first();
    overlays.disconnect();
    overlays.observe($("#overlay"), { childList: true });
    sized.disconnect();
    sized.observe(seen);
    remember();
    if (view.turned) sheet().then(() => document.dispatchEvent(new CustomEvent("table:number", { detail: { number: $("live-socket").number } })));
    else draw();
  }

  const sized = new ResizeObserver(() => { if (map()) { if (view.first) first(); draw(); } });
  document.addEventListener("table:number", () => { watchTokens(); spoken(); });
  document.addEventListener("htmx:afterSettle", arrive);
  document.addEventListener("htmx:historyRestore", arrive);
  document.addEventListener("DOMContentLoaded", arrive);
})();
