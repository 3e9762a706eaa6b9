import fc from "fast-check";
import { checkSpec, methods, type ResolvedSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { anySpec } from "./harness/spec-arbitrary.ts";

const full = {
  version: 1,
  method: "sinusoidal",
  dModel: 512,
  base: 10000,
  layout: "interleaved",
  shift: 0,
  oddWidth: "error",
  divisor: "pairs",
  start: 0,
  scale: 1,
  outputScale: 1,
  precision: "exact",
};
const rope = { method: "rope", headDim: 128, pairing: "halves" };
const scaled = (scaling: object) => checkSpec({ ...rope, scaling });

describe("checkSpec", () => {
  test("fills in all defaults, and returns a new frozen object", () => {
    const given = { method: "sinusoidal", dModel: 512 };
    expect(checkSpec(given)).toEqual(full);
    expect(Object.isFrozen(checkSpec(given))).toBe(true);
    expect(given).toEqual({ method: "sinusoidal", dModel: 512 });
    expect(checkSpec({ ...given, base: undefined, paddingIndex: undefined })).toEqual(full);
    expect(checkSpec({ ...rope, rotaryDim: 64 })).toEqual({
      version: 1,
      ...rope,
      rotaryDim: 64,
      rotaryOffset: 0,
      base: 10000,
      direction: "forward",
      scaling: { type: "none" },
      currentLength: 0,
      interleavedSections: false,
      restartSections: false,
      precision: "exact",
    });
    expect(checkSpec(rope)).toMatchObject({ rotaryDim: 128 });
    expect(scaled({ type: "yarn", factor: 4, originalLength: 32768 })).toMatchObject({
      scaling: { type: "yarn", factor: 4, originalLength: 32768, betaFast: 32, betaSlow: 1, truncate: true },
    });
  });

  test("freezes nested values, and keeps none of the caller's objects", () => {
    const sections = [16, 24, 24];
    const spec = checkSpec({ ...rope, sections }) as ResolvedSpec<"rope">;
    sections[0] = 99;
    expect(spec.sections).toEqual([16, 24, 24]);
    expect([spec.sections, spec.scaling].every(Object.isFrozen)).toBe(true);
  });

  test("resolves a resolved spec to an equal one, for every method", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const resolved = checkSpec(spec);
        expect(checkSpec(resolved)).toEqual(resolved);
        expect(JSON.parse(JSON.stringify(resolved))).toEqual(resolved);
        for (const name of Object.keys(resolved)) {
          expect(["version", "method", ...Object.keys(methods[resolved.method].fields)]).toContain(name);
        }
      }),
      { numRuns: 1000, seed: 3 },
    );
  });

  test("refuses values that are no spec", () => {
    expectError(() => checkSpec({ ...full, version: 2 }), RangeError, "range", "version");
    expectError(() => checkSpec({ ...full, layout: "toString" }), RangeError, "range", "layout");
    expectError(() => checkSpec({ method: "constructor" }), RangeError, "range", "method");
    expectError(() => checkSpec({}), TypeError, "missing", "method");
    expectError(() => checkSpec({ method: "rope", headDim: 64 }), TypeError, "missing", "pairing");
    expectError(() => checkSpec({ method: "alibi", heads: 8 }), TypeError, "unknown-option", "heads");
    const odd = expectError(() => checkSpec({ ...full, dmodel: 4 }), TypeError, "unknown-option", "dmodel");
    expect(odd.message).toBe('unknown option "dmodel" of the method "sinusoidal"; did you mean "dModel"?');
    for (const value of [null, undefined, 512, "sinusoidal", [], () => full]) {
      expect(errorOf(() => checkSpec(value))).toBeInstanceOf(TypeError);
    }
  });

  test("reads own fields only, each once", () => {
    let reads = 0;
    const counted = {
      method: "sinusoidal",
      get dModel() {
        return ++reads * 2;
      },
    };
    expect(checkSpec(counted)).toMatchObject({ dModel: 2 });
    expect(reads).toBe(1);
    expectError(() => checkSpec(Object.create(full)), TypeError, "missing", "method");
    const polluted = JSON.parse('{"method":"sinusoidal","dModel":8,"__proto__":{"base":2}}');
    expectError(() => checkSpec(polluted), TypeError, "unknown-option", "__proto__");
    const nested = JSON.parse('{"type":"linear","factor":2,"__proto__":1}');
    expectError(() => scaled(nested), TypeError, "unknown-option", "__proto__");
    const many = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`a${i}`, i]));
    expectError(() => checkSpec({ ...full, ...many }), RangeError, "range", "spec");
  });

  test("names nested fields and items of lists", () => {
    expectError(() => scaled({ type: "spiral" }), RangeError, "range", "scaling.type");
    expectError(() => scaled({}), TypeError, "missing", "scaling.type");
    expectError(() => scaled([]), TypeError, "missing", "scaling.type");
    expectError(() => scaled({ type: "linear" }), TypeError, "missing", "scaling.factor");
    expectError(() => scaled({ type: "linear", factor: "8" }), TypeError, "type", "scaling.factor");
    expectError(() => scaled({ type: "none", factor: 8 }), TypeError, "unknown-option", "factor");
    expectError(() => checkSpec({ ...rope, sections: [32, Number.NaN] }), RangeError, "range", "sections[1]");
    expectError(() => checkSpec({ ...rope, sections: [64] }), RangeError, "length", "sections");
    expectError(() => checkSpec({ ...rope, sections: "64" }), TypeError, "type", "sections");
  });
});

