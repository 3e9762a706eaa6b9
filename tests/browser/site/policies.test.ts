import { afterAll, beforeAll, expect, test } from "vitest";
import { launchEngines } from "../harness/engines.ts";
import { type Site, serveSite } from "../harness/site.ts";
import { sitePages } from "../harness/site-pages.ts";
import type { Webkit } from "../harness/webkit.ts";

/** No page of the site does what its own policy blocks, or has to be pushed sideways in a window of 360 px, in three engines. */

/** Runs in each page before its scripts. */
function noteFaults(): void {
  const faults: string[] = [];
  Object.assign(globalThis, { faults });
  for (const kind of ["error", "warn"] as const) console[kind] = (...values) => faults.push(values.join(" "));
  addEventListener("error", ({ message }) => {
    if (!message.startsWith("ResizeObserver loop")) faults.push(message); // Firefox's word for a size that changed twice
  });
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    faults.push(`${violatedDirective} ${blockedURI} ${sample}`),
  );
}

let engines: ReadonlyMap<string, Webkit>;
let site: Site;

beforeAll(async () => {
  site = await serveSite({ pages: { "/before.js": `(${noteFaults})();` } });
  for (const path of [...sitePages(), "/embed.html"])
    site.replies.set(path, {
      body: (file) =>
        file.toString().replace('<meta name="viewport"', '<script src="/before.js"></script>$&'),
    });
  engines = await launchEngines();
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  await site.close();
});

/** Runs in the page: goes to its end and back, and waits for what that makes its scripts do. */
async function faultsOn(): Promise<string[] | undefined> {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  for (const place of [document.documentElement.scrollHeight, 0]) {
    scrollTo(0, place);
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestAnimationFrame(done));
  }
  return (globalThis as unknown as { faults?: string[] }).faults;
}

/** Runs in the page: by how many pixels it is wider than its window. */
const tooWide = (): number => document.documentElement.scrollWidth - innerWidth;

test.each([...sitePages(), "/embed.html#pe-heatmap"])("%s", async (path) => {
  const faults = await Promise.all(
    Array.from(engines.values(), async (engine) => {
      await engine.goto(site.origin + path);
      return engine.evaluate(faultsOn, undefined);
    }),
  );
  expect(faults).toEqual([[], [], []]);
  for (const [name, engine] of engines) {
    await engine.resize(360);
    await expect.poll(() => engine.evaluate(tooWide, undefined), { message: name }).toBeLessThanOrEqual(0);
    await engine.resize(1280);
  }
});
