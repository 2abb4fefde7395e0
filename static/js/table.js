// The battle table: selecting units and hexes, drafts of deployment and spending. It knows no rules.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const socket = () => $("live-socket");
  const PATIENCE = 15000; // ms for the answer to a press
  let selected = null;

  // --- commands: what the page showed, and a key that is the same for the same press ---------------------------

  const keys = new Map();
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.target.closest?.("form.cmd");
    if (!form || event.detail.verb !== "post") return;
    const said = event.detail.parameters;
    said.seen = String(socket()?.number ?? 0);
    const facing = form.elements.to?.selectedOptions?.[0]?.dataset.facing;
    if (facing) said.facing = facing;
    const press = JSON.stringify([event.detail.path, [...event.detail.formData.entries()]]);
    if (!keys.has(press)) keys.set(press, fresh());
    said.key = keys.get(press);
    if (socket()?.dataset.as) said.as = socket().dataset.as;
    event.detail.timeout = PATIENCE;
  });

  // Without a connection a press is refused at once, and never kept for later.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.detail.elt.matches("form.cmd") || (navigator.onLine && !socket()?.deaf)) return;
    event.preventDefault();
    $("#notice").replaceChildren($("#offline").content.cloneNode(true));
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status === 204) $("#notice")?.replaceChildren();
  });

  // htmx tells nothing to a form that was drawn away before its answer, and nobody of an answer that does not come.
  document.addEventListener("htmx:beforeSend", (event) => {
    const { elt, xhr } = event.detail, page = socket();
    if (!elt.matches("form.cmd")) return;
    xhr.addEventListener("loadend", () => {
      if (!page?.isConnected) return;
      if (xhr.status === 0) $("#notice").replaceChildren($("#silent").content.cloneNode(true));
      else if (xhr.status === 204) $("#notice").replaceChildren();
      else if (xhr.status >= 400 && !elt.isConnected) htmx.swap("#notice", xhr.responseText, { swapStyle: "innerHTML" });
    });
  });

  // The second half of a double click meets whatever stands there by now: it presses nothing. (A finger taps a hex twice.)
  document.addEventListener("click", (event) => {
    const hexes = event.pointerType === "touch" ? "" : ", #overlay [data-hex]";
    if (event.detail > 1 && event.target.closest(`form.cmd button:not([type=button])${hexes}`)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // --- selecting -----------------------------------------------------------------------------------------------

  function select(unit) {
    const map = $("svg#map");
    if (!map || !unit) return;
    selected = unit;
    mark(unit);
    look(map.dataset.overlay.replace("UNIT", encodeURIComponent(unit)));
  }

  // Not by htmx.ajax: that takes the place of a page that is on its way.
  let looking = new AbortController();
  async function look(address) {
    looking.abort();
    const { signal } = looking = new AbortController();
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
      const marks = await answer.text();
      if (answer.ok && !signal.aborted && $("#overlay")) htmx.swap("#overlay", marks, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    } catch { /* another unit is looked at, or the network is gone */ }
  }

  function deselect() {
    selected = null;
    looking.abort();
    $("#overlay")?.replaceChildren();
    $("#inspect")?.replaceChildren();
    mark(null);
  }

  // A press beside everything: whoever acts or places units keeps the selection, Escape and a second press let it go.
  function settleOn() {
    const led = all("[data-card]").map((card) => card.dataset.card);
    if (led.length && !led.includes(selected)) select(led[0]);
    else if (!led.length && !$("[data-draft]")) deselect();
  }

  function mark(unit) {
    for (const row of all("[data-pick]")) put(row, "ariaPressed", String(row.dataset.pick === unit));
  }

  function pressUnit(node) {
    const unit = node.dataset.unit;
    const aimed = all(`[data-aim="${CSS.escape(unit)}"]`);
    if (aimed.length && $(`#overlay [data-target="${CSS.escape(unit)}"]`)) {
      for (const row of aimed) row.open = true;
      aimed[0].scrollIntoView({ block: "nearest" });
      $("button", aimed[0])?.focus({ preventScroll: true });
    } else if (unit === selected) deselect();
    else select(unit);
  }

  function pressHex(node) {
    const { hex, kind } = node.dataset;
    const unit = node.closest("[data-unit]").dataset.unit;
    if (kind === "deploy") {
      const field = $(`[name="placements.${CSS.escape(unit)}.hex"]`);
      if (!field) return;
      makeRoom(field, hex);
      field.value = hex;
      drafted(field);
      const rows = all("[data-place]");
      const next = rows.find((row) => !$("select", row).value && !$("[name=reserve]:checked", row));
      if (next) select(next.dataset.place);
      else deselect();
      return;
    }
    const body = kind === "move" && $("#along")?.checked && $(`#f-along-${CSS.escape(unit)}`);
    const form = body || $(`#f-${kind}-${CSS.escape(unit)}`);
    if (!form) return;
    form.elements.to.value = hex;
    form.requestSubmit();
  }

  document.addEventListener("click", (event) => {
    const hex = event.target.closest("#overlay [data-hex]");
    const unit = event.target.closest("#tokens [data-unit]");
    const pick = event.target.closest("[data-pick]");
    const goto = event.target.closest("[data-goto]");
    if (hex) pressHex(hex);
    else if (unit) pressUnit(unit);
    else if (pick) select(pick.dataset.pick);
    else if (goto) go(goto);
    else if (event.target.closest("#map") && selected) settleOn();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") deselect();
    if (event.key !== "Enter" && event.key !== " ") return;
    const unit = event.target.closest?.("#tokens [data-unit]");
    if (!unit) return;
    event.preventDefault();
    pressUnit(unit);
  });

  function go(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const place = document.getElementById(button.dataset.goto);
    if (!place) return;
    place.scrollIntoView({ block: "nearest" });
    $("select, button:not([disabled])", place)?.focus({ preventScroll: true });
    const unit = button.closest("[data-card]")?.dataset.card;
    if (unit && unit !== selected) select(unit);
  }

  // --- the draft of a deployment -------------------------------------------------------------------------------

  // Who stands there already changes places with the unit, or waits for another hex; either is said.
  function makeRoom(field, hex) {
    const form = field.closest("[data-draft]"), said = $("[data-moved]", form), left = field.value;
    const other = all('select[name$=".hex"]', form).find((each) => each !== field && each.value === hex);
    if (said) said.textContent = "";
    if (!other) return;
    const swaps = left && [...other.options].some((option) => option.value === left);
    other.value = swaps ? left : "";
    if (!said) return;
    const name = (each) => $(".nm bdi", each.closest("[data-place]")).textContent;
    said.textContent = (swaps ? said.dataset.swapped : said.dataset.moved).replace("ONE", () => name(field)).replace("OTHER", () => name(other));
  }

  function drafted(field) {
    const form = field.closest("[data-draft]");
    const held = $("[name=reserve]", field.closest("[data-place]"));
    if (field === held) {
      if (held.checked) $("select", field.closest("[data-place]")).value = "";
    } else if (held && field.value && field.name.endsWith(".hex")) held.checked = false;
    if (field.name.endsWith(".hex") && field.value) {
      for (const other of all('select[name$=".hex"]', form)) if (other !== field && other.value === field.value) other.value = "";
    }
    draw(form);
  }

  function draw(form) {
    const layer = $("#draft");
    if (!layer || !form) return;
    const marks = [], bodies = new Map();
    part(form);
    for (const row of all("[data-place]", form)) {
      const hex = $("select", row).value;
      row.classList.toggle("placed", Boolean(hex || $("[name=reserve]:checked", row)));
      const spot = hex && spotOf(hex);
      if (!spot) continue;
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#ghost-${row.dataset.place}`);
      use.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
      use.setAttribute("class", "ghost");
      marks.push(use);
      const link = $("[data-link]", row)?.value;
      if (link) bodies.set(link, [...(bodies.get(link) || []), spot]);
    }
    layer.replaceChildren(...[...bodies.values()].map(bond), ...marks);
  }

  // The members of a link that is being formed, joined in the order of the list.
  function bond(spots) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", `M${spots.map((spot) => spot.join()).join("L")}`);
    line.setAttribute("class", "bond draft");
    return line;
  }

  // What one unit has is not offered to the others: arrow keys in a list must not take it from them in passing.
  function part(form) {
    const fields = all('select[name$=".hex"]', form), taken = fields.map((field) => field.value).filter(Boolean);
    for (const field of fields) for (const option of field.options) option.disabled = option.value !== field.value && taken.includes(option.value);
  }

  // Where a hex lies on the sheet: the same lattice as the server draws.
  function spotOf(hex) {
    const { columns, rows, flipped } = $("#map").dataset;
    const column = Number(hex.slice(0, 2)), row = Number(hex.slice(2));
    const x = (column - 1) * 46.5, y = (row - 1) * 53.69 + (column % 2 ? 0 : 26.845);
    if (!flipped) return [x, y];
    return [(columns - 1) * 46.5 - x, (rows - 1) * 53.69 + (columns > 1 ? 26.845 : 0) - y];
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest("[data-draft]");
    if (form && event.target.closest("[data-place]")) drafted(event.target);
    if (event.target.closest("[data-most]") && event.target.type === "checkbox") limit(event.target.closest("[data-most]"));
  });

  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-pool]")) spend(event.target.closest("[data-pool]"), event.target);
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-suggest]")) {
      const form = event.target.closest("form");
      for (const row of all("[data-place]", form)) {
        $("select", row).value = row.dataset.suggested;
        if ($("[name=reserve]", row)) $("[name=reserve]", row).checked = false;
      }
      draw(form);
      deselect();
    }
    const more = event.target.closest("[data-more], [data-less]");
    if (more) {
      const field = $("input", more.parentElement);
      if (more.hasAttribute("data-more")) field.stepUp();
      else field.stepDown();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  // --- counting what is ticked and spent -----------------------------------------------------------------------

  function limit(form) {
    const boxes = all("input[type=checkbox]", form).filter((box) => !box.dataset.shut);
    for (const box of boxes) if (box.disabled && !box.dataset.held) box.dataset.shut = "1";
    const full = all("input:checked", form).length >= Number(form.dataset.most);
    for (const box of all("input[type=checkbox]:not([data-shut])", form)) {
      put(box, "disabled", full && !box.checked);
      if (box.disabled) box.dataset.held = "1";
      else delete box.dataset.held;
    }
  }

  // An attribute that stays as it is is not written again: whoever watches a panel sees only what changes.
  function put(node, name, value) {
    if (node[name] !== value) node[name] = value;
  }

  // More than the pool holds, or less than nothing, is put right at once, and said.
  function cap(form, field, most) {
    const wished = Math.trunc(Number(field.value)) || 0, value = Math.max(0, Math.min(most, wished));
    if (field.value !== "" && String(value) !== field.value) field.value = String(value);
    put($("[data-over]", form), "hidden", wished <= most);
  }

  function spend(form, typed) {
    const fields = all("input[type=number]", form), pool = Number(form.dataset.pool);
    if (typed) cap(form, typed, pool - fields.reduce((sum, other) => sum + (other === typed ? 0 : Number(other.value) || 0), 0));
    const spent = fields.reduce((sum, field) => sum + (Number(field.value) || 0), 0);
    const left = pool - spent;
    put($("[data-spent]", form), "textContent", String(spent));
    for (const field of fields) {
      put(field, "max", String((Number(field.value) || 0) + Math.max(0, left)));
      put($("[data-more]", field.parentElement), "disabled", left <= 0);
      put($("[data-less]", field.parentElement), "disabled", !(Number(field.value) > 0));
    }
    form.dispatchEvent(new CustomEvent("table:spent", { bubbles: true }));
  }

  // --- after every number, and on every new page ----------------------------------------------------------------

  let asked = "";

  // Another question, another unit: its head must be in sight, wherever the rail was scrolled to.
  function bringUp() {
    const decision = $("#decision");
    const now = decision ? `${decision.dataset.kind} ${decision.dataset.select || ""}` : "";
    // with the frame: to scroll at once would lay the page out twice
    if (now !== asked) requestAnimationFrame(() => decision?.closest(".rail")?.scrollTo(0, 0));
    asked = now;
  }

  function settle() {
    bringUp();
    const draft = $("[data-draft]");
    if (draft) draw(draft);
    else $("#draft")?.replaceChildren();
    for (const form of all("[data-pool]")) spend(form);
    const first = $("#decision")?.dataset.select;
    const led = all("[data-card]").map((card) => card.dataset.card);
    if (draft) {
      if (selected && $(`[data-pick="${CSS.escape(selected)}"]`)) select(selected);
      else $("#overlay")?.replaceChildren();
    } else if (first) select(led.includes(selected) ? selected : first);
    else deselect();
  }

  document.addEventListener("table:number", settle);
  function arrive() {
    selected = null;
    looking.abort();
    settle();
  }

  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) arrive(); });
  document.addEventListener("htmx:historyRestore", arrive);
  document.addEventListener("DOMContentLoaded", settle);
})();