describe("fields that do not go together", () => {
  const divisors = (length: number) => new Array(length).fill(1);
  const yarn = { type: "yarn", factor: 2, originalLength: 4096 };
  const longrope = { type: "longrope", factor: 2, originalLength: 4096, longFactor: divisors(64) };
  const llama3 = { type: "llama3", factor: 8, originalLength: 8192 };
  const grid = { method: "grid", dModel: 8, shape: [2, 3] };
  const conflicts: [param: string, spec: object, reason: RegExp][] = [
    ["dModel", { ...full, dModel: 7 }, /even integer .* got 7/],
    ["shift", { ...full, dModel: 2, shift: 1 }, /divisor n − shift would be 0/],
    ["shift", { ...full, dModel: 3, shift: 1, oddWidth: "zero" }, /one pair/],
    ["rotaryDim", { ...rope, rotaryDim: 130 }, /at most headDim, 128; got 130/],
    ["rotaryDim", { ...rope, rotaryDim: 63 }, /even integer/],
    ["sections", { ...rope, sections: [16, 24] }, /sum 64; their sum is 40/],
    ["interleavedSections", { ...rope, interleavedSections: true }, /no sections/],
    ["restartSections", { ...rope, restartSections: true }, /no sections/],
    ["restartSections", { ...rope, restartSections: true, scaling: yarn, sections: [32, 32] }, /scaled/],
    ["axisOfPair", { ...rope, axisOfPair: [0, 1] }, /a list of 64 axes/],
    ["rotaryOffset", { ...rope, rotaryDim: 64, rotaryOffset: 65 }, /at most headDim − rotaryDim, 64/],
    ["baseOfAxis", { ...rope, baseOfAxis: [10, 20] }, /sections do not restart/],
    [
      "baseOfAxis",
      { ...rope, sections: [32, 32], restartSections: true, baseOfAxis: [10] },
      /a list of 2 bases/,
    ],
    ["direction", { ...rope, direction: "left" }, /"forward" or "backward"/],
    ["axisOfPair", { ...rope, axisOfPair: new Array(64).fill(0), sections: [32, 32] }, /there are sections/],
    ["frequencyOfPair", { ...rope, frequencyOfPair: [0] }, /a list of 64 numbers below 64/],
    ["frequencyOfPair", { ...rope, frequencyOfPair: new Array(64).fill(64) }, /numbers below 64/],
    [
      "frequencyOfPair",
      {
        ...rope,
        frequencyOfPair: new Array(64).fill(0),
        restartSections: true,
        axisOfPair: new Array(64).fill(0),
      },
      /sections restart/,
    ],
    ["scaling", { ...rope, rotaryDim: 2, scaling: { type: "ntk", factor: 2 } }, /rotaryDim is 2/],
    ["base", { ...rope, base: 1, scaling: yarn }, /ln base/],
    ["scaling.betaSlow", { ...rope, scaling: { ...yarn, betaSlow: 33 } }, /at most betaFast, 32/],
    ["scaling.lowFreqFactor", { ...rope, scaling: { ...llama3, lowFreqFactor: 5 } }, /highFreqFactor, 4/],
    ["scaling.shortFactor", { ...rope, scaling: { ...longrope, shortFactor: divisors(63) } }, /64 numbers/],
    ["axes", { ...grid, axes: [0, 0] }, /the axes of shape/],
    ["axes", { ...grid, axes: [0, 1, 2] }, /the axes of shape/],
    ["start", { ...grid, start: -1, normalize: true }, /normalized/],
    ["base", { ...grid, base: 0.5, normalize: true }, /normalized/],
    ["base", { ...full, base: 1e10, precision: "float32" }, /2\^31/],
    ["dModel", { ...grid, dModel: 10 }, /multiple of 4/],
    ["valid", { ...grid, valid: [3, 3] }, /at most shape/],
    ["buckets", { method: "t5", buckets: 3 }, /two sides/],
    ["maxDistance", { method: "t5", maxDistance: 8 }, /more than 8/],
  ];
  test.each(conflicts)("%s, and the reason is said", (param, spec, reason) => {
    expect(expectError(() => checkSpec(spec), RangeError, "range", param).message).toMatch(reason);
  });

  test("odd widths are legal with a rule", () => {
    for (const oddWidth of ["truncate", "zero"]) {
      expect(checkSpec({ ...full, dModel: 7, oddWidth })).toMatchObject({ dModel: 7, oddWidth });
    }
    expect(checkSpec({ ...grid, dModel: 10, oddWidth: "truncate" })).toMatchObject({ dModel: 10 });
  });
});
