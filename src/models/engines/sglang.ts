/** SGLang. */
import {
  answerRule,
  drop,
  type Engine,
  type EngineSource,
  leaveOpen,
  type Rules,
  sourcesIn,
} from "./answer.ts";
import { setList, takeMscale } from "./longrope.ts";
import { leaveModelFile, shared, withoutFactor, yarnFactorOf } from "./torch-servers.ts";

const folder = "python/sglang/srt/layers/rotary_embedding/";
const variants = "0b1fd02d56f010c589968aa6e05534e10c2d4bf3";
const base = "0099dee6aa65cb084e4b97956dd547519f3d8053";

const at = (file: string, commit: string, line?: number, thread?: number): EngineSource =>
  sourcesIn("sgl-project/sglang", commit, folder)(file, line, thread);

export const sglang: Engine = {
  name: "sglang",
  title: "SGLang",
  version: "0b1fd02",
  facts: {
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
  },
  answer(reading, answer) {
    const { spec } = reading;
    if (reading.diffusion) return "serves no models of diffusion in the code that was read";
    answer.order = "torch";
    answer.cache = "float32";
    answer.facts.add("order");
    if (!reading.latent && spec.rotaryDim < spec.headDim) {
      answer.facts.add("width");
      leaveOpen(answer, "width", "frequencies");
    }
    leaveModelFile(answer, reading);
    return answerRule(rules, sglang.facts, answer, reading);
  },
};

const rules: Rules = {
  ...shared,
  longrope(answer, reading, { originalLength }) {
    const isLong = (tokens: number) => tokens > originalLength + 1;
    setList(answer, reading, "the largest position of the batch", isLong);
    answer.causes.push("changes to the long list one token later");
    takeMscale(answer, reading, originalLength);
    return undefined;
  },
  yarn(answer, reading, { factor }) {
    const { rule, latent } = reading;
    answer.facts.add("truncate");
    if (latent) leaveOpen(answer, "frequencies", "attentionFactor");
    const [mscale, all] = [rule.number("mscale"), rule.number("mscale_all_dim")];
    answer.attentionFactor = yarnFactorOf(factor, mscale, all) * (rule.number("attn_factor") ?? 1);
    drop(answer, rule, ["attention_factor"]);
    return withoutFactor(reading);
  },
};
