// The swap style `morph`: nodes stay where their id stays, with focus, typed text and what the reader has opened.
(() => {
  const ELEMENT = 1;

  function morph(now, next, fresh) {
    if (now.nodeType !== ELEMENT) {
      if (now.nodeValue !== next.nodeValue) now.nodeValue = next.nodeValue;
      return;
    }
    if (now.dataset.keep && now.dataset.keep === next.dataset.keep) return; // the reader's own draft
    const typed = typedIn(now);
    if (attributes(now, next)) fresh.push(now);
    children(now, next, fresh);
    restore(now, typed);
  }

  function attributes(now, next) {
    let wiring = false;
    for (const { name, value } of [...next.attributes]) {
      if (now.getAttribute(name) === value || (name === "open" && now.localName === "details")) continue;
      now.setAttribute(name, value);
      wiring ||= name.startsWith("hx-");
    }
    for (const { name } of [...now.attributes]) {
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

  function children(now, next, fresh) {
    const byId = new Map();
    for (const child of now.children) if (child.id) byId.set(child.id, child);
    let here = now.firstChild;
    for (const wanted of [...next.childNodes]) {
      const id = wanted.nodeType === ELEMENT ? wanted.id : "";
      const known = id ? byId.get(id) : !here?.id && here && alike(here, wanted) ? here : null;
      if (known && alike(known, wanted)) {
        if (known === here) here = here.nextSibling;
        else put(now, known, here);
        morph(known, wanted, fresh);
      } else {
        now.insertBefore(wanted, here);
        if (wanted.nodeType === ELEMENT) fresh.push(wanted);
      }
    }
    while (here) {
      const gone = here;
      here = here.nextSibling;
      gone.remove();
    }
  }

  function put(parent, node, before) {
    if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
    else parent.insertBefore(node, before);
  }

  htmx.defineExtension("morph", {
    isInlineSwap: (style) => style === "morph",
    handleSwap(style, target, fragment) {
      if (style !== "morph") return false;
      const fresh = [];
      const next = fragment.firstElementChild || fragment;
      morph(target, next, fresh);
      for (const node of fresh) if (node.isConnected) htmx.process(node);
      return [];
    },
  });
})();
