import { flushFrame } from "../../plot/next-frame.ts";

/** One IntersectionObserver for all figures of a page. */

type Watcher = (visible: boolean) => void;

/** Figures start this far before they scroll into view, so that the reader meets them drawn. */
const MARGIN = "256px";

const watchers = new Map<Element, Watcher>();
let observer: IntersectionObserver | undefined;

/**
 * Reports whether an element is on screen, now and at each change. Before printing all of them are.
 * @returns a function that ends the watch
 */
export function watchVisibility(element: Element, watcher: Watcher): () => void {
  if (!observer) {
    observer = new IntersectionObserver(report, { rootMargin: MARGIN });
    window.addEventListener("beforeprint", showAll);
    window.addEventListener("afterprint", observeAnew);
  }
  watchers.set(element, watcher);
  observer.observe(element);
  return () => {
    watchers.delete(element);
    observer?.unobserve(element);
  };
}

function report(entries: readonly IntersectionObserverEntry[]): void {
  for (const entry of entries) watchers.get(entry.target)?.(entry.isIntersecting);
}

function showAll(): void {
  for (const watcher of watchers.values()) watcher(true);
  queueMicrotask(flushFrame);
}

/** An element that is observed anew is reported anew: those off screen rest again. */
function observeAnew(): void {
  for (const element of watchers.keys()) {
    observer?.unobserve(element);
    observer?.observe(element);
  }
}
