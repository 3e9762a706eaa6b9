/** llama.cpp: what its converter writes to a GGUF file, what its context makes of it, and ggml's order on CPU and on CUDA. */

import { powersOf } from "../../api/rotary/rule.ts";
import { llama3Ratio } from "../../api/rotary/scaling/llama3.ts";
import { yarnMagnitude } from "../../api/rotary/scaling/yarn.ts";
import {
  type Answer,
  answerRule,
  based,
  citing,
  dropping,
  type Engine,
  type EngineFact,
  type EngineSource,
  leavingOpen,
  otherwise,
  type Question,
  type Rules,
  refusing,
  roundingRamp,
  scheduled,
  skippingDynamic,
  sourcesIn,
  withoutField,
  type Yarn,
} from "./answer.ts";
import { withListByServed, withRatio } from "./longrope.ts";
import { modelFiles, withModelFile, withOneBase, withPairing } from "./model-files.ts";
import type { PhaseOrder } from "./phases.ts";
import type { Reading } from "./reading.ts";

const ggml = sourcesIn("ggml-org/ggml", "d99724f2b141fed9e1a9f402213506c081433465", "src/");

const at = (path: string, commit: string, thread?: number): EngineSource =>
  sourcesIn("ggml-org/llama.cpp", commit)(path, undefined, thread);

/** The release that was run. */
const release = sourcesIn("ggml-org/llama.cpp", "v0.5.0");

const context = "001d906a6d86e2490e394361e7cc6f478b100088";

const common = {
  linear: { says: "The angle is multiplied by 1 / factor.", source: ggml("ggml-cpu/ops.cpp", 5832) },
  dynamic: {
    says: "The converter writes nothing for dynamic NTK: frequencies are not scaled.",
    source: at("conversion/base.py", "00bd27a621f92be9a99d24d7c5117a263b9b3c01", 8361),
  },
  truncate: { says: "The ends of YaRN's ramp are always rounded.", source: ggml("ggml.c", 4379) },
  yarn: {
    says: "The factor is 0.1 ln s + 1. The converter writes attention_factor, and the context replaces it; mscale is read for some types only.",
    source: at("src/llama-context.cpp", context, 17945),
  },
  longrope: {
    says: "The long list is for all texts if the context's length is over the original one.",
    source: at("src/llama-model.cpp", "fabde3b", 24823),
  },
  longropeFactor: {
    says: "√(1 + ln s / ln L), s the ratio of the lengths.",
    source: at("conversion/phi.py", "051139f511300aaf6159294433fab91c73ef7455"),
  },
  llama3: {
    says: "The converter writes a divisor for each pair; the original length is the one in the rule, or 8192.",
    source: release("conversion/llama.py", 309),
  },
  betas: {
    says: "The converter writes beta_fast and beta_slow; the files of Mistral 3 and Grok load them, all others take 32 and 1.",
    source: release("src/models/mistral3.cpp", 7),
  },
  mscaleAllDim: {
    says: "The converter of Mistral 3 needs mscale_all_dim in a rule of YaRN.",
    source: release("conversion/mistral3.py", 29),
  },
  divisors: {
    says: "The converter writes a tensor of divisors for SmolLM3, whose graph has no place for it: loading stops.",
    source: release("src/models/smollm3.cpp"),
  },
  scale: {
    says: "The softmax scale is 1/√head_dim, or 1/√(hidden_size / heads) in a model of the size of 27B; query_pre_attn_scalar is not read.",
    source: release("src/models/gemma3.cpp", 29),
  },
  pattern: {
    says: "Which layers have a window follows a fixed pattern, not layer_types.",
    source: release("src/models/gemma3.cpp", 7),
  },
  glmBase: {
    says: "The converter of GLM writes the base 10000 · rope_ratio, and does not read rope_theta.",
    source: release("conversion/chatglm.py", 154),
  },
  gemma2Base: {
    says: "The converter of Gemma 2 writes no base and no scaling: the base is 10000.",
    source: release("conversion/gemma.py", 84),
  },
  oneBase: {
    says: "Layers of OLMo 3 with a window have the base of the other layers.",
    source: release("src/models/olmo2.cpp", 11),
  },
  everyFourth: {
    says: "Every fourth layer of SmolLM3 does not rotate; no_rope_layers is not read.",
    source: release("src/models/smollm3.cpp", 5),
  },
  largestExaone: {
    says: "EXAONE 4 has windows, and layers without a rotation, if it has 64 layers; else all rotate, without a window.",
    source: release("src/models/exaone4.cpp", 4),
  },
  sections: {
    says: "Interleaved sections: a pair that fits no section takes the fourth position.",
    source: ggml("ggml-cpu/ops.cpp", 5898),
  },
  fourth: {
    says: "The fourth position of a token of text is 0.",
    source: at("src/llama-graph.cpp", "00395eb285c7c6821ff372e3ca41dae9da33c2c7"),
  },
} satisfies Engine["facts"];

