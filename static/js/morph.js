// The swap style `morph`: nodes stay where their id stays, with focus, typed text and what the reader has opened.
// `morphPanels` does so with pushed panels; an element in them that is marked `data-same` is the place of a part that stays.
(() => {
  const ELEMENT = 1;

  function morph(now, next, fresh) {
    if (now.nodeType !== ELEMENT) {
      if (now.nodeValue !== next.nodeValue) now.nodeValue = next.nodeValue;
      return;
    }
    if (now.dataset.keep && now.dataset.keep === next.dataset.keep) return; // the reader's own draft
    if (now.isEqualNode(next)) return; // fast: most of what comes is as it was
    const typed = typedIn(now);
    if (attributes(now, next)) fresh.push(now);
    children(now, next, fresh);
    restore(now, typed);
  }

  function attributes(now, next) {
    let wiring = false;
    for (const { name, value } of next.attributes) {
      if (now.getAttribute(name) === value || (name === "open" && now.localName === "details")) continue;
      now.setAttribute(name, value);
      wiring ||= name.startsWith("hx-");
    }
    for (let i = now.attributes.length - 1; i >= 0; i -= 1) {
      const { name } = now.attributes[i];
      if (next.hasAttribute(name) || (name === "open" && now.localName === "details")) continue;
      now.removeAttribute(name);
      wiring ||= name.startsWith("hx-");
    }
    return wiring;
  }

  // What the reader has typed or chosen, undefined where the field is as it was drawn.
  function typedIn(field) {
    if (field.localName === "input") {
      if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked ? field.checked : undefined;
      return field.value !== field.defaultValue ? field.value : undefined;
    }
    if (field.localName === "textarea") return field.value !== field.defaultValue ? field.value : undefined;
    if (field.localName === "select") {
      const drawn = [...field.options].find((option) => option.defaultSelected) || field.options[0];
      return drawn && field.value !== drawn.value ? field.value : undefined;
    }
    return undefined;
  }

  function restore(field, typed) {
    if (field.localName === "select" && typed !== undefined) {
      if ([...field.options].some((option) => option.value === typed)) field.value = typed;
    } else if (field.localName === "input" && typed === undefined) {
      if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
      else if (field.type !== "hidden" && document.activeElement !== field) field.value = field.defaultValue;
    }
  }

  const alike = (now, next) => now.nodeType === next.nodeType && now.nodeName === next.nodeName && now.namespaceURI === next.namespaceURI;
  let parts = new Map(); // what the empty places of the frame stand for, wherever in the page it is by now

  function children(now, next, fresh) {
    const byId = new Map();
    for (const child of now.children) if (child.id) byId.set(child.id, child);
    let here = now.firstChild;
    for (const wanted of [...next.childNodes]) {
      const id = wanted.nodeType === ELEMENT ? wanted.id : "", part = parts.get(wanted);
      const known = part || (id ? byId.get(id) : !here?.id && here && alike(here, wanted) ? here : null);
      if (known && alike(known, wanted)) {
        if (known === here) here = here.nextSibling;
        else put(now, known, here);
        if (!part) morph(known, wanted, fresh);
      } else {
        now.insertBefore(wanted, here);
        if (wanted.nodeType === ELEMENT) { fill(wanted); fresh.push(wanted); }
      }
    }
    while (here) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
  }

  // A new element takes the parts that stood elsewhere.
  function fill(wanted) {
    if (parts.size) for (const place of wanted.querySelectorAll("[data-same]")) place.replaceWith(parts.get(place));
  }

  function put(parent, node, before) {
    if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
    else parent.insertBefore(node, before);
  }

  function wire(fresh) {
    for (const node of fresh) if (node.isConnected) htmx.process(node);
  }

  // The elements of a frame: panels, and the layers of the map, which come in an svg of their own.
  function elements(html) {
    const drawn = document.createElement("template");
    drawn.innerHTML = html;
    return [...drawn.content.children].flatMap((node) => (node.localName === "template" ? [...node.content.firstElementChild.children] : [node]));
  }

  // Pushed panels, each in the place of its id. False, and nothing is touched, if a part is not here.
  window.morphPanels = (html) => {
    const panels = elements(html), fresh = [];
    parts = new Map(panels.flatMap((panel) => [...panel.querySelectorAll("[data-same]")]).map((place) => [place, document.getElementById(place.id)]));
    if ([...parts.values()].includes(null)) return false;
    for (const next of panels) {
      next.removeAttribute("hx-swap-oob");
      const now = document.getElementById(next.id);
      if (now) morph(now, next, fresh);
    }
    parts = new Map();
    wire(fresh);
    return true;
  };

  htmx.defineExtension("morph", {
    isInlineSwap: (style) => style === "morph",
    handleSwap(style, target, fragment) {
      if (style !== "morph") return false;
      const fresh = [];
      const next = fragment.firstElementChild || fragment;
      morph(target, next, fresh);
      wire(fresh);
      return [];
    },
  });
})();
