import { expect, test } from "vitest";
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/** The module with relaxed SIMD, which Node 20 cannot run: the bits of tables, and sums within their bounds. */

const opened = pagesForTests({
  pages: { "/": `<!doctype html><title>t</title><link rel="icon" href="data:,">` },
});

/** Runs in the page: the greatest distances of products and attention from those of the usual module, in 2^-24. */
const compare = `(async () => {
  const { load } = await import("/dist/full.js");
  const [plain, relaxed] = [await load(), await load({ relaxed: true })];
  const numbers = (length) => Float32Array.from({ length }, (_, i) => Math.sin(1.7 * i * i));
  const apart = (f) => {
    const [x, y] = [f(plain), f(relaxed)];
    return Math.max(...x.map((number, i) => Math.abs(number - y[i]))) * 2 ** 24;
  };
  const [n, tokens] = [67, 37];
  const [q, k, v] = [0, 1, 2].map((i) => numbers(3 * tokens * 24).subarray(i * tokens * 24, (i + 1) * tokens * 24));
  return {
    table: apart((pe) => pe.sinusoidal({ length: 1100, dModel: 34 })),
    matmul: apart((pe) => pe.matmul(numbers(n * n), numbers(n * n), { inner: n })),
    attention: apart((pe) => pe.attention({ q, k, v, heads: 3, headDim: 8, causal: true }).output),
  };
})()`;

test("load({ relaxed: true }) takes the other file, whose tables have equal bits and whose sums stay near", async () => {
  await withPage(opened.browser, opened.site, {}, async (page) => {
    const from = opened.site.requested.length;
    const { table, matmul, attention } = (await page.evaluate(compare)) as Record<string, number>;
    const asked = opened.site.requested.slice(from).filter((path) => path.endsWith(".wasm"));
    expect(asked).toEqual(["/dist/posenc-full.wasm", "/dist/posenc-full-relaxed.wasm"]);
    expect(table).toBe(0);
    // Each module is within 67 · 2^-24 Σ|a b| <= 67² · 2^-24 of the exact product: a sum of 67 products of numbers below 1.
    expect(matmul).toBeLessThanOrEqual(2 * 67 ** 2);
    expect(matmul).toBeGreaterThan(0);
    // Each is within 4.5 · 2^-24 max|v| for values that are alike, and 2 for others.
    expect(attention).toBeLessThanOrEqual(9);
  });
});
