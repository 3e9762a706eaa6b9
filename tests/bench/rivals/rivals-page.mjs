/** A page in headless Chromium with the package, these benches and the libraries that they compare with. */
import { join } from "node:path";
import { harness } from "../harness.mjs";
import { provideRivals } from "./packages.mjs";

const BENCHES = join(import.meta.dirname, "..");

/**
 * @param {string} module of the benches, whose exports are called in the page
 * @param {(call: (name: string, ...args: unknown[]) => Promise<any>) => Promise<void>} use
 */
export async function withRivals(module, use) {
  const { serveSite, launchChromium, DIST } = await harness();
  const site = await serveSite({
    folders: { "/dist/": DIST, "/bench/": BENCHES, "/rivals/": await provideRivals() },
    pages: { "/": "<!doctype html><title>Bench</title>" },
  });
  const browser = await launchChromium();
  try {
    console.log(`Chromium ${browser.version()}`);
    const page = await browser.newPage();
    await page.goto(site.origin);
    await use((name, ...args) =>
      page.evaluate(
        async ([path, name, args]) => (await import(path))[name](...args),
        /** @type {const} */ ([`/bench/${module}`, name, args]),
      ),
    );
  } finally {
    await browser.close();
    await site.close();
  }
}
