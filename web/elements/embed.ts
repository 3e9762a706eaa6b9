/** One script for any page: each figure's code is loaded when the page first has such a figure. */
import { loaders } from "posenc:loaders"; // made by the build from index.ts
import { defineElement } from "./figure/define-element.ts";

const missing = new Set(Object.keys(loaders));

/** A figure in a closed `details` has time until that is opened. */
const HIDDEN = "details:not([open]) *";

/** Figures whose code comes before the code of those below them. */
const FIRST = 3;

async function loadFiguresOf(page: Document): Promise<void> {
  const waiting = Array.from(missing, (name) => `${name}:not(${HIDDEN})`).join();
  if (waiting === "") return;
  const names = new Set(Array.from(page.querySelectorAll(waiting), ({ localName }) => localName));
  for (const name of names) missing.delete(name);
  const inOrder = [...names];
  await Promise.all(inOrder.slice(0, FIRST).map(loadFigure));
  await Promise.all(inOrder.slice(FIRST).map(loadFigure));
}

/** Without its code a figure keeps its children; the browser itself says which file did not come. */
const loadFigure = async (name: string): Promise<void> =>
  loaders[name]?.().then(
    (element) => defineElement(name, element),
    () => {},
  );

if (typeof document !== "undefined") {
  void loadFiguresOf(document);
  new MutationObserver(() => void loadFiguresOf(document)).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["open"],
  });
}
