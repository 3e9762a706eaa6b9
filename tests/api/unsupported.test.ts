import { load, type Spec } from "posenc/full";
import { describe, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();
const sinusoidal = { method: "sinusoidal", dModel: 8 } as const;
const view = { positions: [0, 4], dimensions: [0, 2] } as const;

describe("specs that a function does not support are refused by name", () => {
  test.each<[param: string, spec: Spec]>([
    ["method", { method: "alibi" }],
    ["method", { method: "rope", headDim: 8, pairing: "halves" }],
  ])("encode: %s of %j", (param, spec) => {
    expectError(() => pe.encode(spec, { length: 1 }), RangeError, "unsupported", param);
  });

  test.each<[spec: Spec]>([[{ method: "index" }], [{ method: "alibi" }], [{ preset: "bert" }]])(
    "frequencies: %j",
    (spec) => {
      expectError(() => pe.frequencies(spec), RangeError, "unsupported", "method");
    },
  );

  test.each<[spec: Spec]>([[sinusoidal], [{ method: "alibi" }]])("rotary functions: %j", (spec) => {
    expectError(() => pe.rotaryTable(spec, { length: 1 }), RangeError, "unsupported", "method");
    expectError(() => pe.attentionFactor(spec), RangeError, "unsupported", "method");
  });

  test.each<[spec: Spec]>([
    [{ preset: "nerf", octaves: 2 }],
    [{ preset: "detr", dModel: 8, shape: [2, 2] }],
    [{ preset: "llama-2" }],
  ])("blocks: %j", (spec) => {
    expectError(() => pe.blocks(spec, { length: 1 }), RangeError, "unsupported", "method");
  });

  test.each<[param: string, spec: Spec]>([
    ["method", { method: "index" }],
    ["outputScale", { preset: "x-transformers", dModel: 8 }],
    ["paddingIndex", { preset: "fairseq", dModel: 8 }],
    ["precision", { ...sinusoidal, precision: "float32" }],
    ["precision", { method: "sine", dModel: 8, precision: "float32-cast" }],
  ])("heatmap: %s of %j", (param, spec) => {
    expectError(() => pe.heatmap(spec, { view, width: 1, height: 1 }), RangeError, "unsupported", param);
  });
});
