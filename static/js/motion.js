// Dice that roll: those of a line that was just told tumble for half a second. Only drawn so: the page stays as it is.
(() => {
  const LONGEST = 600, BETWEEN = 40, MOST = 12;
  const EASE = "cubic-bezier(.2,.7,.2,1)", FALL = "cubic-bezier(.3,.7,.7,1)", SETTLE = "cubic-bezier(0,.5,.2,1)";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let rolling = [], last = 0;

  // The wait of a later die is part of its course: a browser gives a delayed motion to its compositor only once it runs.
  function roll(die, place) {
    const wait = Math.min(place * BETWEEN, LONGEST / 3) / LONGEST, near = wait + (1 - wait) * 0.3, turn = place % 2 ? -1 : 1;
    const far = { transform: `translate(${-14 * turn}px, -9px) rotate(${-540 * turn}deg)` };
    const over = { transform: `translate(${3 * turn}px, 1px) rotate(${40 * turn}deg)`, offset: near, easing: SETTLE };
    rolling.push(die.animate([far, { ...far, offset: wait, easing: FALL }, over, { transform: "none" }], LONGEST));
    const pips = [0, 0, 0.5, 0, 1].map((opacity, i) => ({ opacity, offset: [0, wait, wait + (near - wait) * 0.5, near, 1][i] }));
    rolling.push(die.querySelector(".pip").animate(pips, LONGEST));
  }

  function stop() {
    for (const motion of rolling) motion.finish();
    rolling = [];
  }

  const lines = () => [...document.querySelectorAll("#told p[id], #log-entries > ol > li[id]")];
  const numberOf = (line) => Number(line.id.match(/\d+/)[0]);
  const newest = () => Math.max(0, ...lines().map(numberOf));

  function settle() {
    const before = last;
    last = newest();
    stop();
    if (!before || last === before || calm.matches) return;
    const fresh = lines().filter((line) => numberOf(line) > before);
    fresh.flatMap((line) => [...line.querySelectorAll(".dice .i")]).slice(0, MOST).forEach(roll);
  }

  function arrive() {
    stop();
    last = newest();
  }

  // A press on the map is answered at once, before its marks have come from the server.
  document.addEventListener("click", (event) => {
    event.target.closest("#tokens [data-unit], #overlay [data-hex]")?.animate([{ opacity: 0.45 }, { opacity: 1 }], { duration: 180, easing: EASE });
  });

  for (const skip of ["pointerdown", "keydown"]) document.addEventListener(skip, stop, true);
  document.addEventListener("table:number", settle);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) arrive(); });
  document.addEventListener("DOMContentLoaded", arrive);
})();
