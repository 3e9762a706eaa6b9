import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchEngines } from "../harness/engines.ts";
import { type Site, serveSite } from "../harness/site.ts";
import { sitePages } from "../harness/site-pages.ts";
import type { Webkit } from "../harness/webkit.ts";

/**
 * No page of the site does what its own policy blocks, or has to be pushed sideways in a window of 360 px, in three engines.
 * axe finds nothing on them.
 */

const FRAME = "/embed.html";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
  site = await serveSite({ pages: { "/before.js": `(${noteFaults})();`, "/axe.js": AXE } });
  for (const path of [...sitePages(), FRAME])
    site.replies.set(path, {
      body: (file) =>
        file
          .toString()
          .replace(
            '<meta name="viewport"',
            '<script src="/before.js"></script><script src="/axe.js"></script>$&',
          ),
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

/** Runs in the page: what axe finds. */
async function violationsOn(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.flat().join(" ")}`));
}

test.each([...sitePages(), `${FRAME}#pe-heatmap`])("%s", async (path) => {
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
    // Chromium is asked with all figures drawn; and the page around a frame has the heading.
    if (name === "Chromium" || path.startsWith(FRAME)) continue;
    expect(await engine.evaluate(violationsOn, undefined), name).toEqual([]);
  }
});
