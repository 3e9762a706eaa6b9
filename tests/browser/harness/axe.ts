import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Accessibility violations of the page as it stands, shadow trees included: one line each, empty when there are none.
 */
export async function axeViolations(page: Page, selector = ":root"): Promise<string[]> {
  await page.evaluate(SOURCE); // through the debugger, so that the page's security policy does not refuse it
  const results = await page.evaluate(
    (root) => (globalThis as unknown as { axe: { run(root: string): Promise<AxeResults> } }).axe.run(root),
    selector,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.flat().join(" ")}: ${node.failureSummary ?? ""}`),
  );
}
