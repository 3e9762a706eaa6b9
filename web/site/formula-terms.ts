/**
 * Marks all places of a formula's letter in the chapter while the reader points at one of them or has the focus on it.
 * The style sheet gives them their colour.
 */
export function lightTerms(): void {
  for (const [starts, ends] of [
    ["pointerover", "pointerout"],
    ["focusin", "focusout"],
  ] as const) {
    document.addEventListener(starts, ({ target }) => light(target, true));
    document.addEventListener(ends, ({ target }) => light(target, false));
  }
}

function light(target: EventTarget | null, on: boolean): void {
  const term = target instanceof Element ? target.closest<HTMLElement>("[data-term]") : null;
  const chapter = term?.closest("section");
  if (!term || !chapter) return;
  if (on) chapter.setAttribute("data-lit", term.dataset.term ?? "");
  else chapter.removeAttribute("data-lit");
}
