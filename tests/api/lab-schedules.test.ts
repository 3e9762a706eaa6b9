/** The rotary schedules that the lab trains with are those of the library, whose kernels compute them exactly. */
import { load, type RotarySpec } from "posenc/full";
import type { LabScaling } from "posenc/lab";
import { expect, test } from "vitest";
import { checkEncoding, type ResolvedEncoding } from "../../src/api/lab/encoding.ts";
import { dependsOnLength, positionsOf } from "../../src/api/lab/positions.ts";
import { scaling as rule } from "../../src/api/rotary/scaling.ts";

const pe = await load();
const place = { headDim: 16, trained: 24 };

const ramp = { betaFast: 2, betaSlow: 0.25, truncate: false };
const [shortFactor, longFactor] = [
  [1, 1, 1.5, 2, 2, 2],
  [1, 2, 4, 8, 16, 30],
];
const scalings: LabScaling[] = [
  { type: "none" },
  { type: "linear", factor: 3 },
  { type: "ntk", factor: 7 },
  { type: "dynamic", factor: 4 },
  { type: "yarn", factor: 5, ...ramp },
  { type: "yarn", factor: 5, originalLength: 300, mscale: 1, mscaleAllDim: 0.5 },
  { type: "llama3", factor: 8, lowFreqFactor: 0.1, highFreqFactor: 2 },
  { type: "longrope", factor: 4, originalLength: 30, shortFactor, longFactor },
  { type: "proportional", partialRotaryFactor: 0.5, factor: 2 },
];

/** Radians a token that the trainer turns each pair by. */
function radiansOf(encoding: ResolvedEncoding, tokens: number): number[] {
  const { ratios } = positionsOf(encoding, { ...place, tokens, most: tokens });
  return [...ratios].map((ratio, pair) => ratio * encoding.base ** (-pair / ratios.length));
}

test.each(scalings)("$type, of texts of the trained length and of longer ones", (scaling) => {
  for (const tokens of [24, 31, 200]) {
    const encoding = checkEncoding({ method: "rope", base: 500, rotaryDim: 12, scaling }, place);
    const spec = { method: "rope", headDim: 12, pairing: "halves", base: 500 } as const;
    const whole = { ...spec, scaling: encoding.scaling, currentLength: tokens } as RotarySpec;
    const due = pe.frequencies(whole);
    // Some roundings of doubles, and the base's power by another library here: no more than 2^-48 of the frequency.
    for (const [pair, radians] of radiansOf(encoding, tokens).entries())
      expect(Math.abs(radians - due[pair]!)).toBeLessThanOrEqual(2 ** -48 * due[pair]!);
    const { attentionFactor } = positionsOf(encoding, { ...place, tokens, most: 1 }).rule;
    expect(Math.abs(attentionFactor / pe.attentionFactor(whole) - 1)).toBeLessThan(2 ** -50);
  }
});

test("every schedule of the library is among them", () => {
  expect(new Set(scalings.map(({ type }) => type))).toEqual(new Set(Object.keys(rule.of)));
});

test("only rules that look at the length depend on it", () => {
  const depending = scalings.filter((scaling) =>
    dependsOnLength(checkEncoding({ method: "rope", rotaryDim: 12, scaling }, place)),
  );
  expect(depending.map(({ type }) => type)).toEqual(["dynamic", "longrope"]);
});

test("a rule without a length takes the trained one, and queries too", () => {
  const encoding = checkEncoding(
    { method: "rope", start: 5, scaling: { type: "yarn", factor: 2 }, queryScale: { beta: 0.5 } },
    place,
  );
  expect(encoding.scaling).toMatchObject({ originalLength: 24 });
  const { queryFactors } = positionsOf(encoding, { ...place, tokens: 60, most: 60 });
  const due = Float32Array.from({ length: 60 }, (_, t) => 1 + 0.5 * Math.log(1 + Math.floor((t + 5) / 24)));
  expect(queryFactors).toEqual(due);
});

test.each([
  ["rope", 8],
  ["rope-alternate", 8],
  ["rope-half", 4],
])("%s rotates %i pairs of a head of 16 channels", (method, pairs) => {
  const { ratios } = positionsOf(checkEncoding(method, place), { ...place, tokens: 9, most: 9 });
  expect([...ratios]).toEqual(new Array(pairs).fill(1));
});
