// The end of a battle lies over the table until one wants to look at the table again.
(() => {
  const $ = (selector) => document.querySelector(selector);
  const look = (at) => { const table = $("main.table"); if (table) table.dataset.look = at; };
  const over = () => Boolean($("#end h2"));

  document.addEventListener("click", (event) => {
    const at = event.target.closest("[data-look]:not(main)");
    if (at) {
      look(at.dataset.look);
      (at.dataset.look === "end" ? $("#end [data-look]") : $("#say [data-look]"))?.focus();
    } else if (over() && event.target.closest("#end [data-line], .tabs [data-tab]")) look("table");
  }, true);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy-of]"), field = document.getElementById(button?.dataset.copyOf);
    if (!field) return;
    try { await navigator.clipboard.writeText(field.value); } catch { field.select(); document.execCommand("copy"); }
    button.querySelector("span").textContent = button.dataset.done;
  });
})();
