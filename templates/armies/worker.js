// Pages of lists without a network: the last copy that this browser has had. Always the network first; nothing but
// one's own lists and the index is kept, until somebody else is at this browser or another build runs.
const KEPT = "lists {{ build }}", AWAY = "{{ away }}";
const PAGE = /^\/lists\/(?!offline\/)([A-Za-z0-9_-]+\/)?$/, PARTS = /^\/(bundle|static)\//;

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", (event) => event.waitUntil(renew(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (PARTS.test(pathname)) event.respondWith(part(request));
});

async function begin() {
  const away = await fetch(AWAY, { credentials: "omit", cache: "no-store" }); // nobody's page: no name, no token
  await (await caches.open(KEPT)).put(AWAY, away.clone());
  await Promise.all([...(await away.text()).matchAll(/(?:href|src)="(\/(?:bundle|static)\/[^"]+)"/g)]
    .map(([, address]) => part(new Request(address)))).catch(() => {});
  await skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("lists ") && name !== KEPT) await caches.delete(name);
  await clients.claim();
}

async function page(request, pathname) {
  let answer;
  try { answer = await fetch(request); } catch { return away(pathname); }
  if (PAGE.test(pathname) && !answer.redirected) await keep(pathname, answer);
  return answer;
}

// What a page that changes by parts has come to.
async function renew(pathname) {
  if (!PAGE.test(pathname)) return;
  try { await keep(pathname, await fetch(pathname, { cache: "no-store" })); } catch { /* the older copy stays */ }
}

async function keep(pathname, answer) {
  const kept = await caches.open(KEPT);
  if (answer.ok) await kept.put(pathname, answer.clone());
  else if (answer.status === 404 || answer.status === 410) await kept.delete(pathname);
}

async function away(pathname) {
  const kept = await caches.open(KEPT), copy = await kept.match(pathname);
  if (!copy) return await kept.match(AWAY) || Response.error();
  const html = (await copy.text()).replace('<main id="main"', `<main id="main" data-kept="${copy.headers.get("Date")}"`);
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": copy.headers.get("Content-Security-Policy") || "" } });
}

async function part(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch { return await kept.match(request) || Response.error(); }
}
