// Narrow screens: which instrument is shown, and how high the sheet stands.
// Only a decision and the end of the battle raise it by themselves, to half.
(() => {
  const HEIGHTS = ["strip", "half", "full"];
  const table = () => document.querySelector("main.table");

  function show(main, tab) {
    main.dataset.tab = tab;
    for (const button of main.querySelectorAll(".tabs [data-tab]")) button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
  }

  function raise(main, height) {
    main.dataset.sheet = height;
    main.querySelector("[data-handle]").setAttribute("aria-expanded", String(height !== "strip"));
  }

  function step(main, by) {
    const at = HEIGHTS.indexOf(main.dataset.sheet) + by;
    raise(main, HEIGHTS[Math.min(HEIGHTS.length - 1, Math.max(0, at))]);
  }

  document.addEventListener("click", (event) => {
    const main = table(), tab = event.target.closest(".tabs [data-tab]"), handle = event.target.closest("[data-handle]");
    if (tab) {
      const again = main.dataset.tab === tab.dataset.tab && main.dataset.sheet !== "strip";
      show(main, tab.dataset.tab);
      if (main.dataset.sheet === "strip") raise(main, "half");
      else if (again && tab.getBoundingClientRect().top > innerHeight / 2) raise(main, "strip");
    }
    if (handle && !dragged) raise(main, main.dataset.sheet === "half" ? "full" : "half");
    if (event.target.closest('a[href="#decision"], [data-goto], [data-pick]')) look("unit");
  });

  // The handle follows the finger by steps: up is more of the sheet, down is more of the map.
  let from = null, dragged = false;
  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    from = event.target.closest("[data-handle]") ? event.clientY : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const way = event.clientY - from;
    from = null;
    if (Math.abs(way) < 24) return;
    dragged = true;
    step(table(), way < 0 ? 1 : -1);
  });

  document.addEventListener("keydown", (event) => {
    const handle = event.target.closest?.("[data-handle]");
    if (!handle || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(table(), event.key === "ArrowUp" ? 1 : -1);
  });

  function look(tab) {
    const main = table();
    if (!main) return;
    show(main, tab);
    if (main.dataset.sheet === "strip") raise(main, "half");
  }

  let asked = "", over = false;
  function settle() {
    const main = table(), decision = main?.querySelector("#decision");
    if (!main) return;
    const now = decision?.matches(".ask") ? `${decision.dataset.kind} ${decision.querySelector("form")?.dataset.keep || ""}` : "";
    if (now && now !== asked) look("unit");
    asked = now;
    const ended = Boolean(main.querySelector("#end:not(.none)"));
    if (ended && !over) {
      look("unit");
      main.querySelector(".part-unit").scrollTop = 0;
    }
    over = ended;
    const strip = main.querySelector("#strip"), acting = strip?.querySelector(".now");
    if (acting) requestAnimationFrame(() => { strip.scrollLeft = acting.offsetLeft - strip.offsetLeft - 60; });
  }

  document.addEventListener("table:number", settle);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) { asked = ""; over = false; settle(); } });
  document.addEventListener("DOMContentLoaded", settle);
})();
