/** MLX: mlx-lm's models. */

import { yarnMagnitude } from "../../api/rotary/scaling/yarn.ts";
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
  roundingRamp,
  scheduled,
  sourcesIn,
  withoutField,
} from "./answer.ts";
import { withList, withRatio } from "./longrope.ts";
import { modelFiles, unread, withModelFile, withOneBase } from "./model-files.ts";
import type { Reading } from "./reading.ts";

const at = sourcesIn("ml-explore/mlx-lm", "d78bf58e217c904ec282ed8da9b947491f78c022", "mlx_lm/");

/** Model files that build their rotation with `initialize_rope`. */
const general = new Set(
  `afm7 afmoe apertus bailing_moe bitnet deepseek_v3 deepseek_v32 dots1 ernie4_5_moe exaone exaone4 exaone_moe falcon_h1
  gemma3_text gemma4_text glm4_moe_lite gpt_oss granite granitemoe granitemoehybrid internlm2 internlm3 iquestloopcoder laguna llama
  llama4 longcat_flash mellum mimo minicpm ministral3 nemotron-nas olmo2 olmo3 olmoe qwen2 qwen3 qwen3_next seed_oss smollm3 step3p5
  telechat3 youtu_llm`.split(/\s+/),
);
/** Model files that read `rope_parameters`; the others read `rope_scaling` and `rope_theta` alone. */
const newForm = new Set(
  `exaone_moe gemma4_text glm_moe_dsa granitemoehybrid laguna lfm2 lfm2_moe mellum minimax_m3_vl ministral3 mistral4 muse_glimmer
  muse_spark olmo_hybrid qwen3 qwen3_5 spark2_5`.split(/\s+/),
);
/** What a file takes for rope_theta if the config has none at its top; types that are not here stop with an error. */
const defaultBases: Readonly<Record<string, number>> = {
  afm7: 50000,
  afmoe: 10000,
  bitnet: 10000,
  deepseek_v3: 10000,
  deepseek_v32: 10000,
  falcon_h1: 1e11,
  gemma: 10000,
  gemma2: 10000,
  glm4_moe_lite: 1e6,
  gpt_oss: 150000,
  internlm2: 10000,
  internlm3: 10000,
  iquestloopcoder: 500000,
  llama: 10000,
  mimo: 10000,
  minicpm: 1e6,
  mixtral: 1e6,
  "nemotron-nas": 500000,
  olmo2: 10000,
  olmoe: 10000,
  phi3: 10000,
  qwen2: 1e6,
  seed_oss: 10000,
  smollm3: 10000,
  starcoder2: 100000,
  step3p5: 10000,
  youtu_llm: 1600000,
};
/** Model files that read no rule. */
const unruled = new Set("ernie4_5 gemma gemma2 mixtral qwen3_moe starcoder2".split(" "));
/** The file of types that have none of their own. */
const standIns: Record<string, string> = {
  mistral: "llama",
  iquestcoder: "llama",
  minimax_m2: "minimax",
  kimi_k2: "deepseek_v3",
  joyai_llm_flash: "deepseek_v3",
  qwen3_vl_text: "qwen3",
};

/** The release that was run. */
const release = sourcesIn("ml-explore/mlx-lm", "v0.32.2", "mlx_lm/");

const facts = {
  order: {
    says: "The angle is float32(position · scale) times a frequency in float32; fast sines and cosines, no table.",
    source: {
      repository: "ml-explore/mlx",
      path: "mlx/backend/metal/kernels/rope.metal",
      commit: "496890d08dcc172a942535627caba86d5284d4d4",
      line: 16,
    },
  },
  linear: {
    says: "Positions are multiplied by 1 / factor in float32.",
    source: at("models/rope_utils.py", 290),
  },
  dynamic: { says: "The base is computed anew in each call.", source: at("models/rope_utils.py", 262) },
  yarn: {
    says: "The ratio of mscale, 1 by default, and mscale_all_dim, 0 by default; attention_factor is not read.",
    source: at("models/rope_utils.py", 171, 1507),
  },
  truncate: { says: "The ends of YaRN's ramp are always rounded.", source: at("models/rope_utils.py", 153) },
  longrope: { says: "The long list is for all texts.", source: at("models/rope_utils.py", 50) },
  longropeFactor: {
    says: "√(1 + ln s / ln L), s the ratio of the lengths; attention_factor and long_mscale of the file are not handed on.",
    source: at("models/rope_utils.py", 332),
  },
  llama3: { says: "Frequencies follow the formula of Llama 3.1.", source: at("models/rope_utils.py", 107) },
  proportional: {
    says: "The first pairs are divided by factor, the others are still.",
    source: at("models/rope_utils.py", 218),
  },
  glm: {
    says: "GLM rotates the whole head: partial_rotary_factor is not read.",
    source: at("models/glm.py", 59, 1698),
  },
  newForm: {
    says: "The model's file reads rope_theta and rope_scaling, not rope_parameters: a file that has those alone gets the default base of the model's file, and no rule.",
    source: release("models/llama.py", 30),
  },
  unruled: {
    says: "The model's file hands no rule to its rotation.",
    source: release("models/qwen3_moe.py", 61),
  },
  beta: {
    says: "The file of Ministral 3 needs llama_4_scaling_beta in the rule.",
    source: release("models/ministral3.py", 66),
  },
  oneBase: {
    says: "Layers of OLMo 3 with a window have the base of the other layers.",
    source: release("models/olmo3.py", 83),
  },
  exaone: {
    says: "The file of EXAONE 4 needs rope_scaling.",
    source: release("models/exaone4.py", 29),
  },
  minimax: { says: "MiniMax rotates rotary_dim channels.", source: at("models/minimax.py", 121) },
} satisfies Engine["facts"];

