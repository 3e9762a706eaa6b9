/** Rotary modules of transformers and mlx-lm by themselves, against what probes measured: `npm run engines -- modules` wrote the file. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Measured } from "../measure/engines/measured.mjs";

/** Layers whose module computes the same, or the engine's own error. */
type Modules = { layers: number[]; frequencies: number[]; factor: number }[] | { error: string };

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/engines/${name}.json`, import.meta.url), "utf8"));
const modules: { engines: object; rows: { name: string; answers: Record<string, Modules> }[] } =
  read("modules");
const probes: { engines: object; rows: { name: string; answers: Record<string, Measured> }[] } =
  read("measured");

/** Its attention multiplies with a scale that the file does not give; its rotation is complete. */
const STOPS_LATER = ["ministral3-betas transformers"];

test("both files are of the same engines and configs", () => {
  expect(probes.engines).toMatchObject(modules.engines);
  expect(modules.rows.map(({ name }) => name).sort()).toEqual(probes.rows.map(({ name }) => name).sort());
});

test.each(Object.keys(modules.engines))("%s: a probe shows the frequencies of the module", (engine) => {
  let compared = 0;
  for (const { name, answers } of modules.rows) {
    const module = answers[engine]!;
    const probe = probes.rows.find((row) => row.name === name)?.answers[engine] as Measured;
    if ("error" in module || "error" in probe) {
      const stops = [module, probe].map((each) => "error" in each);
      expect(stops, name).toEqual([!STOPS_LATER.includes(`${name} ${engine}`), true]);
      continue;
    }
    for (const { layers, pairing, frequencies } of probe.layers)
      for (const layer of pairing === null ? [] : layers) {
        const own = module.find((group) => group.layers.includes(layer))?.frequencies ?? [];
        // Pairs that do not turn may be left out. A probe's errors are phases of 2^-11 over its length; these are far smaller.
        for (let i = 0; i < Math.max(own.length, frequencies.length); i++)
          expect(Math.abs((own[i] ?? 0) - (frequencies[i] ?? 0)), `${name}, pair ${i}`).toBeLessThan(1e-6);
        compared++;
      }
  }
  expect(compared).toBeGreaterThan(60);
});
