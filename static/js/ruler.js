// The ruler: two hexes, by mouse, finger or keys; what lies between them is told by the server.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const { map, centre, hexAt, bring, onKey, query } = window.sheetMap;
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
    const address = map().dataset.ruler.replace("FROM", from).replace("TO", to) + query();
    return bring(address, "#ruler", ruler.asked.signal);
  }

  function hover(hex) {
    if (!ruler.on || !ruler.from || ruler.fixed || !hex || hex === ruler.to) return;
    ruler.to = hex;
    clearTimeout(ruler.wait);
    ruler.wait = setTimeout(() => ruler.on && !ruler.fixed && measure(ruler.from, hex), 60);
  }

  document.addEventListener("click", (event) => {
    if (!ruler.on || !event.target.closest?.("#map")) return;
    event.stopImmediatePropagation();
    const hex = event.detail ? hexAt(event.clientX, event.clientY) : event.target.closest("[data-cell]")?.dataset.cell;
    if (hex) point(hex);
  }, true);

  document.addEventListener("click", (event) => { if (event.target.closest("[data-map=ruler]")) rule(!ruler.on); });
  document.addEventListener("pointerover", (event) => {
    if (ruler.on && event.target.closest?.("#map")) hover(hexAt(event.clientX, event.clientY));
  });
  document.addEventListener("focusin", (event) => hover(event.target.dataset?.cell));

  onKey((event) => {
    if (event.code === "KeyR" && !event.shiftKey) rule(!ruler.on);
    else if (event.key === "Escape" && ruler.on) rule(false);
    else return false;
    return true;
  });

  document.addEventListener("map:flipped", () => { if (ruler.from && ruler.to) measure(ruler.from, ruler.to); });
  document.addEventListener("map:arrived", () => Object.assign(ruler, { on: false, from: "", to: "", fixed: false }));
})();
