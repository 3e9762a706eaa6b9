/** ONNX Runtime GenAI: the graphs that its model builder writes. */

import { longropeMagnitude, rampOf, yarnMagnitude } from "../../api/rotary/rule.ts";
import {
  type Answer,
  answerRule,
  drop,
  type Engine,
  leaveOpen,
  type Rules,
  setSchedule,
  skipDynamic,
  sourcesIn,
  type Yarn,
} from "./answer.ts";
import { setList } from "./longrope.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn(
  "microsoft/onnxruntime-genai",
  "a0c04eb1313b886c963e415bbd974748cb89a4eb",
  "src/python/py/models/builders/",
);

const facts: Engine["facts"] = {
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
};

export const onnxruntimeGenai: Engine = {
  name: "onnxruntime-genai",
  title: "ONNX Runtime GenAI",
  version: "a0c04eb",
  facts,
  answer(reading, answer) {
    const { spec, layer, file } = reading;
    if (reading.diffusion) return "serves no models of diffusion";
    answer.order = "torch";
    answer.cache = "model";
    answer.facts.add("order");
    leaveOpen(answer, "pairing");
    if (layer.queryScale !== null) leaveOpen(answer, "queryScale");
    if (reading.latent) leaveOpen(answer, "softmaxScale", "frequencies");
    if (spec.rotaryDim < (layer.headDim ?? 0)) {
      answer.facts.add("width");
      if (!file.has("partial_rotary_factor")) leaveOpen(answer, "width", "frequencies");
    }
    return answerRule(rules, facts, answer, reading);
  },
};

const rules: Rules = {
  yarn: answerYarn,
  dynamic: skipDynamic,
  longrope(answer, reading, { originalLength }) {
    const { rule, modelType, stated, served } = reading;
    if (modelType !== "phi3") leaveOpen(answer, "frequencies", "attentionFactor");
    const isLong = (tokens: number) => tokens > originalLength;
    answer.facts.add("longropeFactor");
    setList(answer, reading, "the tokens of the text", isLong);
    const own = rule.number(isLong(served) ? "long_mscale" : "short_mscale") ?? 0;
    const ratio = (stated ?? served) / originalLength;
    answer.attentionFactor = own > 0 ? own : longropeMagnitude(ratio, originalLength);
    drop(answer, rule, ["attention_factor"]);
    return undefined;
  },
  llama3(answer, { modelType }) {
    return ["llama", "nemotron", "smollm3"].includes(modelType ?? "") ? undefined : leaveFrequencies(answer);
  },
  ntk: leaveFrequencies,
  proportional: leaveFrequencies,
};

function leaveFrequencies(answer: Answer): undefined {
  leaveOpen(answer, "frequencies");
}

function answerYarn(answer: Answer, { rule, spec, layer }: Reading, scaling: Yarn): string | undefined {
  if (!rule.has("beta_fast")) {
    setSchedule(answer, { type: "none" });
    answer.attentionFactor = 1;
    answer.ignored.push(rule.path("factor"));
    answer.causes.push("skips YaRN, because the rule has no beta_fast");
    return undefined;
  }
  if (!rule.has("factor")) return "raises an error, because factor is null";
  answer.facts.add("factor").add("truncate");
  if (spec.rotaryDim < (layer.headDim ?? 0)) leaveOpen(answer, "frequencies");
  const unrounded = { ...scaling, truncate: false };
  const [low, high] = rampOf(unrounded, spec.base, spec.rotaryDim);
  if (!(low > 0 && low < high && high < spec.rotaryDim / 2 - 1))
    return "raises an error, because YaRN's ramp does not end within the head";
  setSchedule(answer, unrounded);
  if (scaling.truncate) answer.causes.push("does not round the ends of YaRN's ramp");
  const [mscale, all] = [rule.number("mscale") ?? 0, rule.number("mscale_all_dim") ?? 0];
  const ratio = yarnMagnitude(scaling.factor, mscale) / yarnMagnitude(scaling.factor, all);
  answer.attentionFactor =
    mscale > 0 && all > 0 ? ratio : mscale > 0 ? mscale : yarnMagnitude(scaling.factor);
  drop(answer, rule, ["attention_factor"]);
  return undefined;
}
