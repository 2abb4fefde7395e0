// Drafts of this browser: what has been chosen in a form and not been sent comes back after a reload, and orders that
// were drafted while waiting are chosen when they are asked. The server knows nothing of them.
(() => {
  const KEPT = 12;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const battle = () => document.querySelector("live-socket")?.dataset.battle || "";
  const name = (form) => `draft ${battle()} ${form.dataset.keep}`;
  const drafted = "#f-deploy, #f-enter, #f-orders, #f-spend, #f-draft, form[data-orders]";

  // --- keeping -----------------------------------------------------------------------------------------------------

  function fields(form) {
    return [...form.elements].filter((field) => field.name && field.name !== "do" && !["submit", "button"].includes(field.type));
  }

  function said(form) {
    return fields(form)
      .filter((field) => !["checkbox", "radio"].includes(field.type) || field.checked)
      .map((field) => [field.name, field.value]);
  }

  function keep(form) {
    const all = said(form);
    write(name(form), all);
    // orders on a sheet of more are those of the turn, wherever they are asked in the end
    if (form.dataset.orders) write(orders(form), all.filter(([each]) => each.startsWith("orders.")));
  }

  const orders = (form) => `draft ${battle()} ${form.dataset.orders}`;

  function write(kept, values) {
    try {
      localStorage.setItem(kept, JSON.stringify(values));
      const names = JSON.parse(localStorage.getItem("drafts") || "[]").filter((each) => each !== kept);
      for (const old of names.splice(0, Math.max(0, names.length + 1 - KEPT))) localStorage.removeItem(old);
      localStorage.setItem("drafts", JSON.stringify([...names, kept]));
    } catch { /* this browser keeps nothing */ }
  }

  function read(kept) {
    try { return JSON.parse(localStorage.getItem(kept)) || []; } catch { return []; }
  }

  for (const change of ["change", "input"]) {
    document.addEventListener(change, (event) => {
      const form = event.target.form;
      if (form?.matches(drafted)) keep(form);
    });
  }
  // a placement by the map, or all of them at once, changes fields without a word
  document.addEventListener("click", (event) => {
    const form = document.querySelector("#f-deploy, #f-enter");
    if (form && event.target.closest("#overlay [data-hex], [data-suggest]")) queueMicrotask(() => keep(form));
  });

  // --- choosing what was kept --------------------------------------------------------------------------------------

  const done = new WeakSet();

  function choose(form) {
    if (done.has(form)) return;
    done.add(form);
    const own = read(name(form)), kept = form.dataset.orders && !own.length ? read(orders(form)) : own;
    if (!kept.length) return;
    for (const field of fields(form)) {
      const values = kept.filter(([each]) => each === field.name).map(([, value]) => value);
      if (["checkbox", "radio"].includes(field.type)) {
        if ((field.type === "checkbox" && own.length) || values.length) field.checked = values.includes(field.value);
      } else if (values.length && fits(field, values[0])) field.value = values[0];
    }
    const first = fields(form)[0];
    first?.dispatchEvent(new Event(first.type === "number" ? "input" : "change", { bubbles: true }));
  }

  const fits = (field, value) => field.localName !== "select" || [...field.options].some((option) => option.value === value && !option.disabled);

  function settle() {
    const asked = document.querySelector("#f-orders");
    if (asked) document.querySelector("#drafted")?.replaceChildren();
    for (const form of all(drafted)) choose(form);
  }

  // What has been sent is no draft any more.
  document.addEventListener("htmx:beforeSend", (event) => {
    const form = event.detail.elt;
    if (!form.matches?.(drafted)) return;
    const kept = name(form);
    event.detail.xhr.addEventListener("loadend", () => { if (event.detail.xhr.status === 204) localStorage.removeItem(kept); });
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-draft-shut]")) document.querySelector("#drafted")?.replaceChildren();
  });
  document.addEventListener("table:number", settle);
  document.addEventListener("htmx:afterSettle", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
