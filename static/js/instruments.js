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
      return answer.status === 200 && !question.signal.aborted ? html : null;
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
    if (!plan || plan.dataset.draftOf === said) return;
    $("#plan-ask").addEventListener("htmx:beforeSwap", wanted);
    htmx.trigger("#plan-ask", "plan");
  });

  // What was committed while its plan was on the way needs none. Said at the asking node: once that is gone, nothing bubbles.
  function wanted(event) {
    if (!event.currentTarget.isConnected) event.detail.shouldSwap = false;
  }

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

  // --- the log: older lines on request, and the line that a change of morale belongs to ----------------------------

  const order = (line) => line.split(".").map(Number);
  const earlier = (one, other) => order(one)[0] < order(other)[0] || (order(one)[0] === order(other)[0] && order(one)[1] < order(other)[1]);

  // Lines before `before`, from `since` on; older pages stand below newer ones.
  async function lines(before, since, where) {
    const older = $("#log-older"), more = $("#log-more");
    const asked = new URLSearchParams(since ? { before, since } : { before });
    const html = await ask(`lines ${where}`, `${more.dataset.older}?${asked}`);
    if (html === null || !older.isConnected) return;
    older.insertAdjacentHTML(where, html);
    for (const end of all(".page-end", older)) {
      const { before: oldest } = end.dataset;
      if (oldest && (!older.dataset.oldest || earlier(oldest, older.dataset.oldest))) {
        older.dataset.oldest = oldest;
        older.dataset.more = String("more" in end.dataset);
      } else if (!oldest) older.dataset.more = "false";
      end.remove();
    }
    older.dataset.newest ||= before;
    offer();
  }

  // The button goes on where the oldest page ends.
  function offer() {
    const older = $("#log-older"), more = $("#log-more");
    if (more && older?.dataset.more) show(more, older.dataset.more === "true");
  }

  const oldest = () => $("#log-older").dataset.oldest || $("#log-more").dataset.before;

  // What has left the pushed part since the pages were read comes in between.
  async function close() {
    const older = $("#log-older"), more = $("#log-more");
    if (!older?.dataset.newest || !more) return;
    offer();
    const { newest } = older.dataset;
    if (!earlier(newest, more.dataset.before)) return;
    older.dataset.newest = more.dataset.before;
    await lines(more.dataset.before, newest, "afterbegin");
  }

  async function goToLine({ line, number }) {
    if (!document.getElementById(line) && $("#log-more")) await lines(oldest(), `${number}.0`, "beforeend");
    const found = document.getElementById(line);
    if (!found) return;
    if (!$("#log-all").checked) $("#log-all").click();
    const tab = $('.tabs [data-tab="log"]');
    if (tab?.checkVisibility()) tab.click();
    for (const lit of all(".lit")) lit.classList.remove("lit");
    found.classList.add("lit");
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "center" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (link) {
      event.preventDefault();
      goToLine(link.dataset);
    }
    if (event.target.closest("#log-more")) lines(oldest(), "", "beforeend");
    if (event.target.closest("[data-away-shut]")) $("#away").replaceChildren();
  });

  // --- before the irrevocable: asked once, beside the button; the browser remembers who does not want it ------------

  const unasked = () => new Set((localStorage.getItem("unasked") || "").split(" ").filter(Boolean));

  function forget(kinds) {
    localStorage.setItem("unasked", kinds.join(" "));
    for (const box of all("[data-asks]")) box.checked = !kinds.length;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target, kind = form.dataset?.sure;
    if (!kind || unasked().has(kind)) return;
    if (form.dataset.agreed) {
      delete form.dataset.agreed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if ($(".surely", form)) return;
    form.append($(`#sure-${kind}`).content.cloneNode(true));
    $("[data-yes]", form).focus();
    $(".surely", form).scrollIntoView({ block: "nearest" });
  }, true);

  document.addEventListener("click", (event) => {
    const asked = event.target.closest(".surely"), form = asked?.closest("form");
    if (!asked || event.detail > 1) return;
    if (event.target.closest("[data-yes]")) {
      if ($("[data-never]", asked).checked) forget([...unasked().add(form.dataset.sure)]);
      asked.remove();
      if (!unasked().has(form.dataset.sure)) form.dataset.agreed = "1";
      form.requestSubmit();
    } else if (event.target.closest("[data-no]")) {
      asked.remove();
      $("button:not([type=button])", form)?.focus();
    }
  });

  document.addEventListener("keydown", (event) => {
    const asked = event.target.closest?.(".surely");
    if (asked && event.key === "Escape") $("[data-no]", asked).click();
    if (asked && event.key === "Enter" && event.repeat) event.preventDefault();
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-asks]")) forget(event.target.checked ? [] : ["commit", "end", "idle"]);
  });

  // --- while you were away -----------------------------------------------------------------------------------------

  const LEAP = 4; // fewer numbers at once are read in the log
  let last = 0, cut = false; // habits answer with many numbers at once, too: only a page that was cut off is told
  new MutationObserver(() => { cut ||= document.documentElement.dataset.link === "lost"; })
    .observe(document.documentElement, { attributeFilter: ["data-link"] });

  async function away(since) {
    const place = $("#away");
    const html = await ask("away", `${place.dataset.away}?since=${since}`);
    if (html && place.isConnected) place.innerHTML = html;
  }

  const memory = () => `seen:${$("live-socket").dataset.battle}`;

  function looked(number) {
    last = number;
    if (!document.hidden) localStorage.setItem(memory(), String(number));
  }

  function come() {
    const number = Number($("live-socket")?.number || $("live-socket")?.dataset.number || 0);
    if (!number || !$("#away")) return;
    const since = Number(localStorage.getItem(memory()) || 0);
    if (since && since < number) away(since);
    looked(number);
  }

  document.addEventListener("table:number", (event) => {
    const { number } = event.detail;
    if (!document.hidden && cut && last && number - last >= LEAP && $("#away")) away(last);
    cut = false;
    looked(number);
  });
  document.addEventListener("visibilitychange", () => document.hidden || come());
  document.addEventListener("DOMContentLoaded", come);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) come(); });

  function settle() {
    close();
    for (const box of all("[data-asks]")) if (box.checked === unasked().size > 0) box.checked = !box.checked;
    // a panel that was drawn anew shows the odds of all shots, while the reader's choice stands
    for (const select of all("[data-odds]")) if ($(".odds", select.form).dataset.shots !== select.value) odds(select);
  }

  document.addEventListener("table:number", settle);
})();
