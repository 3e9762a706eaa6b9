/** SGLang. */
import {
  type Answer,
  answerRule,
  citing,
  dropping,
  type Engine,
  type EngineSource,
  leavingOpen,
  otherwise,
  type Rules,
  refusing,
  sourcesIn,
} from "./answer.ts";
import { withList, withMscale } from "./longrope.ts";
import { modelFiles, withModelFile } from "./model-files.ts";
import { leavingModelFile, needingFactor, shared, yarnFactorOf } from "./torch-servers.ts";

const folder = "python/sglang/srt/layers/rotary_embedding/";
const variants = "0b1fd02d56f010c589968aa6e05534e10c2d4bf3";
const base = "0099dee6aa65cb084e4b97956dd547519f3d8053";

const at = (file: string, commit: string, line?: number, thread?: number): EngineSource =>
  sourcesIn("sgl-project/sglang", commit, folder)(file, line, thread);

const facts = {
  order: {
    says: "The angle is float32(position) times float32(frequency); on CUDA the table of cosines and sines is float32.",
    source: at("base.py", base),
  },
  linear: { says: "Positions are divided by factor, not frequencies.", source: at("base.py", base) },
  dynamic: {
    says: "The base is that of factor times the length, at every length.",
    source: at("rope_variant.py", variants),
  },
  yarn: {
    says: "The ratio of mscale and mscale_all_dim if the file has both, 0 included; else 0.1 ln s + 1. attention_factor is not read.",
    source: at("yarn.py", variants, 96, 22711),
  },
  truncate: {
    says: "The ends of the ramp are rounded unless truncate is false.",
    source: at("yarn.py", variants, 36, 14270),
  },
  longrope: {
    says: "The long list is for a batch with a position over the original length. In a text of one token more than that, the last position reads the first row of the long table.",
    source: at("rope_variant.py", variants, 142),
  },
  longropeFactor: {
    says: "short_mscale or long_mscale, else √(1 + ln s / ln L), s the ratio of the lengths.",
    source: at("rope_variant.py", variants, 72),
  },
  llama3: { says: "Frequencies follow the formula of Llama 3.1.", source: at("rope_variant.py", variants) },
  proportional: { says: "factor is not used.", source: at("rope_variant.py", variants) },
  width: {
    says: "The model's file gives the width, times partial_rotary_factor.",
    source: at("factory.py", "108c36c008291c3a1ea524342837056c503c5724"),
  },
} satisfies Engine["facts"];

export const sglang: Engine = {
  name: "sglang",
  title: "SGLang",
  version: "0.5.23, and 0b1fd02",
  facts,
  answer(reading, exact) {
    const { spec, latent } = reading;
    if (reading.diffusion) return refusing(exact, "serves no models of diffusion in the code that was read");
    const start: Answer = citing({ ...exact, order: "torch", cache: "float32" }, facts.order);
    const isPartial = !latent && spec.rotaryDim < spec.headDim;
    const answer = isPartial ? leavingOpen(citing(start, facts.width), "width", "frequencies") : start;
    const known = withModelFile(leavingModelFile(answer, reading), reading, files);
    return answerRule(rules, facts, known, reading);
  },
};

/** Types whose file in SGLang 0.5.23 hands the config's rule to the rotation that was read and run. */
const files = modelFiles({
  pairing: `afmoe apertus arcee cohere cohere2 deepseek_v2 deepseek_v3 exaone4 exaone_moe gemma3_text gemma4_text glm4 glm4_moe
    gpt_oss granite hunyuan_v1_dense hy_v3 internlm3 iquestcoder laguna lfm2 lfm2_moe llama llama4_text minicpm3 minimax_m2
    ministral3 mistral olmo2 olmoe phi3 qwen2 qwen2_moe qwen3 qwen3_moe qwen3_next qwen3_vl_text`,
});

const rules: Rules = {
  ...shared,
  longrope(answer, reading, { originalLength }) {
    const isLong = (tokens: number) => tokens > originalLength + 1;
    const listed = withList(answer, reading, "the largest position of the batch", isLong);
    const late = otherwise(listed, "changes to the long list one token later");
    return withMscale(late, reading, originalLength, facts.longropeFactor);
  },
  yarn(answer, reading, { factor }) {
    const { rule, latent } = reading;
    const cited = citing(answer, facts.truncate);
    const known = latent ? leavingOpen(cited, "frequencies", "attentionFactor") : cited;
    const [mscale, all] = [rule.number("mscale"), rule.number("mscale_all_dim")];
    const attentionFactor = yarnFactorOf(factor, mscale, all) * (rule.number("attn_factor") ?? 1);
    return needingFactor(dropping({ ...known, attentionFactor }, rule, ["attention_factor"]), reading);
  },
};
