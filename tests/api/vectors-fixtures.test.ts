/** The published reference vectors against independent numbers, wherever both have the same point. */
import { presets, type ResolvedSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { type Case, readVectors } from "./harness/vectors-file.ts";

/** A decimal number as a multiple of 10^-60. */
function scaled(digits: string): bigint {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)\.?(\d*)(?:e(-?\d+))?$/.exec(digits)!;
  const value = BigInt(whole! + fraction) * 10n ** BigInt(60 - fraction.length + Number(exponent));
  return sign === "-" ? -value : value;
}

/** Where the exact value is 0, the 60 digits behind the fixtures leave this much and less. */
const noise = 1e-57;

/** Within a unit of the 20th digit. */
function expectDigits(got: string, expected: string): void {
  const [a, b] = [got, Math.abs(Number(expected)) < noise ? "0" : expected].map(scaled) as [bigint, bigint];
  const off = a > b ? a - b : b - a;
  expect(off * 10n ** 19n, `${got} for ${expected}`).toBeLessThanOrEqual(b < 0n ? -b : b);
}

type Entry = [...place: number[], column: number, digits: string];

/** Compares the entries that a case has, too, and counts them. */
function compare({ columns, values }: Case, rowOf: (place: number[]) => number, entries: Entry[]): number {
  let count = 0;
  for (const entry of entries) {
    const column = columns.indexOf(entry.at(-2));
    const row = values[rowOf(entry.slice(0, -2) as number[])];
    if (row === undefined || column < 0) continue;
    expectDigits(row[column], entry.at(-1) as string);
    count++;
  }
  return count;
}

// biome-ignore lint/suspicious/noExplicitAny: the files of fixtures differ
type Convention = Record<string, any>;

function isSinusoidal(spec: ResolvedSpec<"sinusoidal">, convention: Convention): boolean {
  const { width, pairs, base, numerator, denominator, layout, oddWidth } = convention;
  const divisor = (spec.divisor === "pairs" ? 2 * pairs : width) - 2 * spec.shift;
  return (
    width === spec.dModel &&
    base === spec.base &&
    denominator * 2 === divisor * numerator &&
    (layout === "flipped" ? "flipped-halves" : layout) === spec.layout &&
    (width % 2 === 0 || oddWidth === spec.oddWidth) &&
    convention.positionScale === spec.scale &&
    convention.outputScale === (spec.outputScale === "inverse-sqrt" ? "1/sqrt(width)" : "1") &&
    convention.paddingRow === spec.paddingIndex
  );
}

const isSine = (spec: ResolvedSpec<"sine">, { layout, width, base }: Convention) =>
  layout === "sines" && width === spec.dModel && base === spec.base;

/** Places count alike in grids of all shapes, unless they are normalised. */
function isGrid(spec: ResolvedSpec<"grid">, convention: Convention): boolean {
  const { width, layout, axes, start, normalise, valid } = convention;
  const { dModel, normalize, shape } = spec;
  return (
    width === dModel &&
    layout === spec.layout &&
    start === spec.start &&
    normalise === normalize &&
    String(axes) === String(spec.axes) &&
    (normalise ? String(spec.valid ?? shape) === String(valid) : spec.valid === undefined)
  );
}

interface Feature {
  convention: Convention;
  point: number[];
  output: string[];
}

function compareFeatures(one: Case, { convention, point, output }: Feature): number {
  const row = one.points.findIndex((other: number[]) => String(other) === String(point));
  const spec: Convention = one.spec;
  if (row < 0 || Object.entries(convention).some(([field, value]) => spec[field] !== value)) return 0;
  for (const [column, digits] of output.entries()) expectDigits(one.values[row][column], digits);
  return output.length;
}

