import type { Page } from "playwright-core";

/** Notes each layout shift that the reader did not cause; runs before the page's own scripts. */
export function noteShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      const nodes = entry.sources.map(({ node }) =>
        node instanceof Element ? node.localName : node?.nodeName,
      );
      if (!entry.hadRecentInput) shifts.push(`${entry.value}: ${nodes.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** What {@link noteShifts} has noted. */
export async function shiftsOn(page: Page): Promise<string[]> {
  await page.waitForTimeout(100); // shifts are reported after the frame that they are in
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}
