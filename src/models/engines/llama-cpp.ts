/** llama.cpp: what its converter writes to a GGUF file, what its context makes of it, and ggml's order on CPU and on CUDA. */

import { llama3Ratio, powersOf, yarnMagnitude } from "../../api/rotary/rule.ts";
import {
  type Answer,
  answerRule,
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
} from "./answer.ts";
import { withListByServed, withRatio } from "./longrope.ts";
import type { PhaseOrder } from "./phases.ts";
import type { Reading } from "./reading.ts";

const ggml = sourcesIn("ggml-org/ggml", "d99724f2b141fed9e1a9f402213506c081433465", "src/");

const at = (path: string, commit: string, thread?: number): EngineSource =>
  sourcesIn("ggml-org/llama.cpp", commit)(path, undefined, thread);

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
    says: "The converter writes a divisor for each pair; the original length is that beside the rule, or 8192.",
    source: at("conversion/llama.py", "0274f0fc7d7fbab69c33ccf757cf7f3d036c17aa"),
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
    version: "ggml d99724f",
    facts: { order: fact, ...common },
    answer(reading, exact) {
      if (reading.diffusion)
        return refusing(exact, "serves no models of diffusion in the code that was read");
      const start: Answer = { ...exact, order, cache: "float32" };
      const answer = leavingOpen(citing(start, fact), ...questionsOf(reading));
      return withSections(answerRule(rules, common, answer, reading), reading);
    },
  };
}

/** What the converter or the graph of a type decides. */
function questionsOf({ spec, layer, latent, modelType }: Reading): Question[] {
  const isPartial = spec.rotaryDim < (layer.headDim ?? 0) && modelType !== "phi3";
  return [
    "pairing",
    ...(layer.queryScale === null ? [] : (["queryScale"] as const)),
    ...(latent ? (["softmaxScale"] as const) : []),
    ...(isPartial ? (["width", "frequencies"] as const) : []),
  ];
}

/** Types of Llama's own converter. */
const llamas = ["llama", "mistral", "mixtral", "voxtral"];

const leavingFrequencies = (answer: Answer): Answer => leavingOpen(answer, "frequencies");

const rules: Rules = {
  ntk: leavingFrequencies,
  proportional: leavingFrequencies,
  dynamic: skippingDynamic,
  yarn(answer, reading, scaling) {
    const { rule, modelType, latent } = reading;
    if (!rule.has("factor")) {
      const unscaled = scheduled(answer, { type: "none" });
      return otherwise(unscaled, "does not scale, because factor is null", { attentionFactor: 1 });
    }
    const rounded = roundingRamp(citing(answer, common.truncate), reading, scaling);
    const attentionFactor = yarnMagnitude(scaling.factor);
    const own = dropping({ ...rounded, attentionFactor }, rule, ["attention_factor"]);
    if (modelType === "ministral3") {
      const all = yarnMagnitude(scaling.factor, rule.number("mscale_all_dim") ?? 0);
      return { ...own, attentionFactor: attentionFactor / all };
    }
    if (latent || /^olmo/.test(modelType ?? "")) return leavingOpen(own, "attentionFactor");
    return dropping(own, rule, ["mscale", "mscale_all_dim"]);
  },
  longrope(answer, reading, { originalLength }) {
    const listed = withListByServed(answer, reading, "the length of the context");
    const own = withRatio(listed, reading, originalLength, common.longropeFactor);
    return reading.modelType === "phi3" ? own : leavingOpen(own, "attentionFactor", "frequencies");
  },
  llama3(answer, { spec, rule, file, modelType }, scaling) {
    const originalLength = file.number("original_max_position_embeddings") ?? 8192;
    const own = { ...scaling, originalLength };
    const divisors = powersOf(spec.base, spec.rotaryDim).map((f) => Math.fround(1 / llama3Ratio(f, own)));
    const known = llamas.includes(modelType ?? "") ? answer : leavingFrequencies(answer);
    const divided = scheduled(known, { type: "divided", divisors });
    return originalLength === scaling.originalLength
      ? divided
      : dropping(divided, rule, ["original_max_position_embeddings"]);
  },
};

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
