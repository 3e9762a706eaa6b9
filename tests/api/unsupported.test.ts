import { load, type Spec } from "posenc";
import { describe, expect, test } from "vitest";
import { expectError } from "./expect-error.ts";

const pe = await load();

describe("what this build has no kernel for is refused by name", () => {
  const sinusoidal = { method: "sinusoidal", dModel: 8 } as const;
  const tables: [param: string, spec: Spec][] = [
    ["method", { method: "alibi" }],
    ["method", { method: "rope", headDim: 8, pairing: "halves" }],
    ["dModel", { ...sinusoidal, dModel: 7, oddWidth: "zero" }],
    ["scale", { ...sinusoidal, scale: 2 }],
    ["outputScale", { preset: "x-transformers", dModel: 8 }],
    ["paddingIndex", { preset: "fairseq", dModel: 8 }],
    ["precision", { ...sinusoidal, precision: "float32" }],
  ];
  test.each(tables)("%s", (param, spec) => {
    const error = expectError(() => pe.encode(spec, { length: 1 }), RangeError, "unsupported", param);
    expect(error.message).toMatch(/is not computed by this build$/);
  });

  test("but conventions of the same arithmetic are computed", () => {
    const shifted = pe.encode({ preset: "tensor2tensor", dModel: 6 }, { length: 1, start: 100 });
    const [f0, f1, f2] = [1, 0.01, 0.0001].map((f) => 100 * f);
    const halves = [Math.sin(f0!), Math.sin(f1!), Math.sin(f2!), Math.cos(f0!), Math.cos(f1!), Math.cos(f2!)];
    for (const [i, value] of halves.entries()) expect(shifted[i]).toBeCloseTo(value, 6);
    const flipped = pe.encode({ preset: "stable-diffusion", dModel: 4 }, { positions: [0] });
    expect([...flipped]).toEqual([1, 1, 0, 0]);
    const fifth = pe.encode({ ...sinusoidal, start: 5 }, { length: 1 });
    expect(fifth).toEqual(pe.encode(sinusoidal, { length: 1, start: 5 }));
    const radians = pe.frequencies({ method: "rope", headDim: 8, rotaryDim: 4, pairing: "halves" });
    expect([...radians]).toEqual([1, 0.01]);
  });
});
