/** vLLM: its present rules, and two earlier ones that people met. */
import {
  answerRule,
  citing,
  dropping,
  type Engine,
  type EngineFact,
  type EngineSource,
  leavingOpen,
  otherwise,
  type Rules,
  refusing,
  roundingRamp,
  scheduled,
  sourcesIn,
} from "./answer.ts";
import { withListByServed, withMscale } from "./longrope.ts";
import { modelFiles, withModelFile } from "./model-files.ts";
import { leavingModelFile, needingFactor, shared, yarnFactorOf } from "./torch-servers.ts";

const folder = "vllm/model_executor/layers/rotary_embedding/";

const at = (file: string, commit: string, line?: number, thread?: number): EngineSource =>
  sourcesIn("vllm-project/vllm", commit, file.includes("/") ? "" : folder)(file, line, thread);

const now = "0cd5784803d83f81fac0794b82cb592d4317d4bf";
const before = "926c71f6f25f8fe0a71ba4b168205e64bef24a36";
const early = "ffdc985737c94233f2c88629c4450022e5bf4925";

const common = {
  order: {
    says: "The angle is float32(position) times float32(frequency); the table of cosines and sines has the type of the activations.",
    source: at("base.py", "04458da08417899fc04046216c986d28abeb85af", 36),
  },
  linear: {
    says: "Positions are divided by factor, not frequencies.",
    source: at("linear_scaling_rope.py", "0f17ee061e413bf8ab7927f926f69cdff24dc63e", 90),
  },
  longrope: {
    says: "The long list is for all texts if the served length is over the original one.",
    source: at("phi3_long_rope_scaled_rope.py", "17d618b0f944610b73e79e6726983fbe7679f613", 52),
  },
  longropeFactor: {
    says: "short_mscale or long_mscale, else √(1 + ln s / ln L), s the ratio of the lengths.",
    source: at("phi3_long_rope_scaled_rope.py", "17d618b0f944610b73e79e6726983fbe7679f613", 58),
  },
  llama3: {
    says: "Frequencies follow the formula of Llama 3.1, with a branch for equal frequency factors.",
    source: at("llama3_rope.py", "045d7575500e01e0f4a7ff84e039a9f7f7dc3bd0", 39),
  },
  minimax: {
    says: "MiniMax-M2 rotates rotary_dim channels.",
    source: at(
      "vllm/model_executor/models/minimax_m2.py",
      "01d995867291dd13119ea66cd18e3c9c9b51c50e",
      undefined,
      30384,
    ),
  },
} satisfies Engine["facts"];

const constantNtk = {
  says: "The base is that of factor times the length, at every length.",
  source: at("dynamic_ntk_scaling_rope.py", "50feac95f9e53a97d6ed27fee6bfe3b163d18594", 57, 3488),
};

/** The facts that rules cite. */
interface VllmFacts extends Readonly<Record<string, EngineFact>> {
  readonly order: EngineFact;
  readonly width: EngineFact;
  readonly truncate: EngineFact;
  readonly longropeFactor: EngineFact;
  readonly minimax: EngineFact;
}

const facts = {
  ...common,
  width: {
    says: "head_dim · partial_rotary_factor channels are rotated, or rope_dim.",
    source: at("__init__.py", now, 66),
  },
  yarn: {
    says: "attention_factor counts; else the ratio of mscale and mscale_all_dim if neither is 0; else 0.1 ln s + 1.",
    source: at("yarn_scaling_rope.py", now, 42, 48351),
  },
  truncate: {
    says: "The ends of the ramp are rounded unless truncate is false.",
    source: at("__init__.py", now, 256, 28244),
  },
  dynamic: {
    says: "The base is that of the served length against max_trained_positions, which is the served length if the rule does not have it.",
    source: at("__init__.py", now, 226, 41277),
  },
  proportional: {
    says: "factor is not used.",
    source: at("gemma4_rope.py", "41c5903d049b80b83a6e570f52f0f55e31316e49", 30),
  },
} satisfies VllmFacts;

const factsBefore = {
  ...common,
  width: {
    says: "head_dim · partial_rotary_factor channels are rotated.",
    source: at("__init__.py", before, 59),
  },
  yarn: {
    says: "0.1 ln s + 1 times attn_factor: attention_factor, mscale and mscale_all_dim are not read.",
    source: at("__init__.py", before, 206, 48621),
  },
  truncate: {
    says: "The ends of the ramp are rounded unless truncate is false.",
    source: at("__init__.py", before, 210, 28244),
  },
  dynamic: constantNtk,
} satisfies VllmFacts;

