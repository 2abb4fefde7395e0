// The map as a grid for keys and screen readers: one cell can be entered, arrows go on from there.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { map, cell, into, onKey, clamp, reached } = window.sheetMap;
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

  // The counters in the order of the page: the next one from here.
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

  document.addEventListener("focusin", (event) => {
    const hex = event.target.dataset?.cell;
    if (!hex) return;
    speak(event.target);
  });

  const press = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

  // Enter goes where the unit may go, else chooses who stands there.
  function choose(hex) {
    if (map().classList.contains("ruling")) { press(cell(hex)); return; }
    const unit = $(`#tokens [data-hex="${hex}"]`), goal = reached(hex);
    if (goal?.dataset.hex) press(goal);
    else if (unit) press(unit);
    else press(cell(hex));
  }

  const ways = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

  onKey((event) => {
    const hex = event.target.dataset?.cell, { key } = event;
    if (!hex) return false;
    if (ways.includes(key)) enter(beside(hex, key));
    else if (key === "PageDown" || key === "PageUp") enter(next(hex, key === "PageDown" ? 1 : -1));
    else if (key === "Enter" || key === " ") choose(hex);
    else return false;
    return true;
  });

  document.addEventListener("map:flipped", (event) => { if (event.detail.cell) enter(event.detail.cell); });
  document.addEventListener("map:laid", spoken);
  document.addEventListener("table:number", spoken);
})();
