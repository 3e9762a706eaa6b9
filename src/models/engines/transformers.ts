/** Hugging Face transformers, at one commit of a fork. */

import {
  type Answer,
  answerRule,
  citing,
  dropping,
  type Engine,
  type Rules,
  refusing,
  roundingRamp,
  scheduled,
  sourcesIn,
  withoutField,
} from "./answer.ts";
import { withList } from "./longrope.ts";
import { unread } from "./model-files.ts";
import type { Reading } from "./reading.ts";

const utils = "modeling_rope_utils.py";
const at = sourcesIn(
  "zucchini-nlp/transformers",
  "decba1d2ea4ed3cbf0495d1828abad4b2dba1846",
  "src/transformers/",
);

/** The release that was run. */
const release = sourcesIn("huggingface/transformers", "v5.24.0", "src/transformers/");

const facts = {
  order: {
    says: "The angle is float32(position) times float32(frequency); cosines and sines become the type of the activations.",
    source: at("models/llama/modeling_llama.py", 122),
  },
  linear: { says: "Frequencies are divided by factor.", source: at(utils, 189) },
  dynamic: {
    says: "The base is computed anew for each longer text; cached keys keep the old one.",
    source: at(utils, 340),
  },
  yarn: {
    says: "attention_factor counts; else the ratio of mscale and mscale_all_dim if neither is 0; else 0.1 ln s + 1.",
    source: at(utils, 436),
  },
  factor: { says: "A factor of null becomes the ratio of the lengths.", source: at(utils, 426) },
  truncate: {
    says: "truncate is read beside the rules, so that in files with a rule for each kind of layer it is always true.",
    source: at(utils, 474),
  },
  longrope: {
    says: "The long list is for calls whose largest position + 1 is over the original length.",
    source: at(utils, 64),
  },
  longropeFactor: {
    says: "attention_factor counts; else √(1 + ln s / ln L), s the factor or the ratio of the lengths.",
    source: at(utils, 567),
  },
  llama3: { says: "Frequencies follow the formula of Llama 3.1.", source: at(utils, 657) },
  proportional: {
    says: "The first pairs are divided by factor, the others are still.",
    source: at(utils, 265),
  },
  width: {
    says: "A class that does not know rotary_dim rotates head_dim · partial_rotary_factor channels.",
    source: at("models/minimax_m2/modeling_minimax_m2.py", 181, "huggingface/transformers#48241"),
  },
  beta: {
    says: "Queries of Ministral 3 are scaled by llama_4_scaling_beta, without which the class stops with an error.",
    source: release("models/ministral3/modeling_ministral3.py", 149),
  },
  sections: {
    says: "Interleaved sections: pairs beyond those of height and width belong to time.",
    source: at("models/qwen3_vl/modeling_qwen3_vl.py", 382),
  },
} satisfies Engine["facts"];

export const transformers: Engine = {
  name: "transformers",
  title: "transformers",
  version: "5.24.0, and decba1d",
  facts,
  answer(reading, exact) {
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const cache = reading.modelType?.startsWith("llama4") ? "float32" : "model";
    const answer = withWidth(citing({ ...exact, order: "torch", cache }, facts.order), reading);
    const cited = reading.spec.sections ? citing(answer, facts.sections) : answer;
    const own = isRead(reading.modelType) ? cited : unread(cited, reading);
    if (reading.modelType === "ministral3" && !reading.rule.has("llama_4_scaling_beta"))
      return withoutField(own, facts.beta, "llama_4_scaling_beta");
    return answerRule(rules, facts, own, reading);
  },
};

/** Types of the atlas without a class in transformers: what is known of them was read elsewhere. */
const outside = new Set(
  `Klear afm7 baichuan bailing_moe bailing_moe_linear chatglm deepseek exaone hunyuan internlm internlm2 internlm3 internvl_chat
  iquestcoder iquestloopcoder joyai_llm_flash kimi_k2 kimi_vl lille-130m longcat_flash_ngram mimo minicpm minimax_m3 moonvit
  nemotron-nas openelm phi-msft phi3small phixtral plamo qwen telechat3 youtu_llm`.split(/\s+/),
);

/** Whether posenc's own reading of the type is of a class of transformers. Names with a patch are architectures of timm. */
const isRead = (type: string | null): boolean =>
  type !== null && !outside.has(type) && !/_patch\d/.test(type);

const rules: Rules = {
  longrope: (answer, reading, { originalLength }) =>
    withList(
      citing(answer, facts.longropeFactor),
      reading,
      "the largest position of the call",
      (tokens) => tokens > originalLength,
    ),
  yarn(answer, reading, scaling) {
    const cited = reading.rule.has("factor") ? answer : citing(answer, facts.factor);
    if (!reading.nested || scaling.truncate) return cited;
    return roundingRamp(citing(cited, facts.truncate), reading, scaling);
  },
};

function withWidth(answer: Answer, { file, knowsRotaryDim, spec, share, layer }: Reading): Answer {
  const width = Math.trunc((layer.headDim ?? spec.headDim) * share);
  if (!file.has("rotary_dim") || knowsRotaryDim || width === answer.width) return answer;
  const cited = citing({ ...answer, width }, facts.width);
  const own = "longFactor" in spec.scaling ? cited : scheduled(cited, spec.scaling);
  return dropping(own, file, ["rotary_dim"]);
}
