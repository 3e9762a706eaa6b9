/** Reads the answers of a probe, and compares them with what the config says. */
import { counted } from "../../api/arguments/counted.ts";
import { typeError } from "../../api/arguments/errors.ts";
import { attentionFactorOf, frequenciesOf, ruleOf } from "../../api/rotary/rule.ts";
import { type LayerPositions, modelPositions } from "../reader/model-positions.ts";
import { type ProbeAnswers, rowsOf } from "./answers.ts";
import { keysOf, type ProbePlan } from "./plan.ts";
import { type ProbeLayer, readLayer } from "./read-layer.ts";
import { scoresOf } from "./scores.ts";

/** A layer as an engine computes it, compared with the config. */
export interface ProbeReading extends ProbeLayer {
  /** Each measured fact that contradicts the config, as a sentence. */
  differences: string[];
  /** Each fact that these answers do not show, or the config does not state. */
  unknown: string[];
}

/** An engine's rotation, and how it differs from the config. */
export interface ProbeResult {
  /** Whether all measured facts agree with the config. */
  same: boolean;
  /** Whether the rotation of every layer could be compared. If not, `same` speaks of the other layers alone. */
  known: boolean;
  /** The layers of the checkpoint. */
  layers: ProbeReading[];
  /** The result in one sentence. It is for people and may change. */
  verdict: string;
}

/**
 * Reads an engine's rotation from its answers to a probe.
 *
 * @param plan The plan of the probe, as `makeProbe` gives it.
 * @param answers The tokens that the engine was given, and the natural logarithms of the probabilities of all tokens after each. For a
 * probe with several prompts, a list of such answers, one for each prompt, with the largest log-probabilities.
 * @returns For each layer pairing, width, frequencies, scale, window and sink, and each difference from the config.
 * @example
 * const { plan } = makeProbe({ model_type: "llama", head_dim: 64, num_hidden_layers: 1, rope_theta: 500000 });
 * const answers = { tokens: plan.prompt, logprobs: [] }; // one row of log-probabilities for each token
 * const verdict = () => readProbe(plan, answers).verdict;
 * @throws TypeError if `plan` or `answers` has another form; RangeError if the answers are cut, begin with a BOS, are late or early,
 * are for another prompt or of another probe, are rounded to a few decimals, or are not log-probabilities at temperature 1; Error
 * if they show no attention to the planted keys, or to some of them, as in a quantised file.
 */
export function readProbe(plan: ProbePlan, answers: ProbeAnswers | readonly ProbeAnswers[]): ProbeResult {
  const list = Array.isArray(answers) ? (answers as readonly ProbeAnswers[]) : [answers as ProbeAnswers];
  checkForms(plan, list);
  const rows = rowsOf(plan, list);
  const positions = modelPositions(plan.config).layers;
  const layers = Array.from({ length: plan.layers }, (_, layer) => {
    const found = readLayer(scoresOf(plan, rows, layer), layer, plan.product);
    return { ...found, ...comparedWith(found, positions[layer]!, plan) };
  });
  const different = layers.filter(({ differences }) => differences.length > 0);
  const open = layers.filter(({ isCompared }) => !isCompared);
  const same = different.length === 0;
  const texts = new Set(layers.map((layer) => textOf(layer, positions[layer.layer]!)));
  const rest =
    open.length === 0
      ? "the config says the same"
      : open.map(({ layer, unknown }) => `layer ${layer} is not fully compared: ${unknown[0]}`).join("; ");
  const verdict = same
    ? `${[...texts].join("; ")}: ${rest}.`
    : different.map(({ layer, differences }) => `Layer ${layer}: ${differences.join("; ")}.`).join(" ");
  return {
    same,
    known: open.length === 0,
    layers: layers.map(({ isCompared: _, ...layer }) => layer),
    verdict: verdict + hiddenText(plan, layers),
  };
}

/** The facts that a few log-probabilities leave open. */
function hiddenText({ top }: ProbePlan, layers: readonly Pick<ProbeReading, "unknown">[]): string {
  const facts = new Set(layers.flatMap(({ unknown }) => unknown));
  return top === undefined ? "" : ` ${top} log-probabilities do not show: ${[...facts].join("; ")}.`;
}

function checkForms(plan: ProbePlan, answers: readonly ProbeAnswers[]): void {
  if (plan?.version !== 3 || !Array.isArray(plan.prompt)) {
    const text = Array.isArray(plan?.prompt)
      ? `plan must have version 3; got ${plan.version}. Make the probe again`
      : "plan must be the plan of makeProbe, or the contents of its probe.json";
    throw typeError(text, { code: "type", param: "plan", value: plan });
  }
  for (const value of answers)
    if (!Array.isArray(value?.tokens) || !Array.isArray(value.logprobs))
      throw typeError(
        'answers must be an object with "tokens" and "logprobs", or a list of one for each prompt',
        {
          code: "type",
          param: "answers",
          value,
        },
      );
}

