// Every page: focus after a page swap, copying and sharing links, closing the notice, choices that belong to a size.
(() => {
  function arrive() {
    document.querySelector("h1[tabindex]")?.focus({ preventScroll: true });
    prepare();
  }

  // Somebody else is at this browser: no copy of a page of the last one stays.
  function meet() {
    const who = document.querySelector("#wrap")?.dataset.who;
    if (who === undefined || !window.caches || localStorage.getItem("who") === who) return;
    localStorage.setItem("who", who);
    forget();
  }

  async function forget() {
    for (const name of await caches.keys()) {
      const kept = await caches.open(name);
      for (const page of await kept.keys()) if (/\/lists\/(?!offline\/)/.test(page.url)) await kept.delete(page);
    }
  }

  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) arrive(); });
  document.addEventListener("htmx:historyRestore", arrive);

  // Back and forward: the page that was asked for last is shown, and one that is not there shows itself as what it is.
  let restoring = null;
  document.addEventListener("htmx:historyCacheMiss", (event) => {
    restoring?.abort();
    restoring = event.detail.xhr;
  });
  document.addEventListener("htmx:historyCacheMissLoadError", () => location.reload());

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]"), share = event.target.closest("[data-share]");
    if (event.target.closest("[data-shut]")) event.target.closest("#notice")?.replaceChildren();
    if (copy) {
      const field = copy.closest(".linkrow").querySelector("input");
      field.select();
      try { await navigator.clipboard.writeText(copy.dataset.copy); } catch { document.execCommand("copy"); }
      copy.querySelector("span").textContent = copy.dataset.done;
    }
    if (share) {
      try { await navigator.share({ title: share.dataset.title, url: share.dataset.share }); } catch { /* closed without sending */ }
    }
  });

  function prepare() {
    meet();
    if (navigator.share) for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
    sizes();
  }

  // Maps and armies belong to a size: show those of the chosen one, and keep one of them chosen.
  function sizes() {
    const chosen = document.querySelector('input[name="preset"]:checked')?.value;
    if (!chosen) return;
    for (const name of ["map", "army"]) {
      const choices = [...document.querySelectorAll(`input[name="${name}"]`)];
      for (const choice of choices) {
        const fits = choice.dataset.preset === chosen;
        choice.closest("label").hidden = !fits;
        choice.disabled = !fits || "faulty" in choice.dataset;
      }
      const open = choices.filter((choice) => !choice.disabled);
      if (open.length && !open.some((choice) => choice.checked)) open[0].checked = true;
    }
  }

  document.addEventListener("change", (event) => { if (event.target.name === "preset") sizes(); });
  document.addEventListener("DOMContentLoaded", prepare);
})();
