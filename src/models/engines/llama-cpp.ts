/** llama.cpp: what its converter writes to a GGUF file, what its context makes of it, and ggml's order on CPU and on CUDA. */

import { llama3Ratio, powersOf, yarnMagnitude } from "../../api/rotary/rule.ts";
import {
  type Answer,
  answerRule,
  drop,
  type Engine,
  type EngineSource,
  leaveOpen,
  type Rules,
  roundRamp,
  setSchedule,
  skipDynamic,
  sourcesIn,
} from "./answer.ts";
import { setListByServed, takeRatio } from "./longrope.ts";
import type { PhaseOrder } from "./phases.ts";
import type { Reading } from "./reading.ts";

const ggml = sourcesIn("ggml-org/ggml", "d99724f2b141fed9e1a9f402213506c081433465", "src/");

const at = (path: string, commit: string, thread?: number): EngineSource =>
  sourcesIn("ggml-org/llama.cpp", commit)(path, undefined, thread);

const context = "001d906a6d86e2490e394361e7cc6f478b100088";

const common: Engine["facts"] = {
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
};

function llamaCpp(name: string, title: string, order: PhaseOrder, fact: Engine["facts"][string]): Engine {
  return {
    name,
    title,
    version: "ggml d99724f",
    facts: { order: fact, ...common },
    answer(reading, answer) {
      if (reading.diffusion) return "serves no models of diffusion in the code that was read";
      answer.order = order;
      answer.cache = "float32";
      answer.facts.add("order");
      leaveOpen(answer, "pairing");
      if (reading.layer.queryScale !== null) leaveOpen(answer, "queryScale");
      if (reading.latent) leaveOpen(answer, "softmaxScale");
      if (reading.spec.rotaryDim < (reading.layer.headDim ?? 0) && reading.modelType !== "phi3")
        leaveOpen(answer, "width", "frequencies");
      answerRule(rules, common, answer, reading);
      answerSections(answer, reading);
      return undefined;
    },
  };
}

/** Types of Llama's own converter. */
const llamas = ["llama", "mistral", "mixtral", "voxtral"];

const rules: Rules = {
  ntk: leaveFrequencies,
  proportional: leaveFrequencies,
  dynamic: skipDynamic,
  yarn(answer, reading, scaling) {
    const { rule, modelType, latent } = reading;
    if (!rule.has("factor")) {
      setSchedule(answer, { type: "none" });
      answer.attentionFactor = 1;
      answer.causes.push("does not scale, because factor is null");
      return undefined;
    }
    answer.facts.add("truncate");
    roundRamp(answer, reading, scaling);
    answer.attentionFactor = yarnMagnitude(scaling.factor);
    drop(answer, rule, ["attention_factor"]);
    if (modelType === "ministral3")
      answer.attentionFactor /= yarnMagnitude(scaling.factor, rule.number("mscale_all_dim") ?? 0);
    else if (latent || /^olmo/.test(modelType ?? "")) leaveOpen(answer, "attentionFactor");
    else drop(answer, rule, ["mscale", "mscale_all_dim"]);
    return undefined;
  },
  longrope(answer, reading, { originalLength }) {
    const { modelType } = reading;
    setListByServed(answer, reading, "the length of the context");
    takeRatio(answer, reading, originalLength);
    if (modelType !== "phi3") leaveOpen(answer, "attentionFactor", "frequencies");
    return undefined;
  },
  llama3(answer, { spec, rule, file, modelType }, scaling) {
    if (!llamas.includes(modelType ?? "")) leaveOpen(answer, "frequencies");
    const originalLength = file.number("original_max_position_embeddings") ?? 8192;
    const own = { ...scaling, originalLength };
    const divisors = powersOf(spec.base, spec.rotaryDim).map((f) => Math.fround(1 / llama3Ratio(f, own)));
    setSchedule(answer, { type: "divided", divisors });
    if (originalLength !== scaling.originalLength) drop(answer, rule, ["original_max_position_embeddings"]);
    return undefined;
  },
};

function leaveFrequencies(answer: Answer): undefined {
  leaveOpen(answer, "frequencies");
}

/** Pairs of interleaved sections that take the fourth position: in text they are not rotated. */
function answerSections(answer: Answer, { spec }: Reading): void {
  const { sections, interleavedSections } = spec;
  if (sections?.length !== 3 || !interleavedSections) return;
  answer.facts.add("sections").add("fourth");
  const sum = sections.reduce((a, b) => a + b);
  const pairs = Array.from({ length: answer.width / 2 }, (_, pair) => pair);
  const still = pairs.filter((pair) => pair % sum >= 3 * sections[(pair % sum) % 3]!);
  if (still.length === 0) return;
  const { ruleFor } = answer;
  answer.ruleFor = (tokens) => ({ ...ruleFor(tokens), still });
  answer.causes.push(`gives pairs ${still.join(" and ")} the fourth position, which is 0 for text`);
}

export const llamaCppCpu = llamaCpp("llama-cpp", "llama.cpp", "chain", {
  says: "On CPU the angle goes from pair to pair by a product in float32.",
  source: ggml("ggml-cpu/ops.cpp", 5858),
});

export const llamaCppCuda = llamaCpp("llama-cpp-cuda", "llama.cpp with CUDA", "powers", {
  says: "On CUDA the angle is the position times a power in float32.",
  source: ggml("ggml-cuda/rope.cu", 107),
});
