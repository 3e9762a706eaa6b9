/** One script for any page: each figure's code is loaded when the page first has such a figure. */
import { loaders } from "posenc:loaders"; // made by the build from index.ts
import { defineElement } from "./figure/define-element.ts";

const missing = new Set(Object.keys(loaders));

/** A figure in a closed `details` has time until that is opened. */
const HIDDEN = "details:not([open]) *";

function loadFiguresOf(page: Document): void {
  for (const name of missing) {
    if (page.querySelector(`${name}:not(${HIDDEN})`) === null) continue;
    missing.delete(name);
    // Without its code a figure keeps its children; the browser itself says which file did not come.
    void loaders[name]?.().then(
      (element) => defineElement(name, element),
      () => {},
    );
  }
}

if (typeof document !== "undefined") {
  loadFiguresOf(document);
  new MutationObserver(() => loadFiguresOf(document)).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["open"],
  });
}
