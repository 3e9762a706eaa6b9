/** Keeps the sentence with a dotted link in sight when its figure comes into view, if there is room for both. */

/** Share of the figure's height that has to stay visible. */
const ENOUGH = 0.6;
/** Room between the sentence and the edge of the window, CSS pixels. */
const EDGE = 48;

export function keepSentence(): void {
  document.addEventListener("click", ({ target }) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"][href*="?"]') : null;
    const [, id = ""] = /^#([\w-]+)\?/.exec(link?.hash ?? "") ?? [];
    const figure = document.getElementById(id);
    if (!link || !figure) return;
    // The figure scrolls itself into view when the address has changed.
    requestAnimationFrame(() => requestAnimationFrame(() => show(link, figure)));
  });
}

function show(link: Element, figure: Element): void {
  const [sentence, picture] = [link.getBoundingClientRect(), figure.getBoundingClientRect()];
  const above = sentence.top - EDGE;
  const below = sentence.bottom + EDGE - innerHeight;
  const by = above < 0 ? above : Math.max(below, 0);
  if (by === 0) return;
  const [top, bottom] = [Math.max(picture.top - by, 0), Math.min(picture.bottom - by, innerHeight)];
  if (bottom - top >= ENOUGH * Math.min(picture.height, innerHeight)) scrollBy(0, by);
}