function llamaCpp(name: string, title: string, order: PhaseOrder, fact: EngineFact): Engine {
  return {
    name,
    title,
    version: "0.5.0, and ggml d99724f",
    facts: { order: fact, ...common },
    answer(reading, exact) {
      if (reading.diffusion)
        return refusing(exact, "serves no models of diffusion in the code that was read");
      const start: Answer = { ...exact, order, cache: "float32" };
      const open = leavingOpen(citing(start, fact), ...questionsOf(reading));
      const paired = withPairing(open, reading, files);
      const scaled = withScale(withModelFile(paired, reading, files), reading);
      const answer = withLayers(withBase(withPattern(scaled, reading), reading), reading);
      const ruled = reading.modelType === "gemma2" ? answer : answerRule(rules, common, answer, reading);
      return withSections(ruled, reading);
    },
  };
}

/** What the converter or the graph of a type decides. */
function questionsOf({ spec, layer, latent, modelType }: Reading): Question[] {
  const isPartial =
    spec.rotaryDim < (layer.headDim ?? 0) && !["phi3", "glm", "glm4"].includes(modelType ?? "");
  return [
    ...(layer.queryScale === null ? [] : (["queryScale"] as const)),
    ...(latent ? (["softmaxScale"] as const) : []),
    ...(isPartial ? (["width", "frequencies"] as const) : []),
  ];
}

/** Types whose converter knows the rule of Llama 3.1. */
const llamas = ["llama", "mistral", "mixtral", "voxtral", "smollm3", "exaone4"];

/** Types that were run through the converter and the engine; Mixtral was read. */
const files = modelFiles({
  pairing: `ernie4_5 exaone4 gemma2 gemma3_text glm glm4 gpt_oss granite hunyuan_v1_dense llama ministral3 mistral mixtral olmo2 olmo3 phi3 qwen2
    qwen3 qwen3_vl_text seed_oss smollm3`,
  "no-window": "mistral mixtral phi3 qwen2",
  window: "gemma2 gemma3_text gpt_oss olmo3",
  softmaxScale: "gemma2 gemma3_text granite",
  softcap: "gemma2",
  sinks: "gpt_oss",
});

/** In these types one layer of each group of this many sees all tokens; the others have a window. */
const patterns: Readonly<Record<string, number>> = { gemma2: 2, gemma3_text: 6, gpt_oss: 2 };

/** Leaves windows open, and bases that go with them, where layer_types does not follow the pattern. */
function withPattern(answer: Answer, { modelType, kinds, layer, spec }: Reading): Answer {
  const every = patterns[modelType ?? ""];
  if (every === undefined || new Set(kinds).size < 2) return answer;
  const cited = citing(answer, common.pattern);
  const isSliding = (kind: string) => kind.startsWith("sliding");
  const follows = kinds.every((kind, i) => isSliding(kind) === i % every < every - 1);
  if (follows) return cited;
  const isSame = layer.kind === kinds[0] && kinds.every((kind) => kind === kinds[0]);
  return isSame || spec.base === null
    ? cited
    : leavingOpen(cited, "window", "base", "frequencies", "attentionFactor");
}

/** The base of a converter that writes another one than the config's. */
function withBase(answer: Answer, reading: Reading): Answer {
  if (reading.modelType === "glm") {
    const base = 10000 * (reading.file.number("rope_ratio") ?? 1);
    return based(citing(answer, common.glmBase), base, "whatever rope_theta is");
  }
  if (reading.modelType === "gemma2") {
    const own = based(citing(answer, common.gemma2Base), 10000, "whatever rope_theta is");
    const unscaled = () =>
      otherwise(scheduled(own, { type: "none" }), "drops the scaling", { attentionFactor: 1 });
    return reading.spec.scaling.type === "none" ? own : unscaled();
  }
  return withOneBase(answer, reading, common.oneBase);
}

/** Which layers of two types rotate. */
function withLayers(answer: Answer, { modelType, rotates }: Reading): Answer {
  const differing = (own: (layer: number) => boolean) => ({
    otherLayers: rotates.flatMap((is, layer) => (own(layer) === is ? [] : [layer])),
  });
  const isFourth = (layer: number) => layer % 4 === 3;
  if (modelType === "smollm3") {
    const change = differing((layer) => !isFourth(layer));
    const cited = citing(answer, common.everyFourth);
    return change.otherLayers.length === 0 ? cited : otherwise(cited, "does not read no_rope_layers", change);
  }
  if (modelType !== "exaone4") return answer;
  const cited = citing(answer, common.largestExaone);
  if (rotates.length === 64) return { ...cited, ...differing((layer) => !isFourth(layer)) };
  const unknown = new Set([...answer.unknown].filter((question) => question !== "window"));
  const change = { ...differing(() => true), window: null, unknown };
  return otherwise(cited, `takes ${rotates.length} layers for a model without windows`, change);
}

