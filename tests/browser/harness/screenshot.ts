import pixelmatch from "pixelmatch";
import type { Locator, Page } from "playwright-core";
import { PNG } from "pngjs";

/** Decoded picture of a page or of one element, one pixel a device pixel. */
export async function screenshot(target: Page | Locator): Promise<PNG> {
  return PNG.sync.read(await target.screenshot());
}

/**
 * Share of pixels in [0, 1] that differ visibly between two pictures of the same size.
 *
 * @param threshold - colour distance that counts as a difference, 0 … 1; default 0.1 forgives antialiasing
 */
export function differingShare(a: PNG, b: PNG, threshold = 0.1): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`pictures of ${a.width}×${a.height} and ${b.width}×${b.height} cannot be compared`);
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold }) / (a.width * a.height);
}
