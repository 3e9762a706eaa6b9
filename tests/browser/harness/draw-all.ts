import type { Page } from "playwright-core";
import { PATIENCE } from "./patience.ts";

/**
 * Scrolls to each visible figure that is not drawn yet, and waits until it is, with all that it computes while it is seen.
 * @param figures - a selector of them all
 * @returns how many there are
 */
export const drawAll = (page: Page, figures: string): Promise<number> =>
  page.evaluate(
    async ([selector, patience]) => {
      const late = performance.now() + patience;
      const visible = [...document.querySelectorAll(selector)].filter((figure) => figure.checkVisibility());
      for (const figure of visible) {
        const has = (selector: string) => figure.shadowRoot?.querySelector(selector);
        const isDrawn = () => has(".frame[data-state=drawn]") && !has("[aria-busy=true]");
        if (isDrawn()) continue;
        figure.scrollIntoView({ block: "center" });
        while (!isDrawn()) {
          if (performance.now() > late) throw new Error(`${figure.outerHTML} is not drawn`);
          await new Promise(requestAnimationFrame);
        }
      }
      return visible.length;
    },
    [figures, PATIENCE] as const,
  );
