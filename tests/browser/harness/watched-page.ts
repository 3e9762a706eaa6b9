import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { browserFor } from "./browsers.ts";
import { BROWSER } from "./launch.ts";
import { PATIENCE } from "./patience.ts";
import { EMPTY, type Site } from "./site.ts";

export interface WatchOptions
  extends Pick<BrowserContextOptions, "colorScheme" | "forcedColors" | "reducedMotion" | "hasTouch"> {
  readonly width?: number;
  readonly height?: number;
  readonly deviceScaleFactor?: number;
  /** Path on the site. Default: its `start`. */
  readonly path?: string;
  /** Runs in the page before any of its own scripts. */
  readonly before?: () => void;
  /** Messages that the browser itself writes about a fault that the test plants. */
  readonly expected?: RegExp;
  /** Lets the page serve the next test, too, without being loaded again: that takes a tenth of the time. */
  readonly renewal?: Renewal;
}

/** Both run in the page. */
export interface Renewal {
  /** Takes away all that a test has left. */
  readonly clear: () => void;
  /** Shows what the page would show if it were loaded from a path. */
  readonly show: (path: string) => void;
}

/**
 * The next test gets the page as the last one has left it, from its top: for tests of one page that leave alone what the
 * others look at.
 */
export const asItWasLeft: Renewal = {
  clear() {
    history.replaceState(null, "", location.pathname);
    scrollTo(0, 0);
  },
  show() {},
};

/** Everything that a quiet page must not do: console output, uncaught errors, unhandled rejections, foreign requests. */
function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => problems.push(`console.${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => {
    // For a screenshot the driver of Firefox puts a style of its own into the page, which a strict policy blocks.
    const isDriver = BROWSER === "firefox" && error.message.includes("blocked an inline style");
    if (!isDriver) problems.push(`uncaught: ${error.message}`); // rejections arrive here too
  });
  page.on("crash", () => problems.push("the page crashed"));
  page.on("request", (request) => {
    const url = request.url();
    const isLocal = url.startsWith("data:") || url.startsWith("blob:");
    if (!isLocal && new URL(url).origin !== origin) problems.push(`foreign request: ${url}`);
  });
  return problems;
}

/** What two tests must have in common to share a page. */
interface Wanted {
  readonly origin: string;
  readonly before: WatchOptions["before"];
  readonly renewal: Renewal | undefined;
}

interface Watched extends Wanted {
  readonly page: Page;
  readonly problems: string[];
  /** True once it can be renewed. */
  isLoaded: boolean;
}

/** Opens an empty page in a fresh profile. */
async function watchedPage(
  browser: Browser,
  wanted: Wanted,
  emulated: BrowserContextOptions,
): Promise<Watched> {
  const context = await browser.newContext(emulated);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  if (wanted.before !== undefined) await page.addInitScript(wanted.before);
  return { ...wanted, page, problems: watch(page, wanted.origin), isLoaded: false };
}

/** The page that each browser's last test has left: a new one costs more than most tests do in it. */
const rested = new WeakMap<Browser, Watched>();

async function plainPage(browser: Browser, wanted: Wanted): Promise<Watched> {
  const left = rested.get(browser);
  rested.delete(browser);
  const names = ["origin", "before", "renewal"] as const;
  if (left !== undefined && names.every((name) => left[name] === wanted[name])) return left;
  await left?.page.context().close();
  return watchedPage(browser, wanted, {});
}

/** Loads an address. What the page before it does until then is no problem of this one. */
async function visit({ page, problems }: Watched, address: string): Promise<void> {
  const [document] = address.split("#");
  const isFragment = address !== document && page.url().split("#")[0] === document;
  if (isFragment) await page.goto(new URL(EMPTY, address).href); // or the page would only scroll
  const forget = (frame: Frame) => {
    if (frame === page.mainFrame()) problems.length = 0;
  };
  page.on("framenavigated", forget);
  await page.goto(address);
  page.off("framenavigated", forget);
}

/** Leaves a page for the next test, with the pointer in its corner. */
async function rest(browser: Browser, watched: Watched): Promise<void> {
  const { page, renewal } = watched;
  if (renewal !== undefined) await page.evaluate(renewal.clear);
  watched.isLoaded = renewal !== undefined;
  await page.mouse.move(0, 0);
  watched.problems.length = 0;
  rested.set(browser, watched);
}

/**
 * Opens a page of the site, runs `use` on it, and fails when the page was not quiet. A reader's preferences take a fresh
 * profile; without any the page may be one that a test before has left in order.
 */
export async function withPage<T>(
  browser: Browser,
  site: Site,
  options: WatchOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const {
    width = 1280,
    height = 800,
    path = site.start,
    before,
    renewal,
    expected,
    ...preferences
  } = options;
  const isPlain = Object.keys(preferences).length === 0;
  const wanted = { origin: site.origin, before, renewal };
  const watched = await (isPlain
    ? plainPage(browser, wanted)
    : watchedPage(await browserFor(preferences), wanted, preferences));
  const { page, problems } = watched;
  let isInOrder = false;
  try {
    await page.setViewportSize({ width, height });
    if (watched.isLoaded && renewal !== undefined) await page.evaluate(renewal.show, path);
    else await visit(watched, site.origin + path);
    const result = await use(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0))); // late rejections are reported after this turn
    const unexpected = problems.filter((problem) => expected?.test(problem) !== true);
    if (unexpected.length > 0) throw new Error(`the page was not quiet:\n${unexpected.join("\n")}`);
    isInOrder = isPlain;
    return result;
  } finally {
    if (isInOrder) await rest(browser, watched);
    else await page.context().close();
  }
}
