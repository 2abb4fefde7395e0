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

  function settle() {
    // a panel that was drawn anew shows the odds of all shots, while the reader's choice stands
    for (const select of all("[data-odds]")) if ($(".odds", select.form).dataset.shots !== select.value) odds(select);
  }

  document.addEventListener("table:number", settle);
})();
