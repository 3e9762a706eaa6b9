/** The schedules in float64 are those of the kernels, also where a ramp leaves the pairs or has no width. */
import { checkSpec, load, type RotarySpec } from "posenc/full";
import { expect, test } from "vitest";
import { frequenciesOf, ruleOf } from "../../src/api/rotary/rule.ts";

const pe = await load();
const revolutions = 64 / (2 * Math.PI); // of the first pair, over 64 tokens

const cases: [what: string, scaling: object][] = [
  ["YaRN's ramp begins before the first pair", { type: "yarn", factor: 4, originalLength: 64 }],
  ["YaRN's ramp ends before the first pair", { type: "yarn", factor: 4, originalLength: 4 }],
  [
    "YaRN's ramp ends beyond the last channel",
    { type: "yarn", factor: 4, originalLength: 1e9, betaFast: 1e6, betaSlow: 1 },
  ],
  [
    "Llama 3's ramp has no width, and a pair is at it",
    {
      type: "llama3",
      factor: 8,
      originalLength: 64,
      lowFreqFactor: revolutions,
      highFreqFactor: revolutions,
    },
  ],
];

test.each(cases)("%s", (_, scaling) => {
  const spec = { method: "rope", headDim: 16, pairing: "halves", base: 10_000, scaling } as RotarySpec;
  const due = pe.frequencies(spec);
  const rule = ruleOf(checkSpec(spec) as never, 64);
  for (const [pair, frequency] of frequenciesOf(rule, 64).entries())
    expect(Math.abs(frequency - due[pair]!)).toBeLessThanOrEqual(2 ** -48 * due[pair]!); // some roundings of doubles
});
