// Instruments beside the map: they ask the server for what it forecasts, and keep the reader's own choices.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // A fragment from its own address; the last question about a place is the one that is answered.
  const asking = new Map();
  async function ask(place, address) {
    asking.get(place)?.abort();
    const question = new AbortController();
    asking.set(place, question);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: question.signal });
      const html = await answer.text();
      return answer.ok && !question.signal.aborted ? html : null;
    } catch {
      return null; // another question has taken its place, or the network is gone
    }
  }

  // --- the odds of the chosen number of shots --------------------------------------------------------------------

  async function odds(select) {
    const box = $(".odds", select.form), shots = select.value;
    const html = await ask(box, `${select.dataset.odds}?shots=${encodeURIComponent(shots)}`);
    if (html === null || !box.isConnected) return;
    box.dataset.shots = shots;
    htmx.swap(box, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-odds]")) odds(event.target);
  });

  // --- what remains of a volley: the outcome that belongs to the ticked rolls -------------------------------------

  function remains(form) {
    const ticked = all("input[name=cancel]:checked", form).map((box) => box.value).join(",");
    for (const row of all(".outcome", form)) show(row, row.dataset.when === ticked);
  }

  function show(node, shown) {
    if (node.hidden === shown) node.hidden = !shown; // an attribute that stays is not written again
  }

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form && $(".outcomes", form)) remains(form);
  });

  // --- the will to win: a draft in this browser, its plan from the server ----------------------------------------

  document.addEventListener("table:spent", (event) => {
    const draft = all("input[type=number]", event.target).filter((field) => Number(field.value) > 0);
    const said = draft.map((field) => `${field.name}=${Number(field.value)}`).join("&");
    const plan = $("#plan");
    if (plan && plan.dataset.draftOf !== said) htmx.trigger("#plan-ask", "plan");
  });

  // Drag a counter up for more points, down for fewer.
  const STEP = 18;
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip || event.button) return;
    const field = $("input[type=number]", grip.closest("li"));
    drag = { field, from: event.clientY, points: Number(field.value) || 0 };
    grip.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const wished = drag.points + Math.round((drag.from - event.clientY) / STEP);
    const value = String(Math.max(0, Math.min(Number(drag.field.max), wished)));
    if (drag.field.value === value) return;
    drag.field.value = value;
    drag.field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { drag = null; });

  function settle() {
    // a panel that was drawn anew shows the odds of all shots, while the reader's choice stands
    for (const select of all("[data-odds]")) if ($(".odds", select.form).dataset.shots !== select.value) odds(select);
  }

  document.addEventListener("table:number", settle);
})();
