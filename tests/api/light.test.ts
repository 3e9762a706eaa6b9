/** The light entry: the same numbers as the full one for the encodings it has, and a way out for all others. */
import * as light from "posenc";
import * as full from "posenc/full";
import { expect, expectTypeOf, test } from "vitest";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { wasmBytes } from "./harness/faulty-module.ts";

const small = await light.load();
const whole = await full.load();

const specs: light.LightSpec[] = [
  { method: "sinusoidal", dModel: 64 },
  { method: "sinusoidal", dModel: 7, oddWidth: "truncate", layout: "halves", scale: 1000, start: -3.5 },
  { method: "sinusoidal", dModel: 8, outputScale: "inverse-sqrt", paddingIndex: 2, shift: 1 },
  { method: "sinusoidal", dModel: 16, precision: "float32" },
  { method: "sinusoidal", dModel: 16, precision: "float32-logarithmic" },
  { method: "sinusoidal", dModel: 16, precision: "float32-cast", layout: "flipped-halves" },
  { method: "sine", dModel: 9, base: 30 },
  { preset: "fairseq", dModel: 12 },
  { preset: "simple-pe", dModel: 4 },
];

test.each(specs)("%j has the same bits in both", (spec) => {
  expect(light.checkSpec(spec)).toEqual(full.checkSpec(spec));
  expect(small.frequencies(spec)).toEqual(whole.frequencies(spec));
  for (const rows of [{ length: 70 }, { length: 3, start: 2 ** 24 }, { positions: [0, 2, 1.5, -1e9] }])
    expect(small.encode(spec, rows)).toEqual(whole.encode(spec, rows));
  const cut = { length: 10, rows: 4 };
  const tables = (blocks: Iterable<full.Block>) => Array.from(blocks, ({ table }) => [...table]);
  expect(tables(small.blocks(spec, cut))).toEqual(tables(whole.blocks(spec, cut)));
});

test("heat maps have the same bits in both", () => {
  const view = { positions: [0, 1e6], dimensions: [0, 64] } as const;
  for (const mode of ["exact", "nearest", "difference"] as const) {
    const options = { view, width: 32, height: 20, mode };
    expect(small.heatmap(specs[0]!, options)).toEqual(whole.heatmap(specs[0]!, options));
  }
});

test("an error names the entry that has the other methods and presets", () => {
  const elsewhere = { rope: { method: "rope", headDim: 4, pairing: "halves" }, llama: { preset: "llama-2" } };
  for (const [param, spec] of [["method", elsewhere.rope] as const, ["preset", elsewhere.llama] as const]) {
    const error = expectError(() => small.encode(spec as never), RangeError, "unsupported", param);
    expect(error.message).toContain("posenc/full");
  }
  expectError(() => small.encode({ dModel: 4 } as never), TypeError, "missing", "method");
});

test("functions and methods of the full entry are errors of type", () => {
  expectTypeOf(small).toEqualTypeOf<light.Light>();
  expectTypeOf<full.Posenc>().toExtend<light.Light>();
  // @ts-expect-error posenc/full has it
  expect(small.attention).toBeUndefined();
  // @ts-expect-error no field of these encodings
  expect(() => small.encode({ method: "index" }, { length: 1 })).toThrow(RangeError);
  // @ts-expect-error learned encodings have a table
  expect(() => small.encode(specs[0]!, { length: 1, table: new Float32Array(1) })).toThrow(TypeError);
});

test("the two files cannot be mixed up", async () => {
  const error = await rejectionOf(light.load({ wasm: wasmBytes() }));
  expect(error).toMatchObject({ code: "version" });
  expect(error.message).toMatch(/is from posenc [\d.]+ full, but this script is from posenc [\d.]+;/);
});

test("posenc/inline needs no second file, and loads it once", async () => {
  const { load } = await import("posenc/inline");
  const pe = await load();
  expect(await load()).toBe(pe);
  expect(pe.bias({ method: "alibi" }, { heads: 2, queries: 3 })).toEqual(
    whole.bias({ method: "alibi" }, { heads: 2, queries: 3 }),
  );
});

test("posenc/spec has the specs of posenc/full, without a module", async () => {
  const spec = await import("posenc/spec");
  const { load, divergingPalette, ...rest } = full;
  expect(Object.keys(spec).sort()).toEqual(Object.keys(rest).sort());
  expect(spec.presets).toEqual(full.presets);
  expect(spec.formatSpec({ preset: "llama-3.1" })).toBe(full.formatSpec({ preset: "llama-3.1" }));
});
