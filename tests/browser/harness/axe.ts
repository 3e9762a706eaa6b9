import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that can tell a dark page from a light one. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Accessibility violations of the page as it stands, shadow trees included: one line each, empty when there are none.
 * @param rules - of axe, by name; default: all
 */
export async function axeViolations(page: Page, selector = ":root", rules?: string[]): Promise<string[]> {
  await page.evaluate(SOURCE); // through the debugger, so that the page's security policy does not refuse it
  const results = await page.evaluate(
    ([root, runOnly]) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      return axe.run(root, { resultTypes: ["violations"], ...(runOnly === undefined ? {} : { runOnly }) });
    },
    [selector, rules] as const,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.flat().join(" ")}: ${node.failureSummary ?? ""}`),
  );
}

/** {@link axeViolations}, light and then dark, in which Chromium alone can show one page. */
export async function axeLightAndDark(page: Page, selector = ":root"): Promise<string[]> {
  const inLight = await axeViolations(page, selector);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => new Promise(requestAnimationFrame)); // figures draw themselves anew
  const inDark = await axeViolations(page, selector, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: null });
  return [...inLight, ...inDark.map((violation) => `dark: ${violation}`)];
}