/** A layer that is as the config says, with the config's names for what was measured. */
function textOf(
  { rotates, pairing, width, window }: ProbeLayer,
  { rotary, headDim }: LayerPositions,
): string {
  const words = rotates ? [`${pairing} pairs`, `${width} of ${headDim} channels turn`] : ["no rotation"];
  if (rotary !== null && rotary !== "unknown") {
    const { type, factor, originalLength } = rotary.scaling as Readonly<Record<string, unknown>>;
    words.push(`base ${rotary.base}`);
    if (type !== "none")
      words.push(`${type} ${factor ?? ""}${originalLength ? ` from ${originalLength}` : ""}`);
  }
  return [...words, ...(window === null ? [] : [`window ${window}`])].join(", ");
}

function comparedWith(found: ProbeLayer, layer: LayerPositions, plan: ProbePlan) {
  const differences: string[] = [];
  const unknown: string[] = [];
  const length = plan.prompt.length;
  const { rotary, window, softmaxScale } = layer;
  if (rotary === "unknown" || window === "unknown")
    return {
      differences,
      unknown: ["the config's rotation or window is not understood"],
      isCompared: false,
    };
  const wanted = window !== null && "before" in window ? window.before + 1 : null;
  // Only some of the keys may show a window that is a little longer.
  const isShown = wanted !== null && wanted < length - keysOf(plan.prompt).length;
  if (found.window !== wanted && (isShown || found.window !== null))
    differences.push(`window ${found.window ?? "none"}, not ${wanted ?? "none"}`);
  else if (found.window !== wanted) unknown.push("window: it is longer than the prompt");
  if ((rotary !== null) !== found.rotates)
    differences.push(
      found.rotates ? "it rotates, and the config does not" : "it does not rotate, and the config does",
    );
  const factor = rotary === null ? 1 : attentionFactorOf(rotary, length);
  if (rotary !== null && found.rotates)
    differences.push(...rotationDifferences(found, rotary, plan, unknown));
  differences.push(...sinkDifferences(found, layer, plan, unknown));
  unknown.push(...hiddenFacts(found, layer, plan));
  if (layer.queryScale === null && typeof softmaxScale === "number") {
    const ratio = found.scale / (softmaxScale * factor ** 2);
    // bfloat16 keeps 8 bits of a score, and its tables 8 of a cosine.
    if (Math.abs(ratio - 1) > 0.02) {
      // Scores have the square of the attention factor.
      const applied = Math.round((5 * Math.log(ratio)) / Math.log(factor)) / 10 + 1;
      const cause =
        applied === 0 || applied === 2 ? `: the attention factor is applied ${applied} times` : "";
      differences.push(`scores are ${ratio.toPrecision(4)} times the config's${cause}`);
    }
  }
  const isHidden = found.frequencies.some(Number.isNaN);
  return { differences, unknown, isCompared: !isHidden };
}

/** What no answers show, or what a few log-probabilities do not. */
function hiddenFacts(
  { rotates, softmaxScale }: ProbeLayer,
  { softcap, queryScale }: LayerPositions,
  { top }: ProbePlan,
): string[] {
  const beyond = `tokens beyond the ${top} largest: their logits are taken for 0`;
  const apart =
    "softmax scale and attention factor apart: their product is seen, because all channels may turn";
  return [
    ...(top === undefined ? [] : [beyond]),
    ...(rotates && softmaxScale === null ? [apart] : []),
    ...(softcap === null ? [] : ["softcap: scores of the probe are far below it"]),
    ...(queryScale === null ? [] : ["scale: queries have a factor that depends on the position"]),
  ];
}

/** Sinks of the probe are read to 0.01; bfloat16 keeps 8 bits of their share. */
const sinkTolerance = 0.2;

function sinkDifferences(found: ProbeLayer, layer: LayerPositions, plan: ProbePlan, unknown: string[]) {
  if (plan.full === null) {
    unknown.push("sinks: the norm after the attention hides them");
    return [];
  }
  const wanted = layer.sinks === true ? plan.sink : null;
  if (wanted === null)
    return found.sink === null
      ? []
      : ["the attention of a query does not add up to 1: the engine adds a sink, or scales values"];
  if (found.sink === null) return ["the sinks are not applied"];
  const isSame = Math.abs(found.sink - wanted) < sinkTolerance;
  return isSame ? [] : [`the sinks are ${found.sink.toPrecision(3)}, not ${wanted}`];
}

