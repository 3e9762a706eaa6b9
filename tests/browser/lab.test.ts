import type { LabEncoding, load, StartOptions } from "posenc/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import fixture from "../fixtures/training.json" with { type: "json" };
import hashes from "../fixtures/training_bits.json" with { type: "json" };
import { launchEngines } from "./harness/engines.ts";
import { type Site, serveSite } from "./harness/site.ts";
import type { Webkit } from "./harness/webkit.ts";

/** Training in three engines has the bits of the native build. */

let engines: ReadonlyMap<string, Webkit>;
let site: Site;

beforeAll(async () => {
  site = await serveSite({
    pages: {
      "/": `<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>`,
      "/start.js": 'import { load } from "/dist/lab.js"; globalThis.loadLab = load;',
    },
  });
  engines = await launchEngines();
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  await site.close();
});

const { seed, batch, lengths, model, optimiser } = fixture;
const options = {
  task: { name: "reverse", lengths: lengths as [number, number] },
  seed,
  batch,
  model,
  optimiser,
} as const satisfies Omit<StartOptions, "encoding">;

/** Runs in the page: FNV-1a over the state after some steps, half of them by a model that was saved. */
async function hashOfTrained([start, steps]: readonly [StartOptions, number]): Promise<string> {
  const page = globalThis as unknown as { loadLab?: typeof load };
  while (page.loadLab === undefined) await new Promise((done) => setTimeout(done, 20)); // WebKit runs modules late
  const lab = await page.loadLab();
  const first = lab.start(start);
  first.step(steps / 2);
  const second = lab.resume(first.save());
  second.step(steps / 2);
  const saved = second.save();
  let hash = 0xcbf29ce484222325n;
  for (const byte of saved.subarray(4 + new DataView(saved.buffer).getUint32(0, true)))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16);
}

test.each(["Chromium", "Firefox", "WebKit"])(
  "models after many steps in %s have the bits of the native build, and posenc/lab fetches its own file only",
  async (name) => {
    const engine = engines.get(name)!;
    await engine.goto(`${site.origin}/`);
    const from = site.requested.length;
    // The numbers of tests/kernels/training/training_test.cpp.
    for (const { encoding, steps, hash } of hashes) {
      const start = { ...options, encoding: encoding as LabEncoding };
      expect(await engine.evaluate(hashOfTrained, [start, steps] as const), encoding.method).toBe(hash);
    }
    const asked = site.requested.slice(from).filter((path) => path.endsWith(".wasm"));
    expect(asked).toEqual(["/dist/posenc-lab.wasm"]);
  },
);
