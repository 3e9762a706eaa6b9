/** exllamav3. */

import { yarnMagnitude } from "../../api/rotary/rule.ts";
import {
  type Answer,
  answerRule,
  drop,
  type Engine,
  leaveOpen,
  type Rules,
  setSchedule,
  sourcesIn,
} from "./answer.ts";
import { setListByServed, takeRatio } from "./longrope.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn("turboderp-org/exllamav3", "4f8ad0121f483ba66a5336244a4c3b6d7210385e", "exllamav3/");

const facts: Engine["facts"] = {
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
};

export const exllamav3: Engine = {
  name: "exllamav3",
  title: "exllamav3",
  version: "4f8ad01",
  facts,
  answer(reading, answer) {
    const { spec, rule, file, layer } = reading;
    if (reading.diffusion) return "serves no models of diffusion";
    answer.order = "torch";
    answer.facts.add("order");
    leaveOpen(answer, "pairing");
    const said = rule.has("partial_rotary_factor") || file.has("partial_rotary_factor");
    if (file.has("rotary_dim") || (!said && spec.rotaryDim < (layer.headDim ?? 0)))
      leaveOpen(answer, "width", "frequencies");
    if (layer.queryScale !== null && !rule.has("llama_4_scaling_beta")) leaveOpen(answer, "queryScale");
    if (reading.latent) leaveOpen(answer, "softmaxScale");
    return answerRule(rules, facts, answer, reading);
  },
};

const rules: Rules = {
  dynamic: refuse,
  ntk: refuse,
  longrope(answer, reading, { originalLength }) {
    setListByServed(answer, reading, "the configured length");
    takeRatio(answer, reading, originalLength);
    return undefined;
  },
  yarn(answer, reading, scaling) {
    const { rule, stated, served } = reading;
    answer.facts.add("truncate").add("factor");
    const original = rule.number("original_max_position_embeddings");
    const factor = original === undefined ? scaling.factor : (stated ?? served) / original;
    if (factor !== scaling.factor) {
      setSchedule(answer, { ...scaling, factor });
      drop(answer, rule, ["factor"], `takes the ratio of the lengths, ${factor}, for factor`);
    }
    if (!rule.has("attention_factor")) answer.attentionFactor = ownFactor(answer, reading, factor);
    return undefined;
  },
};

function refuse(answer: Answer): string {
  answer.facts.add("unknown");
  return "raises an error for the rule dynamic";
}

function ownFactor(answer: Answer, { rule, modelType }: Reading, factor: number): number {
  const [mscale, all] = [rule.number("mscale"), rule.number("mscale_all_dim")];
  if (modelType === "deepseek_v3" && mscale && all)
    return yarnMagnitude(factor, mscale) / yarnMagnitude(factor, all);
  if (mscale && all) drop(answer, rule, ["mscale", "mscale_all_dim"]);
  if (!rule.number("llama_4_scaling_beta")) return yarnMagnitude(factor);
  return 1;
}
