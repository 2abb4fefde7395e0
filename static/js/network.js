// Pages of lists without a network: what they say, what waits unsaved, and the worker that keeps a copy of them.
(() => {
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];

  function network() {
    const bar = $("#network"), kept = $("#main").dataset.kept;
    for (const sign of all("[data-waiting], #waits")) {
      const own = sign.dataset.waiting, keys = Object.keys(localStorage).filter((key) => own ? key === `outbox:${own}` : key.startsWith("outbox:"));
      const count = keys.reduce((sum, key) => sum + JSON.parse(localStorage.getItem(key)).length, 0);
      sign.textContent = count ? sign.dataset.words.replace("{n}", count) : "";
    }
    if (!bar) return;
    bar.hidden = navigator.onLine && !kept;
    const time = kept && new Date(kept).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
    bar.textContent = bar.hidden ? "" : kept ? bar.dataset.copy.replace("{time}", time) : bar.dataset.open;
  }

  // A copy is shown as long as there is no network: the list itself comes as soon as it can.
  async function arrive() {
    if (!$("#main").dataset.kept || !navigator.onLine) return;
    try { if ((await fetch(location.pathname, { method: "HEAD" })).ok && !localStorage.getItem(`outbox:${$("#main").dataset.list}`)) location.reload(); } catch { /* not yet */ }
  }
  setInterval(arrive, 4000);

  let renewing = 0;
  function renew() {
    clearTimeout(renewing);
    renewing = setTimeout(() => navigator.serviceWorker?.controller?.postMessage(location.pathname), 1500);
  }

  if (navigator.serviceWorker) {
    navigator.serviceWorker.register("/lists/worker.js", { scope: "/lists/" }).catch(() => { /* not offered here */ });
    navigator.serviceWorker.addEventListener("controllerchange", renew);
  }

  document.addEventListener("DOMContentLoaded", network);
  document.addEventListener("list:told", network);
  document.addEventListener("htmx:afterSwap", renew);
  addEventListener("online", network);
  addEventListener("offline", network);
})();
