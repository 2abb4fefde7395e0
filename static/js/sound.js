// Sounds, off until they are switched on: a knock for dice, a low stroke where something falls, two tones for "your turn".
(() => {
  const on = () => { try { return localStorage.getItem("sound") === "yes"; } catch { return false; } };
  const set = (yes) => { try { localStorage.setItem("sound", yes ? "yes" : "no"); } catch { /* for this page only */ } };
  const TONES = { dice: [[520, 0, 0.05], [410, 0.07, 0.05], [330, 0.15, 0.07]], fall: [[110, 0, 0.35]], turn: [[440, 0, 0.12], [587, 0.14, 0.18]] };
  let audio = null, waited = null;

  function play(name) {
    if (!on()) return;
    audio ||= new AudioContext();
    for (const [pitch, start, length] of TONES[name]) {
      const tone = audio.createOscillator(), loud = audio.createGain(), from = audio.currentTime + start;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + length);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  }

  function show() {
    for (const button of document.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(on()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sound]")) return;
    set(!on());
    show();
    play("dice");
  });

  function heard() {
    const told = document.getElementById("told"), awaits = document.getElementById("header")?.dataset.awaits || "";
    if (awaits && waited === "") play("turn");
    else if (told?.querySelector("[data-fall]")) play("fall");
    else if (told?.querySelector(".dice")) play("dice");
    waited = awaits;
  }

  document.addEventListener("table:number", heard);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === document.body) { waited = null; show(); } });
  document.addEventListener("DOMContentLoaded", show);
})();
