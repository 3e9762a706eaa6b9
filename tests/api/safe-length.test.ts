import { type NumberType, safeLength } from "posenc/engines";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const pe = await load();

/** A number rounded to a type, ties to even. Without overflow. */
function rounded(x: number, type: NumberType): number {
  if (type === "float64" || x === 0) return x;
  if (type === "float32") return Math.fround(x);
  const [bits, least] = type === "bfloat16" ? [8, -126] : [11, -14];
  let exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), least);
  if (2 ** exponent > Math.abs(x)) exponent--;
  const unit = 2 ** (Math.max(exponent, least) - bits + 1);
  const steps = x / unit;
  const down = Math.floor(steps);
  const rest = steps - down;
  return unit * (rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down);
}

describe("safeLength", () => {
  const spec = { method: "rope", headDim: 16, pairing: "halves" } as const;

  test.each([
    ["bfloat16", 256],
    ["float16", 2048],
    ["float32", 2 ** 24],
    ["float64", 2 ** 53],
  ] as const)("positions in %s collide from %d on", (type, first) => {
    expect(safeLength(spec, { positions: type }).collision).toBe(first);
    if (type === "float64") return;
    expect(rounded(first, type)).toBe(rounded(first + 1, type));
    expect(rounded(first - 1, type)).not.toBe(rounded(first, type));
  });

  const pipelines: Record<
    string,
    Partial<Record<"positions" | "frequencies" | "phase" | "cache", NumberType>>
  > = {
    "float32 throughout": {},
    "a cache in bfloat16": { cache: "bfloat16" },
    "a cache in float16": { cache: "float16" },
    "positions in bfloat16": { positions: "bfloat16" },
    "frequencies in bfloat16": { frequencies: "bfloat16" },
    "phases in float16": { phase: "float16" },
    "bfloat16 throughout": {
      positions: "bfloat16",
      frequencies: "bfloat16",
      phase: "bfloat16",
      cache: "bfloat16",
    },
  };

  test.each(Object.entries(pipelines))("the bound holds, and is not far off: %s", (_, types) => {
    const { positions = "float32", frequencies = "float32", phase = "float32", cache = "float32" } = types;
    const exact = pe.frequencies(spec);
    for (const length of [16, 300, 5000]) {
      const entryOf = (position: number, pair: number) => {
        const angle = rounded(rounded(position, positions) * rounded(exact[pair]!, frequencies), phase);
        return [rounded(Math.cos(angle), cache), rounded(Math.sin(angle), cache)] as const;
      };
      let worst = 0;
      for (let trial = 0; trial < 3000; trial++) {
        const [m, n] = [length - 1 - (trial % 7), (trial * 131) % length];
        const pair = trial % exact.length;
        const [a, b] = [entryOf(m, pair), entryOf(n, pair)];
        // Query and key of norm 1 in one pair, where errors are not diluted.
        const [s, t] = [trial * 0.7, trial * 1.3];
        const q = [Math.cos(s), Math.sin(s)] as const;
        const k = [Math.cos(t), Math.sin(t)] as const;
        const turn = ([x, y]: readonly [number, number], [c, w]: readonly [number, number]) =>
          [x * c - y * w, x * w + y * c] as const;
        const [u, v] = [turn(q, a), turn(k, b)];
        const score = u[0] * v[0] + u[1] * v[1];
        const right = Math.cos(s - t + (m - n) * exact[pair]!);
        worst = Math.max(worst, Math.abs(score - right));
      }
      const { error } = safeLength(spec, { ...types, length });
      expect(worst).toBeLessThanOrEqual(error! + 1e-12);
      // Errors of both sides rarely add up, and all parts of the bound at once never.
      expect(error!).toBeLessThan(15 * worst);
    }
  });

  test("the safe length is the last one within the tolerance", () => {
    const options = { positions: "bfloat16", tolerance: 0.5 } as const;
    const { safe } = safeLength(spec, options);
    expect(safe).toBeGreaterThanOrEqual(256);
    expect(safeLength(spec, { ...options, length: safe }).error).toBeLessThanOrEqual(0.5);
    expect(safeLength(spec, { ...options, length: safe + 1 }).error).toBeGreaterThan(0.5);
    expect(safeLength(spec, { cache: "bfloat16", tolerance: 1e-3 }).safe).toBe(0);
    const double = {
      positions: "float64",
      frequencies: "float64",
      phase: "float64",
      cache: "float64",
    } as const;
    expect(safeLength(spec, double).safe).toBe(2 ** 24);
  });

  test("angles and positions beyond float16 have no bound", () => {
    const { error, errors } = safeLength(spec, { phase: "float16", length: 100000 });
    expect(error).toBeNull();
    expect(errors.find(({ length }) => length === 32768)!.error).not.toBeNull();
    expect(safeLength(spec, { positions: "float16", length: 65520 }).error).not.toBeNull();
    expect(safeLength(spec, { positions: "float16", length: 65521 }).error).toBeNull();
  });

  test("an attention factor multiplies the error", () => {
    const yarn = {
      ...spec,
      scaling: { type: "yarn", factor: 1, originalLength: 4096, attentionFactor: 2 },
    } as const;
    const [plain, twice] = [spec, yarn].map((own) => safeLength(own, { length: 100000 }).error!);
    expect(twice! / plain!).toBeCloseTo(4, 3);
  });

  test("refuses other arguments", () => {
    expectError(() => safeLength({ method: "alibi" } as never), RangeError, "range", "method");
    expectError(() => safeLength(spec, { cache: "int8" as never }), RangeError, "range", "cache");
    expectError(() => safeLength(spec, { length: 0 }), RangeError, "range", "length");
    expectError(() => safeLength(spec, { tolerance: 5 }), RangeError, "range", "tolerance");
    expectError(() => safeLength(spec, { types: "float16" } as never), TypeError, "unknown-option", "types");
  });
});