/** Gemma's scores are scaled by the size of the model. */
function withScale(answer: Answer, { modelType, layer, kinds, hiddenPerHead }: Reading): Answer {
  const largest = { gemma2: 46, gemma3_text: 62 }[modelType ?? ""];
  if (largest === undefined) return answer;
  const divisor = kinds.length === largest ? hiddenPerHead : layer.headDim;
  if (divisor === null || answer.softmaxScale === null) return leavingOpen(answer, "softmaxScale");
  const softmaxScale = 1 / Math.sqrt(Math.floor(divisor));
  return { ...citing(answer, common.scale), softmaxScale };
}

const rules: Rules = {
  ntk: (answer) => leavingOpen(answer, "frequencies"),
  proportional: (answer) => leavingOpen(answer, "frequencies"),
  dynamic: skippingDynamic,
  yarn(answer, reading, scaling) {
    const { rule, modelType, latent } = reading;
    if (!rule.has("factor")) {
      const unscaled = scheduled(answer, { type: "none" });
      return otherwise(unscaled, "does not scale, because factor is null", { attentionFactor: 1 });
    }
    const ramp = roundingRamp(citing(answer, common.truncate), reading, scaling);
    const rounded = withBetas(ramp, reading, scaling);
    const attentionFactor = yarnMagnitude(scaling.factor);
    const own = dropping({ ...rounded, attentionFactor }, rule, ["attention_factor"]);
    if (modelType === "ministral3" && !rule.has("mscale_all_dim"))
      return withoutField(own, common.mscaleAllDim, "mscale_all_dim");
    if (modelType === "ministral3") {
      const all = yarnMagnitude(scaling.factor, rule.number("mscale_all_dim") ?? 0);
      return { ...own, attentionFactor: attentionFactor / all };
    }
    if (latent || /^olmo2?$/.test(modelType ?? "")) return leavingOpen(own, "attentionFactor");
    return dropping(own, rule, ["mscale", "mscale_all_dim"]);
  },
  longrope(answer, reading, { originalLength }) {
    const listed = withListByServed(answer, reading, "the length of the context");
    const own = withRatio(listed, reading, originalLength, common.longropeFactor);
    return reading.modelType === "phi3" ? own : leavingOpen(own, "attentionFactor", "frequencies");
  },
  llama3(answer, reading, scaling) {
    const { spec, modelType } = reading;
    if (modelType === "smollm3")
      return refusing(
        citing(answer, common.divisors),
        "does not load the file: its converter writes divisors that its graph of SmolLM3 does not read",
      );
    if (modelType === "qwen2")
      return otherwise(scheduled(answer, { type: "none" }), "does not read the rule llama3", {
        ignored: [...answer.ignored, reading.rule.path("rope_type")],
      });
    const divisors = powersOf(spec.base, spec.rotaryDim).map((f) => Math.fround(1 / llama3Ratio(f, scaling)));
    const known = llamas.includes(modelType ?? "") ? answer : leavingOpen(answer, "frequencies");
    return scheduled(known, { type: "divided", divisors });
  },
};

/** Takes 32 and 1 for the turns where YaRN's ramp begins and ends, unless the type's file loads them. */
function withBetas(answer: Answer, { rule, modelType }: Reading, scaling: Yarn): Answer {
  if (modelType === "ministral3" || (scaling.betaFast === 32 && scaling.betaSlow === 1)) return answer;
  const plain = scheduled(citing(answer, common.betas), {
    ...scaling,
    truncate: true,
    betaFast: 32,
    betaSlow: 1,
  });
  return dropping(plain, rule, ["beta_fast", "beta_slow"]);
}

/** Pairs of interleaved sections that take the fourth position: in text they are not rotated. */
function withSections(answer: Answer, { spec }: Reading): Answer {
  const { sections, interleavedSections } = spec;
  if (sections?.length !== 3 || !interleavedSections) return answer;
  const cited = citing(answer, common.sections, common.fourth);
  const sum = sections.reduce((a, b) => a + b);
  const pairs = Array.from({ length: answer.width / 2 }, (_, pair) => pair);
  const still = pairs.filter((pair) => pair % sum >= 3 * sections[(pair % sum) % 3]!);
  if (still.length === 0) return cited;
  const cause = `gives pairs ${still.join(" and ")} the fourth position, which is 0 for text`;
  return otherwise(cited, cause, { ruleFor: (tokens) => ({ ...answer.ruleFor(tokens), still }) });
}

export const llamaCppCpu = llamaCpp("llama-cpp", "llama.cpp", "chain", {
  says: "On CPU the angle goes from pair to pair by a product in float32.",
  source: ggml("ggml-cpu/ops.cpp", 5858),
});

export const llamaCppCuda = llamaCpp("llama-cpp-cuda", "llama.cpp with CUDA", "powers", {
  says: "On CUDA the angle is the position times a power in float32.",
  source: ggml("ggml-cuda/rope.cu", 107),
});
