// The list editor: a key for each press, the outbox, search, order by keys. It knows no rules and no prices.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const editor = () => $("main.edit");
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "post" && event.target.closest?.("main.edit, #clash")) event.detail.parameters.press = fresh();
  });

  // --- the outbox: what could not be sent waits here, seen, and goes the same way later ---------------------------

  const place = () => `outbox:${editor().dataset.list}`;
  const waiting = () => JSON.parse(localStorage.getItem(place()) || "[]");
  let sending = false, held = false, sent = [];

  function keep(all) {
    if (all.length) localStorage.setItem(place(), JSON.stringify(all));
    else localStorage.removeItem(place());
    tell(all.length);
  }

  function tell(count) {
    const sign = $("#unsaved");
    if (!sign) return;
    sign.textContent = count ? ` · ${sign.dataset.words.replace("{n}", count)}` : "";
    $("#saved").hidden = count > 0;
    document.dispatchEvent(new Event("list:told"));
  }

  const ours = (event) => event.detail.requestConfig?.verb === "post" && event.target.closest?.("main.edit, #clash");
  const post_of = (event) => ({ path: event.detail.requestConfig.path, fields: [...event.detail.requestConfig.formData.entries()] });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event) || !waiting().length || event.target.matches("[data-settle]")) return;
    event.preventDefault(); // in order: behind what waits already
    keep([...waiting(), post_of(event)]);
    send();
  });

  document.addEventListener("htmx:sendError", (event) => {
    if (ours(event) && !event.target.matches("[data-settle]")) keep([...waiting(), post_of(event)]);
  });

  async function send() {
    if (sending || held || !editor() || !waiting().length) return;
    sending = true;
    try {
      while (waiting().length) {
        const [first, ...rest] = waiting();
        const answer = await deliver(first);
        const html = await answer.text();
        if (answer.status === 429 || answer.status >= 500) break; // later again: nothing of it was done
        if (answer.status === 403 && await renewed()) continue;
        // it waits until the owner has chosen; or has signed in again, or brought the list back
        held = answer.status === 409 ? html.includes('id="clash"') : [403, 404, 410].includes(answer.status);
        if (!held) keep(rest);
        if (answer.ok) sent.push(Object.fromEntries(first.fields).press);
        if (answer.ok) htmx.swap("#main", html, { swapStyle: "morph", swapDelay: 0, settleDelay: 0 });
        else htmx.swap("#notice", html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
        if (held) break;
      }
    } catch { /* still without a network */ }
    sending = false;
    if (!waiting().length) sent = [];
    tell(waiting().length);
  }

  // Once for each page: its token is from before somebody signed in, or from a copy.
  let asked = false;
  async function renewed() {
    if (asked) return false;
    asked = true;
    const html = await (await fetch(location.pathname)).text();
    const headers = new DOMParser().parseFromString(html, "text/html").querySelector("#wrap")?.getAttribute("hx-headers");
    if (headers) $("#wrap").setAttribute("hx-headers", headers);
    return Boolean(headers);
  }

  function deliver({ path, fields }) {
    const body = new URLSearchParams(fields);
    body.set("mine", sent.join(" "));
    const token = JSON.parse($("#wrap").getAttribute("hx-headers"))["X-CSRFToken"];
    return fetch(path, { method: "POST", body, headers: { "HX-Request": "true", "X-CSRFToken": token } });
  }

  // The owner has chosen: what was held is settled, what waits behind it goes on.
  function settled() {
    if (held) keep(waiting().slice(1));
    held = false;
    $("#notice").replaceChildren();
    send();
  }

  document.addEventListener("click", (event) => { if (event.target.closest("#clash [data-shut]")) settled(); });
  addEventListener("online", send);
  setInterval(send, 4000);
  document.addEventListener("DOMContentLoaded", () => { if (editor()) { tell(waiting().length); send(); } });

  // --- the picker: search, and on a phone a sheet ----------------------------------------------------------------

  const plain = (text) => text.toLowerCase().replaceAll("ё", "е").trim();

  function search() {
    const words = plain($("[data-search]")?.value || "").split(/\s+/);
    for (const row of all("[data-words]")) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    for (const group of all(".pgroup")) group.hidden = !$("[data-words]:not([hidden])", group);
  }

  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
  document.addEventListener("input", (event) => { if (event.target.matches("[data-search]")) search(); });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-picker]:not(main)")) return;
    const page = editor(), open = page.dataset.picker === "open";
    page.dataset.picker = open ? "" : "open";
    if (!open) $("[data-search]").focus();
  });

  // What the server draws knows nothing of the search and of the sheet.
  let sheet = "";
  document.addEventListener("htmx:beforeSwap", () => { sheet = editor()?.dataset.picker || ""; });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!editor()) return;
    editor().dataset.picker = sheet;
    search();
    tell(waiting().length);
    if (event.detail.requestConfig?.elt?.matches?.("[data-settle]")) settled();
  });

  // --- order by keys; what carry.js has carried somewhere ---------------------------------------------------------------------

  function post(fields) {
    const page = editor();
    htmx.ajax("POST", $("#f-add").getAttribute("hx-post"), { source: page, target: page, swap: "morph", values: fields });
  }

  document.addEventListener("keydown", (event) => {
    const page = editor();
    if (!page) return;
    const row = event.target.closest?.("[data-unit]");
    if (row && event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      post({ do: "move", unit: row.dataset.unit, by: event.key === "ArrowUp" ? "up" : "down" });
    }
    const typing = event.target.matches("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && !typing && event.key.toLowerCase() === "z") {
      event.preventDefault();
      $(event.shiftKey ? "#f-redo button" : "#f-undo button")?.click();
    }
  });

  document.addEventListener("list:wish", (event) => post(event.detail));
})();
