/** ONNX Runtime GenAI: the graphs that its model builder writes. */

import { longropeMagnitude, rampOf, yarnMagnitude } from "../../api/rotary/rule.ts";
import {
  type Answer,
  answerRule,
  citing,
  dropping,
  type Engine,
  leavingOpen,
  otherwise,
  type Rules,
  refusing,
  scheduled,
  skippingDynamic,
  sourcesIn,
  type Yarn,
} from "./answer.ts";
import { withList } from "./longrope.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn(
  "microsoft/onnxruntime-genai",
  "a0c04eb1313b886c963e415bbd974748cb89a4eb",
  "src/python/py/models/builders/",
);

const facts = {
  order: {
    says: "The angle is float32(position) times float32(frequency); the tables of cosines and sines have the type of the activations.",
    source: at("base.py", 2575),
  },
  linear: { says: "Periods are multiplied by factor.", source: at("base.py", 588) },
  dynamic: {
    says: "No branch is for dynamic NTK: frequencies are not scaled.",
    source: at("base.py", 557),
  },
  yarn: {
    says: "A rule is YaRN if it has beta_fast; others are not scaled.",
    source: at("base.py", 561),
  },
  factor: {
    says: "The ratio of mscale and mscale_all_dim if both are over 0; mscale itself if it alone is; else 0.1 ln s + 1. attention_factor is not read.",
    source: at("base.py", 2488),
  },
  truncate: { says: "The ends of YaRN's ramp are never rounded.", source: at("base.py", 2541) },
  longrope: {
    says: "Both lists are in the graph; the long one is for texts over the original length.",
    source: at("base.py", 2709),
  },
  longropeFactor: {
    says: "short_mscale or long_mscale, else √(1 + ln s / ln L), s the ratio of the lengths.",
    source: at("phi.py", 86),
  },
  llama3: {
    says: "Frequencies follow the formula of Llama 3.1, in the builder of Llama.",
    source: at("llama.py", 19),
  },
  width: {
    says: "head_dim · partial_rotary_factor channels are rotated, if the field stands beside the rule.",
    source: at("base.py", 293),
  },
} satisfies Engine["facts"];

export const onnxruntimeGenai: Engine = {
  name: "onnxruntime-genai",
  title: "ONNX Runtime GenAI",
  version: "a0c04eb",
  facts,
  answer(reading, exact) {
    const { spec, layer, file, latent } = reading;
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const isPartial = spec.rotaryDim < (layer.headDim ?? 0);
    const isWidthOpen = isPartial && !file.has("partial_rotary_factor");
    const start = citing({ ...exact, order: "torch", cache: "model" }, facts.order);
    const answer = leavingOpen(
      isPartial ? citing(start, facts.width) : start,
      "pairing",
      ...(layer.queryScale === null ? [] : (["queryScale"] as const)),
      ...(latent ? (["softmaxScale", "frequencies"] as const) : []),
      ...(isWidthOpen ? (["width", "frequencies"] as const) : []),
    );
    return answerRule(rules, facts, answer, reading);
  },
};

const leavingFrequencies = (answer: Answer): Answer => leavingOpen(answer, "frequencies");

const rules: Rules = {
  yarn: answerYarn,
  dynamic: skippingDynamic,
  longrope(answer, reading, { originalLength }) {
    const { rule, modelType, stated, served } = reading;
    const known = modelType === "phi3" ? answer : leavingOpen(answer, "frequencies", "attentionFactor");
    const isLong = (tokens: number) => tokens > originalLength;
    const cited = citing(known, facts.longropeFactor);
    const listed = withList(cited, reading, "the tokens of the text", isLong);
    const own = rule.number(isLong(served) ? "long_mscale" : "short_mscale") ?? 0;
    const ratio = (stated ?? served) / originalLength;
    const attentionFactor = own > 0 ? own : longropeMagnitude(ratio, originalLength);
    return dropping({ ...listed, attentionFactor }, rule, ["attention_factor"]);
  },
  llama3: (answer, { modelType }) =>
    ["llama", "nemotron", "smollm3"].includes(modelType ?? "") ? answer : leavingFrequencies(answer),
  ntk: leavingFrequencies,
  proportional: leavingFrequencies,
};

function answerYarn(answer: Answer, { rule, spec, layer }: Reading, scaling: Yarn): Answer {
  if (!rule.has("beta_fast")) {
    const ignored = [...answer.ignored, rule.path("factor")];
    const unscaled = scheduled({ ...answer, attentionFactor: 1, ignored }, { type: "none" });
    return otherwise(unscaled, "skips YaRN, because the rule has no beta_fast");
  }
  if (!rule.has("factor")) return refusing(answer, "raises an error, because factor is null");
  const cited = citing(answer, facts.factor, facts.truncate);
  const known = spec.rotaryDim < (layer.headDim ?? 0) ? leavingFrequencies(cited) : cited;
  const unrounded = { ...scaling, truncate: false };
  const [low, high] = rampOf(unrounded, spec.base, spec.rotaryDim);
  if (!(low > 0 && low < high && high < spec.rotaryDim / 2 - 1))
    return refusing(known, "raises an error, because YaRN's ramp does not end within the head");
  const ramped = scheduled(known, unrounded);
  const own = { ...ramped, attentionFactor: yarnFactor(rule, scaling.factor) };
  const cause = "does not round the ends of YaRN's ramp";
  return dropping(scaling.truncate ? otherwise(own, cause) : own, rule, ["attention_factor"]);
}

function yarnFactor(rule: Reading["rule"], factor: number): number {
  const [mscale, all] = [rule.number("mscale") ?? 0, rule.number("mscale_all_dim") ?? 0];
  if (mscale <= 0) return yarnMagnitude(factor);
  return all > 0 ? yarnMagnitude(factor, mscale) / yarnMagnitude(factor, all) : mscale;
}
