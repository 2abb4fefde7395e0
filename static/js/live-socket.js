// <live-socket>: brings the panels of one battle and keeps them current; it lives and dies with the battle page.
(() => {
  const PING = 20000, PATIENCE = 8000, POLL = 3000, EXPECTED = 1500, LONGEST = 15000, GUARD = 10000;
  const CONNECTING = 0, OPEN = 1; // readyState of a WebSocket

  class LiveSocket extends HTMLElement {
    connectedCallback() {
      this.number = Number(this.dataset.number);
      this.tries = 0;
      this.done = false;
      this.alive = new AbortController();
      const { signal } = this.alive;
      for (const event of ["online", "pageshow"]) addEventListener(event, () => this.check(), { signal });
      document.addEventListener("visibilitychange", () => document.hidden || this.check(), { signal });
      document.addEventListener("htmx:afterRequest", (event) => this.answered(event.detail.xhr), { signal });
      this.heart = setInterval(() => this.beat(), PING);
      this.poll = setInterval(() => this.isOpen() || this.ask(), POLL);
      this.open();
    }

    connectedMoveCallback() {}

    disconnectedCallback() {
      this.done = true;
      this.alive.abort();
      clearInterval(this.heart);
      clearInterval(this.poll);
      clearTimeout(this.again);
      clearTimeout(this.expecting);
      this.stopWaiting();
      this.socket?.close(1000);
    }

    isOpen() { return this.socket?.readyState === OPEN; }

    open() {
      if (this.done || this.barred) return;
      const { battle, build, lang } = this.dataset;
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const asked = new URLSearchParams({ since: this.number, b: build, lang, lamps: 1 });
      let socket;
      try {
        socket = new WebSocket(`${scheme}://${location.host}/ws/b/${battle}/?${asked}`);
      } catch {
        this.later();
        return;
      }
      this.socket = socket;
      socket.onopen = () => { this.tries = 0; this.deaf = false; this.hear(); this.show("live"); };
      socket.onmessage = (event) => { this.hear(); this.take(JSON.parse(event.data)); };
      socket.onclose = (event) => {
        if (this.socket !== socket || this.done) return;
        this.stopWaiting();
        this.show("lost");
        if (event.code < 4400 || event.code >= 4500) this.later();
      };
    }

    later() {
      clearTimeout(this.again);
      const wait = Math.min(LONGEST, 500 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      this.again = setTimeout(() => this.open(), wait);
    }

    // Every beat is answered: a socket that stays silent is open for nobody.
    beat() {
      if (!this.isOpen()) return;
      this.socket.send(JSON.stringify({ t: "ping", seq: this.number }));
      this.silent ??= setTimeout(() => this.anew(), PATIENCE);
    }

    hear() {
      this.heard = Date.now();
      this.stopWaiting();
    }

    stopWaiting() {
      clearTimeout(this.silent);
      this.silent = null;
    }

    anew() {
      const { socket } = this;
      this.stopWaiting();
      this.socket = null;
      socket?.close();
      this.show("lost");
      this.open();
    }

    check() {
      if (this.isOpen()) this.beat();
      else {
        this.tries = 0;
        clearTimeout(this.again);
        if (this.socket?.readyState !== CONNECTING) this.open();
      }
      this.ask();
    }

    async ask() {
      if (this.asking || this.done) return;
      this.asking = true;
      const late = new AbortController(), patience = setTimeout(() => late.abort(), PATIENCE);
      try {
        const asked = new URLSearchParams({ since: this.number, b: this.dataset.build });
        const answer = await fetch(`${this.dataset.sync}?${asked}`, { headers: { "HX-Request": "true" }, signal: AbortSignal.any([this.alive.signal, late.signal]) });
        this.deaf = false;
        if (answer.ok) {
          this.take(await answer.json());
          if (!this.isOpen()) this.show("polled");
        } else if (answer.status === 403) this.shut();
      } catch { this.deaf = true; /* no network, or no answer: the next round asks again */ } finally {
        clearTimeout(patience);
        this.asking = false;
      }
    }

    // A press was answered: its number must come soon, or we ask for it; whoever was stale looks again at once.
    answered(xhr) {
      if (xhr?.status === 409) this.ask();
      const number = Number(xhr?.getResponseHeader("X-Number"));
      if (!number || number <= this.number) return;
      clearTimeout(this.expecting);
      this.expecting = setTimeout(() => this.number < number && this.check(), this.isOpen() ? EXPECTED : 0);
    }

    take(frame) {
      if (this.done) return;
      if (frame.t === "reload") this.reload();
      else if (frame.t === "stop") this.barred = !this.reload(); // still here after that: its socket alone may not
      else if (frame.t === "pass") this.shut(); // two at one screen: nothing of the one stays for the other
      else if (frame.t === "beat") this.isOpen() && this.socket.send('{"t":"here"}');
      else if (frame.t === "presence") document.dispatchEvent(new CustomEvent("table:presence", { detail: frame }));
      else if (frame.t === "html" && frame.seq > this.number) this.apply(frame);
    }

    apply(frame) {
      this.number = frame.seq;
      const phase = /id="phase" data-phase="(\w+)"/.exec(frame.html)?.[1];
      if (phase && phase !== this.dataset.phase) {
        htmx.ajax("GET", this.dataset.page, { target: "body", swap: "innerHTML" });
        return;
      }
      if (!window.morphPanels(frame.html)) { // a part that should have been here is not: everything, then
        this.number = frame.seq - 1;
        this.ask();
        return;
      }
      document.dispatchEvent(new CustomEvent("table:number", { detail: { number: this.number } }));
    }

    reload() {
      const last = Number(sessionStorage.getItem("reloaded") || 0);
      if (Date.now() - last < GUARD) return false;
      sessionStorage.setItem("reloaded", Date.now());
      this.done = true;
      location.reload();
      return true;
    }

    // The seat has gone to another browser: what this page shows is no longer for these eyes.
    shut() {
      this.done = true;
      location.reload();
    }

    show(state) { document.documentElement.dataset.link = state; }
  }

  customElements.define("live-socket", LiveSocket);
})();
