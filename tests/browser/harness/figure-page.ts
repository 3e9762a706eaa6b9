import type { Locator, Page } from "playwright-core";
import { keepFiles } from "./keep-files.ts";
import { pagesForTests } from "./pages.ts";
import { strictPolicy } from "./policy.ts";
import { type Renewal, type WatchOptions, withPage } from "./watched-page.ts";

/** One figure alone on a page, as a stranger's page would have it. */

export type WithFigure = <T>(
  /** The figure's state, as a link has it: fields of the spec and attributes, or a fragment's own text. */
  state: Readonly<Record<string, string | number>> | string,
  use: (figure: Locator, page: Page) => Promise<T>,
  options?: Omit<WatchOptions, "path">,
) => Promise<T>;

/** Each test has a figure of its own, which reads its state from the address as it comes into the page. */
const newFigure: Renewal = {
  clear() {
    document.documentElement.removeAttribute("style");
    document.body = document.createElement("body");
    (globalThis as unknown as { files: Blob[] }).files.length = 0; // of keepFiles
  },
  show(path) {
    history.replaceState(null, "", path);
    const main = document.createElement("main");
    const [template] = document.getElementsByTagName("template");
    if (template) main.append(document.importNode(template.content, true));
    document.body.append(main);
  },
};

/**
 * Opens a browser and a page with nothing but the figure, for the tests of a file.
 * @param attributes - what the page's author gave the tag
 */
export function figureForTests(tag: string, attributes = ""): WithFigure {
  const figure = `<${tag} ${attributes}><p>In place of ${tag}.</p></${tag}>`;
  const page = `<!doctype html><html lang="en"><title>${tag}</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/dist/embed.js"></script><template>${figure}</template><main>${figure}</main>`;
  const opened = pagesForTests({ pages: { "/": page }, csp: strictPolicy() });
  return (state, use, options = {}) => {
    const parameters = Object.entries(state).map(([name, value]): [string, string] => [name, String(value)]);
    const path = `/#${tag}?${typeof state === "string" ? state : new URLSearchParams(parameters)}`;
    const shown = { before: keepFiles, renewal: newFigure, ...options, path };
    return withPage(opened.browser, opened.site, shown, async (page) => {
      const figure = page.locator(tag);
      await drawn(figure);
      await openMore(figure);
      return use(figure, page);
    });
  };
}

/** Opens the panel with the buttons and the controls that a figure does not show at first. */
export const openMore = (figure: Locator): Promise<void> =>
  figure.locator("button.dots[aria-expanded=false]").evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });

/** What a figure tells the page's author in the console, as its `expected` message if a test makes an attribute wrong. */
export const WARNING = /^console\.warning: <pe-[a-z-]+>: /;

/** Waits for the first drawing of a figure, in the size that its controls leave it. */
export async function drawn(figure: Locator): Promise<void> {
  await figure.locator(".frame[data-state=drawn]").waitFor();
  await settled(figure);
}

/** Waits for the update that follows a change, and for the frame that shows it. */
export const settled = (figure: Locator): Promise<void> =>
  figure.evaluate(async (node) => {
    await (node as unknown as { updateComplete: Promise<boolean> }).updateComplete;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** The smallest size of a text in the figure, in px. A drawing that is drawn anew has no sizes for a moment: poll. */
export const smallestText = (figure: Locator, selector = "svg.drawing text"): Promise<number> =>
  figure
    .locator(selector)
    .evaluateAll((nodes) =>
      Math.min(...nodes.map((node) => Number.parseFloat(getComputedStyle(node).fontSize))),
    );

/** What the live region says once the figure has settled. */
export async function spokenBy(figure: Locator): Promise<string> {
  await settled(figure);
  return plain((await figure.locator("[aria-live]").textContent()) ?? "");
}

/** A figure's text with ASCII minus signs and plain spaces, so that numbers in it can be read. */
export const plain = (text: string): string =>
  text
    .replaceAll("\u2212", "-")
    .replaceAll("\u00a0", " ")
    .replace(/[\u202f\u2007]/g, "");

/** The rows of a table: texts of heading and cells. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((nodes) => nodes.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  return rows.map((row) => row.map((text) => plain(text).trim()));
}
