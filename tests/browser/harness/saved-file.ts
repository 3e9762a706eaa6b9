import type { Locator, Page } from "playwright-core";

/**
 * Keeps what a page hands to the reader as a file, in place of the browser's download: runs before the page's scripts.
 */
export function keepFiles(): void {
  const files: Blob[] = [];
  Object.assign(globalThis, { files });
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob: Blob) => {
    files.push(blob);
    return createObjectURL.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = () => {};
}

/** Presses a button of a figure's open share menu, and takes the file that it makes; the page runs {@link keepFiles}. */
export async function savedFile(figure: Locator, page: Page, button: string): Promise<Buffer> {
  await figure.getByRole("button", { name: button, exact: true }).click();
  const file = await page.evaluate(async () => {
    const { files } = globalThis as unknown as { files: Blob[] };
    const deadline = Date.now() + 10_000; // ms; a large table is written in slices
    while (files.length === 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
    const blob = files.pop();
    if (!blob) throw new Error("no file was made");
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  });
  return Buffer.from(file);
}
