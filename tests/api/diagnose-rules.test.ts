import { diagnose } from "posenc/diagnose";
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";

/** Scaling rules whose factor and length no preset has. */

const pe = await load();

const HEAD = 128;

const of = (type: string, base: number, factor: number, originalLength: number) =>
  ({
    method: "rope",
    headDim: HEAD,
    base,
    pairing: "halves",
    scaling: { type, factor, originalLength },
  }) as unknown as Spec;

const rules = [
  of("yarn", 1_000_000, 8, 16_384),
  of("yarn", 500_000, 16, 8192),
  of("llama3", 500_000, 16, 4096),
  of("llama3", 250_000, 4, 16_384),
];

const print = (values: Iterable<number>) => Array.from(values, (value) => Number(value.toPrecision(7)));

describe("are named from the numbers alone:", () => {
  test.each(rules.map((spec) => [JSON.stringify(spec), spec] as const))("%s", (_, spec) => {
    const { base, scaling } = spec as unknown as { base: number; scaling: object };
    const positions = [0, 1, 2, 3, 4, 60, 500, 3000];
    const before = Float32Array.from({ length: positions.length * HEAD }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { ...(spec as object), heads: 1, positions } as never) as Float32Array;
    for (const given of [
      { frequencies: print(pe.frequencies(spec)) },
      { before: print(before), after: print(after), positions, width: HEAD },
    ]) {
      const { is, findings, verdict } = diagnose(given);
      expect(is, verdict).toMatchObject({ method: "rope", base, scaling });
      expect(findings).toEqual([]);
    }
  });
});
