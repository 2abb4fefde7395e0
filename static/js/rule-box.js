// Rules over the page: a press on a rule's name opens one popover with its text, which is fetched once and then kept.
// The popover belongs to no panel, so that pushed updates leave it alone; an old browser follows the link instead.
(() => {
  const WIDE = matchMedia("(min-width: 768px)"), GAP = 6, EDGE = 8;
  const box = () => document.getElementById("rule-box");
  const isOpen = () => Boolean(box()?.matches(":popover-open"));
  let opener = null; // the link, the panel part that it stands in, and where it was

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rule]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.stopImmediatePropagation();
    if (!box()?.showPopover) return;
    event.preventDefault();
    show(link);
  }, true);

  document.addEventListener("click", (event) => { if (event.target.closest("#rule-box > .shut")) box().hidePopover(); });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // it closes the rule and nothing else
    box().hidePopover();
  }, true);

  function show(link) {
    const popover = box(), { rule } = link.dataset;
    if (!popover.contains(link)) opener = { link, rule, part: link.closest("[id]")?.id, at: link.getClientRects()[0] };
    const cards = [...popover.querySelectorAll("[data-card]")];
    const card = cards.find((each) => each.dataset.card === rule) || fetched(popover, rule, link);
    for (const other of cards) other.hidden = other !== card;
    card.hidden = false;
    popover.setAttribute("aria-label", link.textContent.trim());
    if (!isOpen()) popover.showPopover();
    popover.scrollTop = 0;
    place();
    popover.focus({ preventScroll: true });
  }

  function fetched(popover, rule, link) {
    const card = document.createElement("div"), way = document.createElement("a");
    card.dataset.card = rule;
    for (const [name, value] of Object.entries({ get: popover.dataset.address.replace("~", rule), trigger: "load", target: "this", swap: "innerHTML", sync: "this:drop" })) {
      card.setAttribute(`hx-${name}`, value);
    }
    Object.assign(way, { href: link.href, target: "_blank", textContent: link.textContent }); // until the text is here
    card.append(way);
    popover.append(card);
    htmx.process(card);
    return card;
  }

  // What could not be fetched is asked for anew the next time.
  document.addEventListener("htmx:afterRequest", (event) => {
    const card = event.target.closest?.("#rule-box > [data-card]");
    if (card && !event.detail.successful) card.dataset.card = "";
  });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target.closest?.("#rule-box > [data-card]")) place(); });

  // Below the word, or above it where there is more room; a narrow screen has it at its foot (rulebook.css).
  function place() {
    const popover = box(), { style } = popover;
    for (const side of ["left", "top", "bottom", "maxHeight"]) style[side] = "";
    if (!WIDE.matches || !opener?.at) return;
    const { left, top, bottom } = opener.at, below = innerHeight - bottom, room = Math.max(below, top) - GAP - EDGE;
    style.left = `${Math.max(EDGE, Math.min(left, innerWidth - popover.offsetWidth - EDGE))}px`;
    style.maxHeight = `${Math.min(room, 560)}px`;
    if (below >= top) style.top = `${bottom + GAP}px`;
    else style.bottom = `${innerHeight - top + GAP}px`;
  }

  // Back to the word that was pressed, or to what stands in its place now.
  document.addEventListener("toggle", (event) => {
    if (event.target !== box() || event.newState !== "closed" || !opener) return;
    if (document.activeElement !== document.body && !box().contains(document.activeElement)) return;
    const again = opener.part && document.getElementById(opener.part)?.querySelector(`a[data-rule="${opener.rule}"]`);
    (opener.link.isConnected ? opener.link : again)?.focus({ preventScroll: true });
  }, true);

  document.addEventListener("htmx:beforeHistorySave", () => { if (isOpen()) box().hidePopover(); });
})();
