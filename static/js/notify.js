// The battle waits for me: in the title, in the icon, and, where that was asked for, as a notification of the browser.
(() => {
  const QUIET = "notify";
  const header = () => document.getElementById("header");
  const wished = () => { try { return localStorage.getItem(QUIET) === "yes"; } catch { return false; } };
  const wish = (yes) => { try { localStorage.setItem(QUIET, yes ? "yes" : "no"); } catch { /* for this page only */ } };
  let waited = null;

  function settle() {
    const head = header();
    icon(Boolean(head?.dataset.awaits));
    if (!head) { waited = null; return; }
    if (document.title !== head.dataset.title) document.title = head.dataset.title;
    const now = head.dataset.awaits || "";
    if (now && waited === "" && document.hidden) tell(head);
    waited = now;
  }

  function icon(waits) {
    const link = document.querySelector('link[rel="icon"]');
    const wanted = waits ? link.dataset.waits : link.dataset.calm;
    if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
  }

  function tell(head) {
    if (!wished() || !("Notification" in window) || Notification.permission !== "granted") return;
    const told = new Notification(head.dataset.awaits, { body: head.dataset.title, tag: head.dataset.title, icon: document.querySelector('link[rel="icon"]').href });
    told.onclick = () => { window.focus(); told.close(); };
  }

  function buttons() {
    for (const button of document.querySelectorAll("[data-notify]")) {
      button.hidden = !("Notification" in window) || Notification.permission === "denied";
      button.setAttribute("aria-pressed", String(wished() && Notification.permission === "granted"));
    }
  }

  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-notify]")) return;
    if (wished() && Notification.permission === "granted") wish(false);
    else wish(await Notification.requestPermission() === "granted");
    buttons();
  });

  function arrive() {
    settle();
    buttons();
  }

  document.addEventListener("table:number", settle);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) arrive(); });
  document.addEventListener("htmx:historyRestore", arrive);
  document.addEventListener("DOMContentLoaded", arrive);
})();
