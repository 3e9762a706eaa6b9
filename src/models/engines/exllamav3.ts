/** exllamav3. */

import { yarnMagnitude } from "../../api/rotary/scaling/yarn.ts";
import {
  type Answer,
  answerRule,
  citing,
  dropping,
  type Engine,
  leavingOpen,
  type Rules,
  refusing,
  scheduled,
  sourcesIn,
} from "./answer.ts";
import { withListByServed, withRatio } from "./longrope.ts";
import { modelFiles, withModelFile, withOneBase, withPairing } from "./model-files.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn("turboderp-org/exllamav3", "4f8ad0121f483ba66a5336244a4c3b6d7210385e", "exllamav3/");

const facts = {
  order: {
    says: "The angle is float32(position) times float32(frequency); fast sines and cosines of it, not reduced, no table.",
    source: at("exllamav3_ext/rope.cu", 77),
  },
  linear: { says: "Frequencies are divided by factor.", source: at("util/rope.py", 221) },
  yarn: {
    says: "attention_factor counts; the ratio of mscale and mscale_all_dim is for DeepSeek-V3 alone; 1 if the file has llama_4_scaling_beta; else 0.1 ln s + 1.",
    source: at("util/rope.py", 282, 259),
  },
  truncate: {
    says: "The ends of the ramp are rounded unless truncate is false.",
    source: at("util/rope.py", 88),
  },
  factor: {
    says: "The ratio of the lengths counts if the rule has an original length, and not factor.",
    source: at("util/rope.py", 278),
  },
  longrope: {
    says: "The long list is for all texts if the configured length is over the original one.",
    source: at("util/rope.py", 322),
  },
  longropeFactor: {
    says: "√(1 + ln s / ln L), s the ratio of the lengths.",
    source: at("util/rope.py", 329),
  },
  llama3: { says: "Frequencies follow the formula of Llama 3.1.", source: at("util/rope.py", 211) },
  proportional: {
    says: "The first pairs are divided by factor, the others are still.",
    source: at("util/rope.py", 248),
  },
  unknown: { says: "Other rules, such as dynamic NTK, are an error.", source: at("util/rope.py", 185) },
} satisfies Engine["facts"];

export const exllamav3: Engine = {
  name: "exllamav3",
  title: "exllamav3",
  version: "1.6.5, and 4f8ad01",
  facts,
  answer(reading, exact) {
    const { spec, rule, file, layer, latent } = reading;
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const said = rule.has("partial_rotary_factor") || file.has("partial_rotary_factor");
    const isWidthOpen = file.has("rotary_dim") || (!said && spec.rotaryDim < (layer.headDim ?? 0));
    const isScaleOpen = layer.queryScale !== null && !rule.has("llama_4_scaling_beta");
    const start = withPairing(citing({ ...exact, order: "torch" }, facts.order), reading, files);
    const answer = leavingOpen(
      start,
      ...(isWidthOpen ? (["width", "frequencies"] as const) : []),
      ...(isScaleOpen ? (["queryScale"] as const) : []),
      ...(latent ? (["softmaxScale"] as const) : []),
    );
    return answerRule(rules, facts, withOneBase(withModelFile(answer, reading, files), reading), reading);
  },
};

/** Types whose file was read: which channels form a pair, and which take a window. */
const files = modelFiles({
  pairing: `afmoe apertus arcee cohere cohere2 deepseek_v3 dots1 ernie4_5 ernie4_5_moe exaone4 gemma2 gemma3_text gemma4_text glm4
    glm4_moe gpt_oss hy_v3 iquestcoder llama mimo minimax_m2 ministral3 mistral mixtral olmo3 phi3 qwen2 qwen3 qwen3_moe qwen3_next
    qwen3_vl_text seed_oss smollm3`,
  "no-window": "llama mistral mixtral phi3 qwen2 qwen3 qwen3_moe smollm3",
  softmaxScale: "gemma2 gemma3_text",
  window: "gpt_oss",
});

const refuse = (answer: Answer): Answer =>
  refusing(citing(answer, facts.unknown), "raises an error for the rule dynamic");

const rules: Rules = {
  dynamic: refuse,
  ntk: refuse,
  longrope: (answer, reading, { originalLength }) =>
    withRatio(
      // The length of the config, whatever the text: a served length does not change it.
      withListByServed(
        answer,
        { ...reading, served: reading.stated ?? reading.served },
        "the configured length",
      ),
      reading,
      originalLength,
      facts.longropeFactor,
    ),
  yarn(exact, reading, scaling) {
    const { rule, stated, served } = reading;
    const original = rule.number("original_max_position_embeddings");
    const factor = original === undefined ? scaling.factor : (stated ?? served) / original;
    let answer = citing(exact, facts.truncate, facts.factor);
    if (factor !== scaling.factor) {
      const cause = `takes the ratio of the lengths, ${factor}, for factor`;
      answer = dropping(scheduled(answer, { ...scaling, factor }), rule, ["factor"], cause);
    }
    return rule.has("attention_factor") ? answer : withOwnFactor(answer, reading, factor);
  },
};

function withOwnFactor(answer: Answer, { rule, modelType }: Reading, factor: number): Answer {
  const [mscale, all] = [rule.number("mscale"), rule.number("mscale_all_dim")];
  if (modelType === "deepseek_v3" && mscale && all)
    return { ...answer, attentionFactor: yarnMagnitude(factor, mscale) / yarnMagnitude(factor, all) };
  const attentionFactor = rule.number("llama_4_scaling_beta") ? 1 : yarnMagnitude(factor);
  const own = { ...answer, attentionFactor };
  return mscale && all ? dropping(own, rule, ["mscale", "mscale_all_dim"]) : own;
}
