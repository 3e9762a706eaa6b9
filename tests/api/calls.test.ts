/** Calls of the module are data that the compiler checks: each mistake here must be one for it. */
import { expect, test } from "vitest";
import createModule from "../../build/wasm/web/posenc-full.mjs";
import { frequencies, input, Output, room } from "../../src/api/module/areas.ts";
import { step, type WasmModule } from "../../src/api/module/calls.ts";
import { Engine } from "../../src/api/module/engine.ts";
import { heatmapModes, recipes } from "../../src/bindings/light.ts";
import { word } from "../../src/bindings/slots.ts";
import { wasmBytes } from "./harness/faulty-module.ts";

const floats = room(Float32Array, 4);
const doubles = room(Float64Array, 4);
const powers = { base: 10, numerator: 2, denominator: 4 };

test("fields that a call does not have do not compile", () => {
  step("scaleEntries", { table: floats, factor: 2 });
  // @ts-expect-error doubles in place of floats
  step("scaleEntries", { table: doubles, factor: 2 });
  // @ts-expect-error frequencies in place of floats
  step("scaleEntries", { table: room(frequencies, 4), factor: 2 });
  // @ts-expect-error a number in place of an array, and an array in place of a number
  step("scaleEntries", { table: 2, factor: floats });
  // @ts-expect-error a field is missing
  step("scaleEntries", { table: floats });
  // @ts-expect-error a field is too much
  step("scaleEntries", { table: floats, factor: 2, scale: 1 });
  const more = { table: floats, factor: 2, scale: 1 };
  // @ts-expect-error a field is too much, in an object made elsewhere
  step("scaleEntries", more);
  // @ts-expect-error no call has this name
  step("scaled", { table: floats, factor: 2 });

  step("recipeFrequencies", { ...powers, out: floats, recipe: word(recipes, "direct") });
  // @ts-expect-error a number in place of a word
  step("recipeFrequencies", { ...powers, out: floats, recipe: 1 });
  // @ts-expect-error a word of another list
  step("recipeFrequencies", { ...powers, out: floats, recipe: word(heatmapModes, "exact") });
  // @ts-expect-error no word of the list
  word(recipes, "exact");

  const shape = { width: 1, height: 1, positionsAcross: false };
  const layout = { sine: 0, cosine: 1, step: 2, row: 4 };
  step("heatmapScratch", { pairs: 2, layout, shape });
  // @ts-expect-error a struct in place of another
  step("heatmapScratch", { pairs: 2, layout: shape, shape: layout });
  // @ts-expect-error a field of a struct is too much
  step("heatmapScratch", { pairs: 2, layout: { ...layout, column: 1 }, shape });
});

const engine = async () => {
  const wasm = await WebAssembly.compile(wasmBytes());
  const instance = (): WasmModule => {
    const target = { wasm };
    createModule(target).catch(() => {});
    return target as unknown as WasmModule;
  };
  return new Engine(instance(), instance);
};
const size = { param: "x", value: 4 };

test("a surplus field that the compiler has not seen stops the module, and the next call starts a new one", async () => {
  const running = await engine();
  const out = new Output(Float32Array, 2, undefined, Float32Array.of(1, 2));
  const scaled = step("scaleEntries", { table: out, factor: 3 });
  const wide = { ...scaled, fields: { ...scaled.fields, more: 1 } };
  expect(() => running.run(size, wide)).toThrow("the WebAssembly module stopped");
  running.run(size, scaled);
  expect(out.result).toEqual(Float32Array.of(3, 6));
});

test("calls of one run share areas, in their order", async () => {
  const running = await engine();
  const table = input(Float32Array.of(1, 2));
  const out = new Output(Float64Array, 2);
  const twice = step("scaleEntries", { table, factor: 2 });
  running.run(size, twice, twice, step("widen", { floats: table, out }));
  expect(out.result).toEqual(Float64Array.of(4, 8));
});