/** How many independent numbers the case meets, all of them equal. */
function meetings(one: Case): number {
  const { spec } = one;
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
  const among = (
    name: string,
    isSame: (convention: Convention) => boolean,
    rowOf: (at: number[]) => number,
  ) =>
    sum(
      fixture(name)
        .records.filter(({ convention }: { convention: Convention }) => isSame(convention))
        .map(({ entries }: { entries: Entry[] }) => compare(one, rowOf, entries)),
    );
  switch (spec.method) {
    case "sinusoidal":
      return among(
        "sinusoidal",
        (convention) => isSinusoidal(spec, convention),
        (at) => one.positions.indexOf(at[0]),
      );
    case "sine":
      return among(
        "sinusoidal",
        (convention) => isSine(spec, convention),
        (at) => one.positions.indexOf(at[0]),
      );
    case "grid":
      return among(
        "grids",
        (convention) => isGrid(spec, convention),
        (at) => one.places.findIndex((place: unknown) => String(place) === String(at)),
      );
    case "fourier":
      return sum(fixture("fourier").nerf.map((feature: Feature) => compareFeatures(one, feature)));
    default:
      return 0;
  }
}

const withMethods = (...methods: string[]) =>
  Object.entries(presets).flatMap(([name, { spec }]) => (methods.includes(spec.method) ? [name] : []));

describe("additive presets", () => {
  test.each(withMethods("sinusoidal", "sine", "grid", "fourier"))("%s", (name) => {
    const counts = readVectors(name).cases.map(meetings);
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });
});

interface RotaryRecord {
  name: string;
  reading: { scaling: { currentLength?: number } };
  attentionFactor: string;
  frequencies: [pair: number, radians: string][];
  entries: [position: number, pair: number, cosine: string, sine: string][];
}

describe("rotary presets", () => {
  test.each(fixture("rotary-models").records as RotaryRecord[])("$name", (record) => {
    const { name, reading, attentionFactor, frequencies, entries } = record;
    const { originalLength = 0 } = reading.scaling as { originalLength?: number };
    const isLong = (reading.scaling.currentLength ?? 0) > originalLength;
    const { cases } = readVectors(name.startsWith("phi-3") ? "phi-3" : name);
    const one = name.startsWith("phi-3") ? cases[isLong ? 2 : 1]! : cases[0]!; // cases[0]: no length is given
    expectDigits(one.attentionFactor, attentionFactor);
    for (const [pair, radians] of frequencies) expectDigits(one.frequencies[pair], radians);
    const common = entries.filter(
      ([position, pair]) => one.positions.includes(position) && one.pairs.includes(pair),
    );
    expect(common.length).toBeGreaterThan(5);
    for (const [position, pair, cosine, sine] of common) {
      const [i, j] = [one.positions.indexOf(position), one.pairs.indexOf(pair)];
      expectDigits(one.cosines[i][j], cosine);
      expectDigits(one.sines[i][j], sine);
    }
  });

  test.each(fixture("rotation").sectionTables as { name: string; axisOfPair: number[] }[])(
    "axes of $name",
    ({ name, axisOfPair }) => {
      expect(readVectors(name).cases[0]!.axisOfPair).toEqual(axisOfPair);
    },
  );
});

describe("biases", () => {
  const { alibi, t5 } = fixture("bias");

  test.each(withMethods("alibi"))("%s: slopes", (name) => {
    const { heads, offsets, values } = readVectors(name).cases[0]!;
    const known = alibi.slopes.filter((record: { heads: number }) => heads.includes(record.heads));
    expect(known).toHaveLength(heads.length);
    for (const { heads: count, slopes } of known)
      for (const [head, slope] of slopes.entries())
        expectDigits(values[heads.indexOf(count)][head][offsets.indexOf(-1)], `-${slope}`);
  });

  test.each(withMethods("t5"))("%s: buckets", (name) => {
    const { spec, offsets, buckets } = readVectors(name).cases[0]!;
    const { buckets: count, maxDistance, bidirectional } = spec as ResolvedSpec<"t5">;
    const row = t5.rows.find(
      (one: Convention) =>
        one.buckets === count && one.maxDistance === maxDistance && one.twoSided === bidirectional,
    );
    for (const [j, offset] of offsets.entries()) {
      const expected = row.bucketOf[offset - row.firstRelative];
      if (expected !== undefined) expect(buckets[j]).toBe(expected);
    }
    expect(offsets.filter((offset: number) => Math.abs(offset) <= 200).length).toBeGreaterThan(50);
  });
});