function rotationDifferences(
  found: ProbeLayer,
  rotary: Exclude<LayerPositions["rotary"], null | "unknown">,
  plan: ProbePlan,
  unknown: string[],
): string[] {
  const length = plan.prompt.length;
  const own = frequenciesOf(ruleOf(rotary, length), length);
  if (rotary.pairing !== null && found.pairing !== rotary.pairing)
    return [`pairing ${found.pairing}, not ${rotary.pairing}`];
  const turns = own.map((f) => f * length > 1e-3);
  if (turns.includes(false)) unknown.push("pairs that turn by less than 0.001 rad in the prompt");
  if (found.rest > 0.1)
    return [
      `angles do not grow evenly with the distance: they leave their line by ${found.rest.toPrecision(2)} rad; positions may be rounded, clamped, or applied to queries or keys alone`,
    ];
  const hidden = found.frequencies.filter(Number.isNaN).length;
  if (hidden > 0)
    unknown.unshift(
      `${counted(hidden, "pair")}: the window is too short to show how ${hidden === 1 ? "it turns" : "they turn"}`,
    );
  const span = found.window === null ? length : Math.min(length, found.window);
  const off: number[] = [];
  for (let pair = 0; pair < Math.max(own.length, found.frequencies.length); pair++) {
    const [f, g, error] = [found.frequencies[pair] ?? 0, own[pair] ?? 0, found.errors[pair] ?? 0];
    // An engine's float32 angles are off by 2^-24 of themselves, its bfloat16 tables by what `error` has seen. A float16 cache
    // rounds a key by 2^-11 of itself, and so turns a phase by as many radians.
    if (Math.abs(f - g) > error + 2 ** -11 / span + 1e-6 * g) off.push(pair);
  }
  if (off.length === 0) return [];
  const ratios = off
    .filter((pair) => (own[pair] ?? 0) > 0)
    .map((pair) => (found.frequencies[pair] ?? 0) / own[pair]!);
  const worst = ratios.reduce(
    (a, b) => (Math.abs(Math.log(Math.abs(b) || 1e-9)) > Math.abs(Math.log(Math.abs(a) || 1e-9)) ? b : a),
    1,
  );
  return [
    causeOf(found, rotary, own, length) ??
      `${counted(off.length, "pair turns", "pairs turn")} at another speed, the worst ${worst.toPrecision(4)} times as fast`,
  ];
}

/** The usual causes: the other direction, no rule, other fields of YaRN, another width, another base, a linear rule. */
function causeOf(
  { frequencies, errors, width }: ProbeLayer,
  rotary: Exclude<LayerPositions["rotary"], null | "unknown">,
  own: readonly number[],
  length: number,
): string | undefined {
  const { base, rotaryDim, scaling } = rotary;
  const plain = (b: number, w: number) =>
    frequencies.map((_, pair) => (2 * pair < w ? b ** ((-2 * pair) / w) : 0));
  const changed = (change: object) =>
    frequenciesOf(ruleOf({ ...rotary, scaling: { ...scaling, ...change } }, length), length);
  const [first = 1, second = 1] = frequencies;
  const other = second ** (-rotaryDim / 2);
  const causes: Record<string, readonly number[]> = {
    "it turns the other way": own.map((f) => -f),
  };
  if (scaling.type !== "none") causes[`the rule ${scaling.type} is not applied`] = plain(base, rotaryDim);
  if (scaling.type === "yarn") {
    const { truncate, betaFast, betaSlow } = scaling;
    causes[`the ends of YaRN's ramp are ${truncate ? "not " : ""}rounded`] = changed({ truncate: !truncate });
    const betas = { betaFast: 32, betaSlow: 1 };
    causes[`YaRN's betas are 32 and 1, not ${betaFast} and ${betaSlow}`] = changed(betas);
  }
  if (width !== rotaryDim) causes[`it rotates ${width} channels, not ${rotaryDim}`] = plain(base, width);
  causes[`base ${Number(other.toPrecision(5))}, not ${base}`] = plain(other, rotaryDim);
  if (Math.abs(first - 1) > 1e-3)
    causes[`linear scaling by ${(1 / first).toPrecision(5)}`] = plain(base, rotaryDim).map((f) => first * f);
  return Object.keys(causes).find((says) =>
    frequencies.every((measured, pair) => {
      const f = causes[says]![pair] ?? 0;
      return Math.abs(measured - f) <= 3 * errors[pair]! + 1e-6 + 1e-5 * Math.abs(f);
    }),
  );
}
