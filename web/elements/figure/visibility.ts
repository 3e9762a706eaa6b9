import { flushFrame } from "../../plot/layered-plot.ts";

/** One IntersectionObserver for all figures of a page. */

type Watcher = (visible: boolean) => void;

/** Figures are drawn when they are this far from the screen, so that the reader does not see them empty. */
const MARGIN = "256px";

const watchers = new Map<Element, Watcher>();
let observer: IntersectionObserver | undefined;

/** Whether there is a screen to be on. A DOM without layout, such as jsdom, has none. */
export const hasScreen = (): boolean => "IntersectionObserver" in globalThis;

/**
 * Reports whether an element is on screen, now and at each change. For printing, all elements count as on screen. Without
 * a screen nothing is ever reported, and children stay visible.
 * @returns a function that ends the watch
 */
export function watchVisibility(element: Element, watcher: Watcher): () => void {
  if (!hasScreen()) return () => {};
  if (!observer) {
    observer = new IntersectionObserver(report, { rootMargin: MARGIN });
    window.addEventListener("beforeprint", () => void showAll());
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

/** Turns of promises that a figure waits for once its code is there: its module, its numbers, its frame. */
const TURNS = 50;

/** The page is printed when all promises that can be kept now have been kept. */
async function showAll(): Promise<void> {
  for (const watcher of watchers.values()) watcher(true);
  for (let turn = 0; turn < TURNS; turn++) {
    await undefined;
    flushFrame();
  }
}

/** Observing an element again reports it again, so that figures off screen stop again after printing. */
function observeAnew(): void {
  for (const element of watchers.keys()) {
    observer?.unobserve(element);
    observer?.observe(element);
  }
}
