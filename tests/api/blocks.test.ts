import { type BlocksOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

/** All rows of the blocks, which are made in one array. */
function joined(spec: Spec, options: BlocksOptions): number[] {
  return [...pe.blocks(spec, options)].length === 0
    ? []
    : Array.from(pe.blocks(spec, options), ({ table }) => [...table]).flat();
}

describe("blocks", () => {
  const cases: [spec: Spec, options: BlocksOptions][] = [
    [{ method: "sinusoidal", dModel: 8 }, { length: 100 }],
    [
      { method: "sinusoidal", dModel: 8 },
      { length: 100, start: 0.1 },
    ],
    [
      { method: "sinusoidal", dModel: 8 },
      { length: 40, start: 2 ** 24 - 20 },
    ],
    [{ method: "sinusoidal", dModel: 8 }, { positions: Array.from({ length: 50 }, (_, i) => 50 - i / 3) }],
    [
      { preset: "fairseq", dModel: 6 },
      { length: 60, start: -20 },
    ],
    [
      { preset: "x-transformers", dModel: 6 },
      { length: 60, start: 1.7 },
    ],
    [{ method: "sine", dModel: 5, precision: "float32" }, { length: 60 }],
    [{ method: "normalized-index", maxLength: 60 }, { length: 60 }],
    [
      { method: "learned", dModel: 2, maxLength: 60 },
      { length: 60, table: new Float32Array(120).fill(3) },
    ],
  ];
  test.each(cases)("of %j with %j are the table", (spec, options) => {
    const whole = [...pe.encode(spec, options)];
    for (const rows of [1, 7, 16, 1000]) expect(joined(spec, { ...options, rows })).toEqual(whole);
    expect(joined(spec, options)).toEqual(whole);
  });

  test("reuse one array, the caller's if one is given", () => {
    const spec: Spec = { method: "sinusoidal", dModel: 4 };
    const seen = new Set([...pe.blocks(spec, { length: 10, rows: 4 })].map(({ table }) => table.buffer));
    expect(seen.size).toBe(1);
    const out = new Float32Array(16);
    const blocks = [...pe.blocks(spec, { length: 10, rows: 4, out })];
    expect(blocks.map(({ first, table }) => [first, table.length, table.buffer === out.buffer])).toEqual([
      [0, 16, true],
      [4, 16, true],
      [8, 8, true],
    ]);
  });

  test("make tables of any length without the memory for them", () => {
    const spec: Spec = { method: "sinusoidal", dModel: 512 };
    let rows = 0;
    for (const { first, table } of pe.blocks(spec, { length: 2 ** 52, rows: 10 })) {
      if (first === 20) expect(table).toEqual(pe.encode(spec, { start: 20, length: 10 }));
      rows += table.length / 512;
      if (rows === 30) break;
    }
    expect([...pe.blocks(spec, { length: 0 })]).toEqual([]);
  });

  test("check options before the first step, and out at every step", () => {
    const spec: Spec = { method: "sinusoidal", dModel: 4 };
    expectError(() => pe.blocks(spec, { length: 4, rows: 0 }), RangeError, "range", "rows");
    expectError(() => pe.blocks(spec, { length: -1 }), RangeError, "range", "length");
    expectError(
      () => pe.blocks(spec, { length: 4, rows: 2, out: new Float32Array(9) }),
      RangeError,
      "length",
      "out",
    );
    expectError(
      () => pe.blocks(spec, { length: 2 ** 40, rows: 2 ** 40 }),
      RangeError,
      "memory-limit",
      "rows",
    );
    const table = new Float32Array(8);
    const learned: Spec = { method: "learned", dModel: 2, maxLength: 4 };
    expectError(
      () => pe.blocks(learned, { length: 5, rows: 2, table }),
      RangeError,
      "range",
      "start + length − 1",
    );
    const out = new Float32Array(8);
    const steps = pe.blocks(spec, { length: 4, rows: 2, out });
    steps.next();
    structuredClone(out, { transfer: [out.buffer] });
    expectError(() => steps.next(), TypeError, "detached", "out");
  });
});
