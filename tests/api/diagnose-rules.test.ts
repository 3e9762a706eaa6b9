import { diagnose, type ToDiagnose } from "posenc/diagnose";
import { load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { bfloat16 } from "../fuzz/typescript/rows.ts";

/** Scaling rules whose factor and length no preset has, and slips of the line that computes the angles of a rotation. */

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

const [WIDTH, BASE, ROWS] = [48, 25_000, 30];
const PAIRS = WIDTH / 2;

/** The angle of a pair at a position. */
const slips: Readonly<Record<string, (p: number, f: number, pair: number) => number>> = {
  degrees: (p, f) => (p * f * Math.PI) / 180,
  turns: (p, f) => (p * f) / (2 * Math.PI),
  "integer-division": (p, f) => Math.floor(p * f),
  "exponent-integer": (p) => p,
  "exponent-doubled": (p, f) => p * f ** 2,
  "exponent-halved": (p, f) => p * Math.sqrt(f),
  multiplied: (p, f) => p / f,
  "order-reversed": (p, _, pair) => p * BASE ** (-(PAIRS - 1 - pair) / PAIRS),
  "position-normalised": (p, f) => (p / ROWS) * f,
  "positions-scaled": (p, f) => 3 * p * f,
  "wrong-divisor": (p, _, pair) => p * BASE ** (-pair / (PAIRS - 1)),
  "wrong-base": (p, _, pair) => p * (1.7 * BASE) ** (-pair / PAIRS),
};

describe("slips of a rotation are named in each way to store it:", () => {
  const expected: Spec = { method: "rope", headDim: WIDTH, base: BASE, pairing: "halves" };
  const frequencies = Array.from({ length: PAIRS }, (_, pair) => BASE ** (-pair / PAIRS));
  const vectors = Array.from({ length: ROWS }, (_, p) =>
    Array.from({ length: WIDTH }, (__, c) => Math.sin((p * WIDTH + c) ** 2 + 1)),
  );

  test.each(Object.entries(slips))("%s", (name, angleOf) => {
    const angles = vectors.map((_, p) => frequencies.map((f, pair) => angleOf(p, f, pair)));
    const of = (wave: (angle: number) => number) => angles.map((row) => row.map((a) => Math.fround(wave(a))));
    const [cos, sin] = [of(Math.cos), of(Math.sin)];
    const twice = (rows: number[][]) => rows.map((row) => [...row, ...row]);
    const after = vectors.map((x, p) =>
      x.map((value, c) => {
        const [pair, other] = [c % PAIRS, x[(c + PAIRS) % WIDTH]!];
        return value * cos[p]![pair]! + (c < PAIRS ? -1 : 1) * other * sin[p]![pair]!;
      }),
    );
    const ways: Readonly<Record<string, object>> = {
      "a column for each pair": { cos, sin },
      "each number twice": { cos: twice(cos), sin: twice(sin) },
      "cosines beside sines": { table: cos.map((row, p) => [...row, ...sin[p]!]) },
      "cosines alone": { cos },
      "sines alone": { sin },
      vectors: { before: vectors, after },
    };
    for (const [way, given] of Object.entries(ways)) {
      const { findings, verdict } = diagnose(given as ToDiagnose, { expected });
      expect(
        findings.map((each) => each.name),
        `${way}: ${verdict}`,
      ).toEqual([name]);
      expect(verdict).not.toMatch(/\bis[ ;.]*[;.]/); // a number is missing
    }
  });

  test("the sine in both, sines of the opposite sign, and rounded frequencies of one part", () => {
    const of = (wave: (angle: number) => number, round = (f: number) => f) =>
      vectors.map((_, p) => frequencies.map((f) => Math.fround(wave(p * round(f)))));
    const sin = of(Math.sin);
    const namesIn = (given: object) =>
      diagnose(given as ToDiagnose, { expected }).findings.map(({ name }) => name);
    expect(namesIn({ cos: sin, sin })).toEqual(["all-sines"]);
    expect(namesIn({ sin: sin.map((row) => row.map((x) => -x)) })).toEqual(["rotation-reversed"]);
    for (const part of ["cos", "sin"] as const)
      expect(namesIn({ [part]: of(Math[part], bfloat16) })).toEqual(["frequencies-rounded"]);
  });

  test.each(["degrees", "turns"])(
    "%s are told without an expectation, and scaling is not taken for them",
    (name) => {
      const cacheOf = (of: (p: number, f: number) => number) => ({
        cos: vectors.map((_, p) => frequencies.map((f) => Math.fround(Math.cos(of(p, f))))),
        sin: vectors.map((_, p) => frequencies.map((f) => Math.fround(Math.sin(of(p, f))))),
      });
      const { findings } = diagnose(cacheOf((p, f) => slips[name]!(p, f, 0)));
      expect(findings.map((each) => each.name)).toEqual([name]);
      const scaled = diagnose(cacheOf((p, f) => (p * f) / 50));
      expect(scaled).toMatchObject({ is: { scaling: { type: "linear", factor: 50 } }, findings: [] });
      expect(diagnose({ frequencies: frequencies.map((f) => f / (2 * Math.PI)) }).findings).toEqual([]);
    },
  );

  test.each([
    { type: "llama3", factor: 8, originalLength: 8192 },
    { type: "yarn", factor: 4, originalLength: 4096 },
    { type: "linear", factor: 4 },
  ])("the factor of $type inverted, and its angles in degrees", (scaling) => {
    const plain = { method: "rope", headDim: 128, base: 500_000, pairing: "halves" };
    const own = { ...plain, scaling } as unknown as Spec;
    const { factor } = scaling;
    const namesIn = (given: object) =>
      diagnose(given as ToDiagnose, { expected: own }).findings.map(({ name }) => name);
    const right = [...pe.frequencies(own)];
    const before = [...pe.frequencies(plain as Spec)];
    const inverted = right.map((f, pair) => {
      const kept = (f / before[pair]! - 1 / factor) / (1 - 1 / factor); // 1 where the rule leaves a pair alone
      return before[pair]! * (factor * (1 - kept) + kept);
    });
    expect(namesIn({ frequencies: inverted })).toEqual(["scaling-inverted"]);
    const positions = [...vectors.keys(), 3000, 3001];
    const size = pe.rotaryTable(own, { length: 1 }).cos[0]!; // the attention factor
    const of = (wave: (angle: number) => number) =>
      positions.map((p) => right.map((f) => Math.fround(size * wave((p * f * Math.PI) / 180))));
    expect(namesIn({ cos: of(Math.cos), sin: of(Math.sin), positions })).toEqual(["degrees"]);
  });

  test.each(["exponent-integer", "exponent-doubled", "exponent-halved", "multiplied", "degrees"])(
    "a list of frequencies: %s",
    (name) => {
      const list = frequencies.map((f, pair) => slips[name]!(1, f, pair));
      const { findings } = diagnose({ frequencies: list }, { expected });
      expect(findings.map((each) => each.name)).toEqual([name]);
    },
  );
});
