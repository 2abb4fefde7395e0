// Who is at the table: lamps with a word, and the countdown to a claim. News comes in frames of its own and touches no panel.
(() => {
  const POLL = 5000, SECOND = 1000, QUIET = 15000;
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const place = () => $("#presence");
  let facts = null, at = 0, ticking = null, spoken = "";

  function put(node, text) { if (node.textContent !== text) node.textContent = text; }
  const passed = () => (Date.now() - at) / SECOND;
  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  // Who hears nothing from the server knows nothing of others: it says something every few seconds.
  const lost = () => $("live-socket")?.deaf || Date.now() - Math.max(at, $("live-socket")?.heard || 0) > QUIET;

  function said(seat) {
    const words = place().dataset;
    if (["here", "free", "machine"].includes(seat.is)) return words[seat.is];
    const ago = seat.ago + passed();
    if (seat.is === "lost") return words.lost.replace("{n}", Math.round(ago));
    const since = new Date(Date.now() - ago * SECOND);
    const day = since.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
    return words.away.replace("{time}", since.toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", ...day }));
  }

  function draw() {
    if (!place() || !facts) return;
    const dark = lost(), over = $("#end:not(.none)");
    for (const row of all("[data-lamp]")) {
      const seat = facts.seats[row.dataset.lamp];
      if (!seat) continue;
      row.dataset.is = dark ? "unknown" : seat.is;
      const word = row.querySelector("[data-said]");
      put(word, dark ? place().dataset.unknown : said(seat));
      row.title = `${row.querySelector(".nm").textContent}: ${word.textContent}`;
    }
    count(dark || over ? null : facts.claim);
  }

  // The clock stands nowhere unless somebody is missed.
  function count(claim) {
    const left = claim ? Math.max(0, Math.ceil(claim.left - passed())) : 0;
    for (const box of all("[data-absent]")) {
      const missed = claim?.absent === box.dataset.absent;
      if (box.hidden === missed) box.hidden = !missed;
      if (!missed) { for (const sure of box.querySelectorAll("details")) sure.open = false; continue; }
      for (const part of box.querySelectorAll("[data-runs]")) part.hidden = left <= 0;
      for (const part of box.querySelectorAll("[data-open]")) part.hidden = left > 0;
      put(box.querySelector("[data-clock]"), clock(left));
    }
    tell(claim ? `${claim.absent} ${left <= 0}` : "");
  }

  // Heard once when it begins and once when it may be claimed, not every second.
  function tell(state) {
    if (state === spoken) return;
    spoken = state;
    const box = $("[data-absent]:not([hidden]) p"), voice = $("#absence-heard");
    if (voice) voice.textContent = box ? [...box.children].filter((part) => !part.hidden).map((part) => part.textContent).join(" ") : "";
  }

  function take(news) {
    facts = news;
    at = Date.now();
    draw();
  }

  function arrive() {
    clearInterval(ticking);
    facts = null;
    spoken = "";
    if (!place()) return;
    take(JSON.parse(place().dataset.presence));
    ticking = setInterval(draw, SECOND);
  }

  // Without a socket the page asks, and asking is its sign of life.
  async function ask() {
    if (!place() || ["live", undefined].includes(document.documentElement.dataset.link)) return;
    try {
      const answer = await fetch(place().dataset.ask, { headers: { "HX-Request": "true" } });
      if (answer.ok && place()) take(await answer.json());
    } catch { /* no network: the lamps say so */ }
  }

  setInterval(ask, POLL);
  document.addEventListener("table:presence", (event) => take(event.detail));
  document.addEventListener("table:number", draw);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) arrive(); });
  document.addEventListener("htmx:historyRestore", arrive);
  document.addEventListener("DOMContentLoaded", arrive);
})();
