import { expect, test } from "vitest";
import fixture from "../fixtures/training.json" with { type: "json" };
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/** Training in the page has the bits of the native build. */

const opened = pagesForTests({
  pages: { "/": `<!doctype html><title>t</title><link rel="icon" href="data:,">` },
});

const { seed, batch, lengths, model, optimiser } = fixture;
const options = { encoding: "rope", task: { name: "reverse", lengths }, seed, batch, model, optimiser };

/** Runs in the page: FNV-1a over the state after a hundred steps, half of them by a model that was saved. */
const train = `(async () => {
  const lab = await (await import("/dist/lab.js")).load();
  const first = lab.start(${JSON.stringify(options)});
  first.step(50);
  const second = lab.resume(first.save());
  second.step(50);
  const saved = second.save();
  let hash = 0xcbf29ce484222325n;
  for (const byte of saved.subarray(4 + new DataView(saved.buffer).getUint32(0, true)))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16);
})()`;

test("a hundred steps have the bits of the native build, and posenc/lab fetches its own file only", async () => {
  await withPage(opened.browser, opened.site, {}, async (page) => {
    const from = opened.site.requested.length;
    // The number of tests/kernels/training/training_test.cpp.
    expect(await page.evaluate(train)).toBe("a66129d047b619b2");
    const asked = opened.site.requested.slice(from).filter((path) => path.endsWith(".wasm"));
    expect(asked).toEqual(["/dist/posenc-lab.wasm"]);
  });
});