const factsEarly = {
  ...factsBefore,
  yarn: {
    says: "0.1 ln s + 1 times attn_factor: attention_factor, mscale and mscale_all_dim are not read.",
    source: at("yarn_scaling_rope.py", early, 38, 46280),
  },
  truncate: {
    says: "The ends of the ramp are always rounded.",
    source: at("yarn_scaling_rope.py", early, 54, 27722),
  },
} satisfies VllmFacts;

const rulesWith = (facts: VllmFacts) =>
  ({
    ...shared,
    longrope: (answer, reading, { originalLength }) =>
      withMscale(
        withListByServed(answer, reading, "the served length"),
        reading,
        originalLength,
        facts.longropeFactor,
      ),
    yarn(answer, reading) {
      const cited = citing(answer, facts.truncate);
      const known = reading.latent ? leavingOpen(cited, "frequencies", "attentionFactor") : cited;
      return needingFactor(known, reading);
    },
  }) satisfies Rules;

const rules: Rules = {
  ...rulesWith(facts),
  dynamic(answer, { rule, stated, served }, { factor }) {
    const trained = rule.number("max_trained_positions");
    const growth = trained === undefined ? 1 : (factor * (stated ?? served)) / trained - (factor - 1);
    return otherwise(
      scheduled(answer, { type: "ntk", factor: growth }),
      "takes the base of the served length at every length, and the trained length from max_trained_positions alone",
    );
  },
};

const rulesBefore = (facts: VllmFacts) =>
  ({
    ...rulesWith(facts),
    yarn(answer, reading, scaling) {
      const { rule } = reading;
      const attentionFactor = yarnFactorOf(scaling.factor) * (rule.number("attn_factor") ?? 1);
      const own = { ...rulesWith(facts).yarn(answer, reading), attentionFactor };
      return dropping(own, rule, ["attention_factor", "mscale", "mscale_all_dim"]);
    },
    proportional: (answer) => refusing(answer, "raises an error for the rule proportional"),
  }) satisfies Rules;

const rulesEarly: Rules = {
  ...rulesBefore(factsEarly),
  yarn: (answer, reading, scaling) =>
    rulesBefore(factsEarly).yarn(roundingRamp(answer, reading, scaling), reading, scaling),
};

/**
 * Types whose file in vLLM 0.33.0 hands the config's rule to the rotation that was read and run. The files of the older commits
 * were not read: a rule's own code is what differs there.
 */
const files = modelFiles({
  pairing: `afmoe apertus cohere cohere2 deepseek_v2 deepseek_v3 ernie4_5 ernie4_5_moe exaone4 exaone_moe falcon falcon_h1 gemma
    gemma2 gemma3_text gemma4_text glm4 glm4_moe gpt_oss granite granitemoe granitemoehybrid hy_v3 hyperclovax internlm3 iquestcoder
    laguna lfm2 lfm2_moe llama llama4_text minicpm3 minimax_m2 ministral3 mistral mixtral nemotron olmoe phi3 qwen2 qwen2_moe qwen3
    qwen3_moe qwen3_next qwen3_vl_text stablelm`,
});

const answerWith =
  (own: Rules, facts: VllmFacts): Engine["answer"] =>
  (reading, exact) => {
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion");
    const start = citing({ ...exact, order: "torch", cache: "model" }, facts.order, facts.width);
    const answer = reading.modelType === "minimax_m2" ? citing(start, facts.minimax) : start;
    const known = withModelFile(leavingModelFile(answer, reading), reading, files);
    return answerRule(own, facts, known, reading);
  };

export const vllm: Engine = {
  name: "vllm",
  title: "vLLM",
  version: "0.33.0, and 0cd5784",
  facts,
  answer: answerWith(rules, facts),
};

/** Before attention_factor and mscale were read. */
export const vllmBefore: Engine = {
  name: "vllm@926c71f",
  title: "vLLM",
  version: "926c71f, before attention_factor was read",
  facts: factsBefore,
  answer: answerWith(rulesBefore(factsBefore), factsBefore),
};

/** Before the ends of the ramp could be left unrounded. */
export const vllmEarly: Engine = {
  name: "vllm@ffdc985",
  title: "vLLM",
  version: "ffdc985, before truncate was read",
  facts: factsEarly,
  answer: answerWith(rulesEarly, factsEarly),
};
