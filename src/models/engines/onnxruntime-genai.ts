/** ONNX Runtime GenAI: the graphs that its model builder writes. */

import { longropeMagnitude } from "../../api/rotary/scaling/longrope.ts";
import { rampOf, yarnMagnitude } from "../../api/rotary/scaling/yarn.ts";
import {
  type Answer,
  answerRule,
  citing,
  dropping,
  type Engine,
  type EngineFact,
  leavingOpen,
  otherwise,
  type Rules,
  refusing,
  scheduled,
  sourcesIn,
  type Yarn,
} from "./answer.ts";
import { withList } from "./longrope.ts";
import { modelFiles, withModelFile, withPairing } from "./model-files.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn(
  "microsoft/onnxruntime-genai",
  "a0c04eb1313b886c963e415bbd974748cb89a4eb",
  "src/python/py/models/builders/",
);

/** The release that was run. */
const release = sourcesIn("microsoft/onnxruntime-genai", "v0.18.0", "src/python/py/models/builders/");

const facts = {
  order: {
    says: "The angle is float32(position) times float32(frequency); the tables of cosines and sines have the type of the activations.",
    source: at("base.py", 2575),
  },
  linear: { says: "Periods are multiplied by factor.", source: release("base.py", 698) },
  yarn: {
    says: "YaRN needs beta_fast and beta_slow in the rule: without them the builder divides by 0.",
    source: release("base.py", 3359),
  },
  others: {
    says: "The builder raises an error for every rule but yarn, linear and default.",
    source: release("base.py", 701),
  },
  llamas: {
    says: "The builders of Llama, Nemotron and SmolLM3 know the rule of Llama 3.1, and no other.",
    source: release("llama.py", 15),
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
  nested: {
    says: "A rule for each kind of layer, as transformers 5 gives Gemma 3, is an error.",
    source: release("base.py", 670),
  },
  withoutIds: {
    says: "The graph of SmolLM3 asks for position ids that it does not have, and the builder stops.",
    source: release("base.py", 4841),
  },
  phi: {
    says: "A Phi-3 whose original length is not its length is built as LongRoPE, and without its lists the builder stops.",
    source: release("base.py", 3588),
  },
  width: {
    says: "head_dim · partial_rotary_factor channels are rotated, if the field stands beside the rule.",
    source: at("base.py", 293),
  },
} satisfies Engine["facts"];

export const onnxruntimeGenai: Engine = {
  name: "onnxruntime-genai",
  title: "ONNX Runtime GenAI",
  version: "0.18.0, and a0c04eb",
  facts,
  answer(reading, exact) {
    const { spec, layer, file, latent } = reading;
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const stop = stopOf(reading);
    if (stop !== undefined) return refusing(citing(exact, stop[0]), stop[1]);
    const isPartial = spec.rotaryDim < (layer.headDim ?? 0);
    const isWidthOpen = isPartial && !file.has("partial_rotary_factor");
    const start = citing({ ...exact, order: "torch", cache: "model" }, facts.order);
    const answer = leavingOpen(
      withPairing(isPartial ? citing(start, facts.width) : start, reading, files),
      ...(layer.queryScale === null ? [] : (["queryScale"] as const)),
      ...(latent ? (["softmaxScale", "frequencies"] as const) : []),
      ...(isWidthOpen ? (["width", "frequencies"] as const) : []),
    );
    const known = withModelFile(answer, reading, files);
    return llamas.has(reading.modelType ?? "")
      ? answerLlama(known, reading)
      : answerRule(rules, facts, known, reading);
  },
};

/** The original length of Phi-3's class. */
const phiLength = 4096;

/** Why the builder stops, whatever the rule. */
function stopOf({ modelType, spec, file, stated }: Reading): readonly [EngineFact, string] | undefined {
  if (modelType === "gemma3_text")
    return [facts.nested, "stops with an error at rules for each kind of layer"];
  if (modelType === "smollm3")
    return [facts.withoutIds, "stops with an error, because the graph has no position ids"];
  if (modelType !== "phi3" || spec.scaling.type !== "none") return undefined;
  return (file.number("original_max_position_embeddings") ?? phiLength) === (stated ?? phiLength)
    ? undefined
    : [facts.phi, "stops with an error, because it expects the lists of LongRoPE"];
}

/** Types whose builder was read. Those among the probes' types were run. */
const files = modelFiles({
  pairing: `ernie4_5 gemma gemma2 gemma3_text gpt_oss granite granitemoehybrid hunyuan_v1_dense lfm2 llama mistral nemotron olmo phi
    phi3 qwen2 qwen3 smollm3`,
  softmaxScale: "gemma2 gemma3_text granite granitemoehybrid",
  softcap: "gemma2",
  sinks: "gpt_oss",
});

/** Types whose builder has a reading of rules of its own. */
const llamas = new Set(["llama", "nemotron", "smollm3"]);

function answerLlama(answer: Answer, { spec, rule }: Reading): Answer {
  const { type } = spec.scaling;
  const cited = citing(answer, facts.llamas);
  if (type === "none" || type === "llama3") return type === "none" ? answer : citing(cited, facts.llama3);
  const plain = scheduled({ ...cited, attentionFactor: 1, list: null }, { type: "none" });
  const name = rule.has("rope_type") ? "rope_type" : "type";
  return otherwise(plain, `does not read the rule ${type}`, { ignored: [...plain.ignored, rule.path(name)] });
}

/** A builder without a branch for the rule. */
function refuse(answer: Answer, { spec, modelType }: Reading): Answer {
  // Hunyuan has a reading of its own, which was not run.
  if (modelType === "hunyuan_v1_dense") return leavingOpen(answer, "base", "frequencies");
  if (answer.unread !== undefined) return answer;
  return refusing(citing(answer, facts.others), `raises an error for the rule ${spec.scaling.type}`);
}

const rules: Rules = {
  yarn: answerYarn,
  dynamic: refuse,
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
  llama3: refuse,
  ntk: refuse,
  proportional: refuse,
};

function answerYarn(answer: Answer, { rule, spec, layer }: Reading, scaling: Yarn): Answer {
  if (answer.unread !== undefined) return answer;
  const missing = ["beta_fast", "beta_slow"].filter((name) => !rule.has(name));
  if (missing.length > 0)
    return refusing(answer, `stops with an error, because the rule has no ${missing.join(" and no ")}`);
  if (!rule.has("factor")) return refusing(answer, "raises an error, because factor is null");
  const cited = citing(answer, facts.factor, facts.truncate);
  const known = spec.rotaryDim < (layer.headDim ?? 0) ? leavingOpen(cited, "frequencies") : cited;
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
