import type { Locator, Page } from "playwright-core";
import { drawn, openMore, settled } from "../harness/figure-page.ts";
import { keepFiles } from "../harness/keep-files.ts";
import { type Pages, pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

/** A page with one small race. */

const attributes =
  'task="reverse" rate="0.003" encodings="none rope" steps="40" d-model="16" layers="1" heads="2" batch="32"';
const model = { width: 16, layers: 1, heads: 2 };
/** The same models with more steps, as a link has them: it takes away all attributes that it does not name. */
export const LONGER =
  "task=reverse&rate=0.003&encodings=none+rope&steps=400&d-model=16&layers=1&heads=2&batch=32";
/** The rate rises in a quarter of the steps, and then falls. */
export const optimiserOf = (steps: number) => ({
  rate: 0.003,
  warmup: Math.min(100, steps / 4),
  steps,
  end: 0.02,
});
export const options = { task: "reverse", seed: 1, batch: 32, model } as const;
export const lengths = [6, 12, 24, 48];

const script = `import { RaceElement } from "/dist/elements.js";
import "/dist/define.js";
globalThis.started = 0;
RaceElement.startWorker = () => {
  started++;
  return new Worker("/dist/race-worker.js", { type: "module" });
};`;
const page = (
  from: string,
) => `<!doctype html><html lang="en"><title>pe-race</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="${from}"></script><main><pe-race ${attributes}><p>In its place.</p></pe-race></main>`;

/** Opens a browser and the page for the tests of a file. */
export const raceForTests = (): Pages =>
  pagesForTests({ pages: { "/": page("/dist/define.js") }, csp: strictPolicy() });

/** A page that may start workers, for which Trusted Types would need a policy. */
export const workersForTests = (): Pages =>
  pagesForTests({
    pages: { "/": page("/start.js"), "/start.js": script },
    csp: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'",
  });

export interface Race extends HTMLElement {
  readonly isRunning: boolean;
  readonly isFinished: boolean;
  pause(): void;
  throwAway(): void;
  array(): { columns: number[]; values: Float64Array };
}

export function withRace<T>(
  { browser, site }: Pages,
  use: (figure: Locator, page: Page) => Promise<T>,
  given: WatchOptions = {},
): Promise<T> {
  return withPage(browser, site, { before: keepFiles, ...given }, async (page) => {
    await drawn(page.locator("pe-race"));
    await page.locator("pe-race").evaluate((node) => (node as Race).throwAway()); // what another test has stored
    await page.locator("pe-race").getByRole("button", { name: "Train", exact: true }).waitFor();
    await openMore(page.locator("pe-race"));
    return use(page.locator("pe-race"), page);
  });
}

export const valuesOf = (figure: Locator) => figure.evaluate((node) => [...(node as Race).array().values]);
export const press = (figure: Locator, name: string) =>
  figure.getByRole("button", { name, exact: true }).click();

export async function finish(figure: Locator): Promise<void> {
  await figure.getByRole("button", { name: "Trained" }).waitFor();
  await settled(figure);
}
