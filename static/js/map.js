// The map: pan, zoom and flip, by mouse, wheel, fingers and keys. It knows where hexes lie, no rules.
// What ruler.js, layers.js and grid.js need of it stands in `sheetMap`.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const map = () => $("svg#map"); // a chapter of the rules has the same name
  const SLOP = 6, NEAREST = 7, STEP = 1.3, SPAN = 400;

  // --- the view: how near, and about which point; kept for each battle while the browser is open -------------------

  let view = { near: 1, x: 0.5, y: 0.5, turned: false, first: true };
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

  const narrow = () => matchMedia("(max-width: 767px)").matches;

  // Nobody has looked yet: all of it, or on a narrow screen what lies about the unit that acts.
  function first() {
    view.near = narrow() ? clamp(map().getBoundingClientRect().width / SPAN / shown().fit, 1, NEAREST) : 1;
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

  const cell = (hex) => document.getElementById(`c-${hex}`);
  const centre = (hex) => { const use = cell(hex); return [Number(use.getAttribute("x")), Number(use.getAttribute("y"))]; };

  // Bring a hex into sight.
  function into(hex) {
    if (view.near <= 1) return; // all of it is in sight; to measure would lay the page out at once
    const [x, y] = centre(hex), { x: left, y: top, w, h } = shown(), edge = 40;
    const dx = Math.min(0, x - edge - left) + Math.max(0, x + edge - left - w);
    const dy = Math.min(0, y - edge - top) + Math.max(0, y + edge - top - h);
    if (dx || dy) {
      const { first: untouched } = view;
      move(dx, dy);
      view.first = untouched;
    }
  }

  // --- mouse, wheel and fingers ------------------------------------------------------------------------------------

  const fingers = new Map();
  let dragged = false, start = null;

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
    }
  }, true);

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
    tell("map:flipped", { cell });
    again();
  }

  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const again = () => tell("table:number", { number: $("live-socket").number }); // what is selected is drawn anew

  async function sheet() {
    turn();
    await bring(map().dataset.sheet + (view.turned ? "?turned=1" : ""), "#sheet");
    draw();
  }

  async function bring(address, target, signal) {
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
      const html = await answer.text();
      if (answer.ok && !signal?.aborted && $(target)) htmx.swap(target, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    } catch { /* overtaken, or the network is gone */ }
  }

  // --- tools and keys -----------------------------------------------------------------------------------------------

  const tools = { in: () => zoom(STEP), out: () => zoom(1 / STEP), whole: reset, flip };

  document.addEventListener("click", (event) => {
    tools[event.target.closest("[data-map]")?.dataset.map]?.();
    if (!event.target.closest("#legend")) $("#legend[open]")?.removeAttribute("open");
  });

  const typing = (node) => node?.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]");

  // A key for the map: nobody types, and the focus is in the map or nowhere.
  function forMap(event) {
    if (!map() || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return false;
    return event.target === document.body || Boolean(event.target.closest?.(".mapcol"));
  }

  // Whoever speaks to the browser, or has tremor, may switch the single keys off; what Enter and arrows do stays.
  const single = (event) => event.key.length === 1 && event.key !== " ";
  const silenced = () => { try { return localStorage.getItem("letters") === "no"; } catch { return false; } };

  function showLetters() {
    for (const button of all("[data-letters]")) button.setAttribute("aria-pressed", String(!silenced()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-letters]")) return;
    try { localStorage.setItem("letters", silenced() ? "yes" : "no"); } catch { /* not allowed to keep */ }
    showLetters();
  });

  // A key that `press` answers with true goes no further as such.
  function onKey(press) {
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || !forMap(event) || (single(event) && silenced()) || !press(event)) return;
      event.preventDefault();
      if (event.key === "Escape") event.stopImmediatePropagation();
    }, true);
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  onKey((event) => {
    if (event.shiftKey && arrows[event.key]) move(...arrows[event.key].map((by) => by * 60 / view.near));
    else if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-" || event.key === "−") zoom(1 / STEP);
    else if (event.key === "0") reset();
    else if (event.code === "KeyF" && !event.shiftKey) flip();
    else if (event.key === "Escape" && $("#legend[open]")) $("#legend").removeAttribute("open");
    else return false;
    return true;
  });

  // On a narrow map whoever must decide or act comes into the middle, once for each question.
  let asked = "";
  function follow() {
    const decision = $("#decision"), hex = decision?.dataset.about;
    const now = hex ? `${decision.dataset.kind} ${decision.dataset.select || ""} ${hex}` : "";
    if (now && now !== asked && map() && narrow() && view.near > 1 && cell(hex)) {
      about(hex);
      draw();
    }
    asked = now;
  }

  // --- on every new page --------------------------------------------------------------------------------------------

  let seen = null;

  function arrive() {
    if (!map() || seen === map()) return;
    seen = map();
    showLetters();
    view = { near: 1, x: 0.5, y: 0.5, turned: false, first: true, ...recall() };
    if (view.first) first();
    sized.disconnect();
    sized.observe(seen);
    tell("map:arrived");
    if (view.turned) sheet().then(again);
    else draw();
    follow();
  }

  const sized = new ResizeObserver(() => { if (map()) { if (view.first) first(); draw(); } });
  document.addEventListener("table:number", follow);
  document.addEventListener("htmx:afterSettle", arrive);
  document.addEventListener("htmx:historyRestore", arrive);
  document.addEventListener("DOMContentLoaded", arrive);

  window.sheetMap = { map, cell, centre, hexAt, into, bring, onKey, clamp, query: () => (view.turned ? "?turned=1" : "") };
})();