export const mlx: Engine = {
  name: "mlx",
  title: "MLX",
  version: "mlx-lm 0.32.2, and d78bf58",
  facts,
  answer(reading, exact) {
    const { modelType, layer, file } = reading;
    const type = standIns[modelType ?? ""] ?? modelType ?? "";
    const start = citing({ ...exact, order: "mlx" }, facts.order);
    const answer =
      layer.queryScale === null || type === "ministral3" ? start : leavingOpen(start, "queryScale");
    if (type === "glm") return wholeHead(withModelFile(answer, reading, files), reading);
    if (type === "minimax") return citing(withModelFile(answer, reading, files), facts.minimax);
    if (type === "glm4" || type === "glm4_moe") return withModelFile(answer, reading, files);
    if (!general.has(type) && !unruled.has(type) && type !== "phi3") return unread(answer, reading);
    if (type === "ministral3" && !reading.rule.has("llama_4_scaling_beta"))
      return withoutField(answer, facts.beta, "llama_4_scaling_beta");
    if (type === "exaone4" && !file.has("rope_scaling"))
      return refusing(
        citing(answer, facts.exaone),
        "stops with an error, because the file has no rope_scaling",
      );
    const known = withOneBase(withModelFile(answer, reading, files), reading, facts.oneBase);
    if (file.has("rope_parameters") && !file.has("rope_theta") && !newForm.has(type))
      return withoutParameters(known, reading, type);
    return unruled.has(type) ? withoutRule(known, reading) : answerRule(rules, facts, known, reading);
  },
};

/** Types by what was read of their files, or seen when they were run. */
const files = modelFiles({
  pairing: [
    ...general,
    ...unruled,
    ...Object.keys(standIns),
    "phi3",
    "glm",
    "glm4",
    "glm4_moe",
    "minimax",
  ].join(" "),
  window: "exaone4 gemma3_text gpt_oss olmo3",
  "no-window": "gemma2 mistral mixtral phi3 qwen2 qwen3 qwen3_moe",
  softmaxScale: "gemma2 gemma3_text granite",
  softcap: "gemma2",
  sinks: "gpt_oss",
});

/** A file of the new form, whose reader knows the old form alone. */
function withoutParameters(answer: Answer, reading: Reading, type: string): Answer {
  const { rule, file, spec, nested } = reading;
  if (nested) return leavingOpen(citing(answer, facts.newForm), "base", "frequencies", "attentionFactor");
  const base = defaultBases[type];
  if (base === undefined)
    return refusing(answer, "raises an error, because rope_theta is not at the top of the file");
  const plain = scheduled(
    { ...citing(answer, facts.newForm), base, attentionFactor: 1, list: null },
    { type: "none" },
  );
  const isSame = base === spec.base && spec.scaling.type === "none";
  if (isSame) return plain;
  const field = rule.path("rope_theta").replace(/\.?rope_theta$/, "") || file.path("rope_parameters");
  const cause = `does not read rope_parameters: base ${base}, no rule`;
  return otherwise(plain, cause, { ignored: [...plain.ignored, field] });
}

function withoutRule(answer: Answer, { spec, rule }: Reading): Answer {
  const { type } = spec.scaling;
  if (type === "none") return answer;
  const plain = scheduled(
    { ...citing(answer, facts.unruled), attentionFactor: 1, list: null },
    { type: "none" },
  );
  return otherwise(plain, `does not read the rule ${type}`, {
    ignored: [...plain.ignored, rule.path("rope_type")],
  });
}

function wholeHead(answer: Answer, { layer, spec }: Reading): Answer {
  const width = layer.headDim ?? spec.headDim;
  const whole = scheduled({ ...citing(answer, facts.glm), width }, { type: "none" });
  return width === spec.rotaryDim ? whole : otherwise(whole, "does not read partial_rotary_factor");
}

const rules: Rules = {
  ntk: (answer) => leavingOpen(answer, "frequencies"),
  longrope(answer, reading, { originalLength }) {
    const listed = withList(answer, reading, "nothing: always the long list", () => true);
    const long = otherwise(listed, "uses the long list at every length");
    return withRatio(long, reading, originalLength, facts.longropeFactor);
  },
  yarn(answer, reading, scaling) {
    const { rule } = reading;
    if (!rule.has("factor")) return refusing(answer, "raises an error, because factor is null");
    const rounded = roundingRamp(citing(answer, facts.truncate), reading, scaling);
    const [mscale, all] = [rule.number("mscale") ?? 1, rule.number("mscale_all_dim") ?? 0];
    const attentionFactor = yarnMagnitude(scaling.factor, mscale) / yarnMagnitude(scaling.factor, all);
    return dropping({ ...rounded, attentionFactor }, rule, ["attention_factor"]);
  },
};
