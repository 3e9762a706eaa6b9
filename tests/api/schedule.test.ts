/** What is handed to the kernels, against records that were made without this code. */
import { readFileSync } from "node:fs";
import { checkSpec, load, type ResolvedSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { kernelsOf } from "../../src/api/methods.ts";

const scheduleOf = (spec: ResolvedSpec) => kernelsOf(spec).schedule!(spec);

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));

const rope = (fields: object) =>
  checkSpec({ method: "rope", headDim: 16, pairing: "halves", ...fields }) as ResolvedSpec<"rope">;

describe("schedules", () => {
  const sinusoids: { name: string; convention: Record<string, number & string> }[] =
    fixture("sinusoidal").records;
  const paired = sinusoids.filter(({ convention }) => convention.layout !== "sines");

  test.each(paired.map((record) => [record.name, record.convention] as const))("%s", (name, convention) => {
    const { width: dModel, base, divisorShift: shift, oddWidth, numerator, denominator } = convention;
    const layout = convention.layout === "flipped" ? "flipped-halves" : convention.layout;
    const divisor = name === "keras-hub-odd" ? "width" : "pairs";
    const given = { method: "sinusoidal", dModel, base, shift, oddWidth, layout, divisor };
    if (name === "one-pair-shift-1")
      return expect(() => checkSpec(given)).toThrow("divisor n − shift would be 0");
    const spec = checkSpec(given) as ResolvedSpec<"sinusoidal">;
    const schedule = scheduleOf(spec);
    expect(schedule).toMatchObject({ kind: "geometric", pairs: convention.pairs, base });
    expect(schedule).toHaveProperty("numerator", 2);
    expect(schedule).toHaveProperty("denominator", (2 * denominator!) / numerator!);
    expect(columnsOf(spec)).toEqual(functionsIn(name, dModel!));
  });

  /** Which function stands in each column at position 0, where sines are 0 and cosines 1; a zero column is neither. */
  function functionsIn(name: string, width: number) {
    const known = sinusoids.find((record) => record.name === name)!.convention;
    const zero = known.oddWidth === "zero" && width % 2 === 1;
    const n = known.pairs!;
    return Array.from({ length: width }, (_, column) => {
      if (zero && column === width - 1) return undefined;
      if (known.layout === "interleaved") return column % 2 === 0 ? "sin" : "cos";
      return column < n === (known.layout === "halves") ? "sin" : "cos";
    });
  }

  function columnsOf(spec: ResolvedSpec<"sinusoidal">) {
    const { sine, cosine, step } = kernelsOf(spec).sines!(spec).place.layout;
    const columns = new Array(spec.dModel).fill(undefined);
    const { pairs } = scheduleOf(spec);
    for (let i = 0; i < pairs; i++) {
      for (const [at, name] of [
        [sine, "sin"],
        [cosine, "cos"],
      ] as const) {
        if (at + i * step < spec.dModel) columns[at + i * step] = name;
      }
    }
    return columns;
  }

  const kinds: [fields: object, schedule: object][] = [
    [{}, { kind: "geometric", pairs: 8, base: 10000, numerator: 2, denominator: 16 }],
    [{ rotaryDim: 4 }, { kind: "geometric", pairs: 2, numerator: 2, denominator: 4 }],
    [{ scaling: { type: "linear", factor: 4 } }, { kind: "linear", factor: 4 }],
    [{ scaling: { type: "ntk", factor: 4 } }, { kind: "ntk", factor: 4 }],
    [
      { scaling: { type: "dynamic", factor: 2, originalLength: 2048 }, currentLength: 2048 },
      { kind: "geometric" },
    ],
    [
      { scaling: { type: "dynamic", factor: 2, originalLength: 2048 }, currentLength: 2049 },
      { kind: "dynamic", factor: 2, originalLength: 2048, currentLength: 2049 },
    ],
    [
      { scaling: { type: "yarn", factor: 2, originalLength: 2048, truncate: false } },
      { kind: "yarn", factor: 2, originalLength: 2048, betaFast: 32, betaSlow: 1, truncate: false },
    ],
    [
      { scaling: { type: "llama3", factor: 8, originalLength: 8192 } },
      { kind: "llama3", factor: 8, originalLength: 8192, lowFreqFactor: 1, highFreqFactor: 4 },
    ],
    [
      { scaling: { type: "proportional", partialRotaryFactor: 0.3 } },
      { kind: "proportional", rotatedPairs: 2, factor: 1, denominator: 16 },
    ],
    [
      { sections: [6, 2], restartSections: true },
      { kind: "restarted", pairs: 8, sections: [6, 2] },
    ],
  ];
  test.each(kinds)("of %j", (fields, schedule) => {
    expect(scheduleOf(rope(fields))).toMatchObject(schedule);
  });

  test("LongRoPE's list of divisors depends on the current length", () => {
    const longFactor = new Array(8).fill(2);
    const shortFactor = new Array(8).fill(1);
    const scaling = { type: "longrope", factor: 4, originalLength: 100, shortFactor, longFactor };
    expect(scheduleOf(rope({ scaling, currentLength: 100 }))).toMatchObject({ divisors: shortFactor });
    expect(scheduleOf(rope({ scaling, currentLength: 101 }))).toMatchObject({ divisors: longFactor });
  });
});

describe("attention factors", async () => {
  const { attentionFactor } = await load();
  const of = (scaling: object) => attentionFactor(rope({ scaling }));
  const yarn = { type: "yarn", factor: 8, originalLength: 4096 };
  const plain = of(yarn);
  const grown = (mscale: number) => 0.1 * mscale * Math.log(8) + 1;
  test.each([
    [{ type: "linear", factor: 8 }, 1],
    [yarn, grown(1)],
    [{ ...yarn, mscale: 0.5 }, plain],
    [{ ...yarn, mscale: 0.5, mscaleAllDim: 2 }, grown(0.5) / grown(2)],
    [{ ...yarn, mscale: 0.5, attentionFactor: 0.75 }, 0.75],
  ])("of %j", (scaling, factor) => {
    expect(of(scaling)).toBeCloseTo(factor, 14);
  });
});

describe("places", () => {
  const axesOf = (spec: ResolvedSpec<"rope">) => kernelsOf(spec).rotary!.axisOfPair!(spec);
  const { sectionTables, sections } = fixture("rotation");
  test.each([...sectionTables, ...sections])("axes of the pairs of $name", (record) => {
    const { sections, interleavedSections, rotaryDim, headDim = rotaryDim } = record;
    expect(axesOf(rope({ headDim, sections, interleavedSections }))).toEqual(record.axisOfPair);
  });

  test("without sections there is one axis", () => {
    expect(axesOf(rope({}))).toEqual(new Array(8).fill(0));
  });

  test("axes of a grid share the width", () => {
    const mae = checkSpec({ preset: "mae", dModel: 8, shape: [2, 3] });
    expect(scheduleOf(mae).pairs).toBe(2);
    const odd = { method: "grid", dModel: 10, shape: [3, 5], oddWidth: "truncate" };
    const { axisWidth } = fixture("grids").records.find((r: { name: string }) =>
      r.name.endsWith("2d-10"),
    ).convention;
    expect(2 * scheduleOf(checkSpec(odd as never)).pairs).toBe(axisWidth);
  });
});
