// Short ways: a move that ends the activation, and taking a move back by one key. They press what is on the page.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // --- move and end: the reader's own choice, for all units and kept in this browser ------------------------------

  const battle = () => document.querySelector("live-socket")?.dataset.battle || "";
  const wanted = () => localStorage.getItem("then-end") === "1";

  function settle() {
    const offer = document.querySelector("#giveup"), shut = localStorage.getItem("fight-on") === battle();
    if (offer && offer.hidden !== shut) offer.hidden = shut;
    for (const box of all("[data-then-end]")) if (box.checked !== wanted()) box.checked = wanted();
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-then-end]")) return;
    localStorage.setItem("then-end", event.target.checked ? "1" : "0");
    settle();
  });

  // --- to fight on in spite of the offer to give up: it is not made again in this battle ---------------------------

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-fight-on]")) return;
    localStorage.setItem("fight-on", battle());
    settle();
  });

  // --- take back: Z, with Ctrl or without; where nothing can be taken back the server says why --------------------

  const typing = (node) => node?.matches?.("input:not([type=checkbox]):not([type=radio]):not([type=hidden]), textarea, select");

  document.addEventListener("keydown", (event) => {
    if (event.code !== "KeyZ" || event.altKey || event.shiftKey || event.repeat || typing(event.target)) return;
    const forms = all("#say form[data-undo]");
    if (!forms.length) return;
    event.preventDefault();
    const chosen = document.querySelector('[data-pick][aria-pressed="true"]')?.dataset.pick;
    const form = forms.find((each) => each.dataset.undo && each.dataset.undo === (chosen || last)) || forms.at(-1);
    form.requestSubmit();
  });

  // The unit that has moved last is the one whose move is taken back.
  let last = "";
  document.addEventListener("submit", (event) => {
    const said = event.target.elements;
    if (["move", "turn", "special"].includes(said?.do?.value)) last = said.unit?.value || "";
  }, true);

  document.addEventListener("table:number", settle);
  document.addEventListener("htmx:afterSettle", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
