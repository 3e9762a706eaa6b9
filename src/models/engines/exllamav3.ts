/** exllamav3. */

import { yarnMagnitude } from "../../api/rotary/rule.ts";
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
  version: "4f8ad01",
  facts,
  answer(reading, exact) {
    const { spec, rule, file, layer, latent } = reading;
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const said = rule.has("partial_rotary_factor") || file.has("partial_rotary_factor");
    const isWidthOpen = file.has("rotary_dim") || (!said && spec.rotaryDim < (layer.headDim ?? 0));
    const isScaleOpen = layer.queryScale !== null && !rule.has("llama_4_scaling_beta");
    const answer = leavingOpen(
      citing({ ...exact, order: "torch" }, facts.order),
      "pairing",
      ...(isWidthOpen ? (["width", "frequencies"] as const) : []),
      ...(isScaleOpen ? (["queryScale"] as const) : []),
      ...(latent ? (["softmaxScale"] as const) : []),
    );
    return answerRule(rules, facts, answer, reading);
  },
};

const refuse = (answer: Answer): Answer =>
  refusing(citing(answer, facts.unknown), "raises an error for the rule dynamic");

const rules: Rules = {
  dynamic: refuse,
  ntk: refuse,
  longrope: (answer, reading, { originalLength }) =>
    withRatio(
      withListByServed(answer, reading, "the configured length"),
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
