import { type PresetName, parseSpec, presets, type ResolvedSpec } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { encodingOf } from "../../web/elements/attention/any-encoding.ts";
import { attentionCode } from "../../web/elements/attention/attention-code.ts";
import { biasCode } from "../../web/elements/bias/bias-code.ts";
import { headsOf } from "../../web/elements/bias/bias-shown.ts";
import { anglesCode, wavelengthsCode } from "../../web/elements/rope/rope-code.ts";
import { ruledSpecs } from "../../web/elements/rope/rope-shown.ts";
import { scoreCode } from "../../web/elements/score/score-code.ts";
import { isScore } from "../../web/elements/score/score-shown.ts";
import type { Code } from "../../web/methods/code.ts";
import { isBias, isMethod, METHODS, usualText } from "../../web/methods/methods.ts";
import { isRope } from "../../web/methods/rope.ts";
import { SCHEDULES } from "../../web/methods/schedules.ts";
import { runNumpy } from "./harness/numpy.ts";
import { runJavaScript } from "./harness/shared-numbers.ts";

/** Each method and each preset in the programs of all figures that show it: NumPy and JavaScript make the same numbers. */

const ofPresets = (Object.keys(presets) as PresetName[]).filter((name) =>
  isMethod(presets[name].spec.method),
);
const TEXTS = [
  ...METHODS.map(usualText),
  ...ofPresets.map((name) => `preset=${name}`),
  "method=kerple&kernel=power",
  "method=t5&bidirectional=false",
  "method=sandwich&headRatios=false&firstPair=1",
];

async function expectSame(code: Code, tolerance: number): Promise<void> {
  const { values } = await runNumpy(code.numpy, "values");
  const others = await runJavaScript(code.javascript, "values");
  expect(others).toHaveLength(values.length);
  values.forEach((value, n) => {
    const other = others[n] as number;
    if (value !== other)
      expect(Math.abs(value - other) / Math.max(1, Math.abs(value))).toBeLessThan(tolerance);
  });
  expect(code.numpy + code.pytorch).not.toMatch(/\bxp\b|undefined/);
}

const SENTENCES = [
  ["my", "sister", "ate", "the", "chicken"],
  ["the", "chicken", "ate", "my", "sister"],
] as const;
const LAYER = { dModel: 64, heads: 2, causal: true, scaled: true, seed: 3 };
const POINTS = [0, 1, 2, 5, 10, 100, 1000, 12345];

/** LongRoPE's divisors belong to heads of one width, which is not that of the layer. */
const fitsLayer = (spec: ResolvedSpec): boolean => !(isRope(spec) && "longFactor" in spec.scaling);

type Program = readonly [name: string, code: () => Code, tolerance: number];

/** The programs that a spec is in. Bounds are those of the figures' own contracts. */
function* programsOf(text: string): Generator<Program> {
  const { spec } = parseSpec(text);
  if (fitsLayer(spec)) {
    const encodings = () => ({ left: encodingOf(text, LAYER), right: encodingOf("none", LAYER) });
    yield ["a layer of attention", () => attentionCode(SENTENCES, encodings(), LAYER, "values"), 5e-6];
  }
  if (isBias(spec)) {
    for (const wanted of [1, 8, 12]) {
      const heads = headsOf(spec, wanted);
      const shown = { spec, quantity: "bias", heads, head: heads - 1, length: 24, causal: wanted === 8 };
      const code = () => biasCode({ ...shown, matrices: new Float32Array(), limit: 1 });
      yield [`head ${heads} of ${wanted} of a bias`, code, 1e-5];
    }
  }
  if (isScore(spec) && !("dModel" in spec && spec.dModel % 2 === 1)) {
    const heads = isBias(spec) ? headsOf(spec, 5) : 1;
    yield ["a score by offset", () => scoreCode(spec, { points: POINTS, key: 3, heads }), 2e-4];
  }
  if (isRope(spec)) {
    yield ["angles", () => anglesCode(spec, 12, 5), 1e-9];
    const ruled = ruledSpecs(spec, SCHEDULES, { trained: 4096, context: 131_072 });
    yield ["wavelengths under all rules", () => wavelengthsCode(ruled.map((rule) => rule.spec)), 1e-9];
  }
}

describe.each(TEXTS)("%s", (text) => {
  test.each([...programsOf(text)])("%s", async (_, code, tolerance) => {
    await expectSame(code(), tolerance);
  });
});
