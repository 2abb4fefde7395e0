// What the table is at as a whole, in marks of its main element: styles that asked for it by :has would cost every update
// a look at all elements of the page.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);

  function put(main, name, value) {
    if (value === null) main.removeAttribute(name);
    else if (main.getAttribute(name) !== value) main.setAttribute(name, value);
  }

  const flag = (stands) => (stands ? "" : null);

  function mark() {
    const main = $("main.table"), decision = $("#decision");
    if (!main) return;
    put(main, "data-over", flag($("#end:not(.none)")));
    put(main, "data-asked", decision?.dataset.kind ?? null);
    put(main, "data-ask", flag(decision?.classList.contains("ask")));
    put(main, "data-offer", flag($("#answers .offer")));
    put(main, "data-lesson", flag($("#lesson:not(.none)")));
    put(main, "data-filter", $("[name=log-filter]:checked")?.value ?? null);
  }

  document.addEventListener("change", (event) => { if (event.target.name === "log-filter") mark(); });
  document.addEventListener("table:number", mark);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) mark(); });
  document.addEventListener("htmx:historyRestore", mark);
  document.addEventListener("DOMContentLoaded", mark);
})();
