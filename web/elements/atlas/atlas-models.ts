/**
 * Published models in the order of their dates, one in each line: month, the date's origin, what they have for positions,
 * type in the atlas, bases, tokens served, scaling, the numbers' origin, and name.
 *
 *   paper, code   the date of the paper, or of the code, in the documentation of transformers; or the number of a paper
 *   file, class   a published config.json, or the defaults of the class; formula: the paper's
 *
 * Source: huggingface/transformers, docs/source/en/model_doc, at decba1d2ea4ed3cbf0495d1828abad4b2dba1846, and the files in
 * tests/fixtures/atlas/published.json with their repositories; tests/fixtures/generate_timeline.py reads them.
 */
const lines = `
2017-06 arXiv:1706.03762 sinusoidal - 10000 - - formula Transformer
2018-10 paper learned bert - 512 - class BERT
2019-01 paper learned xlm - 512 - class XLM
2019-07 paper learned roberta - 512 - class RoBERTa
2019-09 paper learned albert - 512 - class ALBERT
2019-10 paper learned bart - 1024 - class BART
2019-10 paper learned distilbert - 512 - class DistilBERT
2019-12 paper learned layoutlm - 512 - class LayoutLM
2020-01 paper learned mbart - 1024 - class mBART
2020-03 paper learned electra - 512 - class ELECTRA
2020-04 paper learned blenderbot - 128 - class Blenderbot
2020-04 paper learned led - 16384 - class LED
2020-07 paper learned big_bird - 4096 - class BigBird
2021-02 paper learned clip_text_model - 77 - class CLIP
2021-03 paper learned canine - 16384 - class CANINE
2021-04 paper rotary roformer 10000 1536 - class RoFormer
2021-08 code rotary gptj 10000 2048 - file GPT-J
2022-03 paper rotary codegen 10000 2048 - class CodeGen
2022-04 paper rotary gpt_neox 10000 2048 - file GPT-NeoX
2022-05 paper learned opt - 2048 - class OPT
2022-10 paper learned biogpt - 1024 - class BioGPT
2023-02 paper rotary llama 10000 2048 - class LLaMA
2023-06 arXiv:2306.11644 rotary phi 10000 2048 - file phi-1
2023-07 paper rotary llama 10000 4096 - file Llama 2
2023-11 paper rotary falcon 10000 2048 - class Falcon
2024-01 paper rotary mixtral 1000000 32768 - file Mixtral 8x7B
2024-02 paper rotary nemotron 10000 4096 - class Nemotron-4
2024-02 paper rotary nomic_bert 1000 2048 - class Nomic Embed
2024-02 paper rotary olmo 10000 2048 - class OLMo
2024-02 code rotary stablelm 10000 4096 - class StableLM
2024-03 paper rotary gemma 10000 8192 - class Gemma
2024-04 arXiv:2404.14219 rotary phi3 10000 131072 su file Phi-3 128k
2024-05 paper rotary chameleon 10000 4096 - class Chameleon
2024-07 paper rotary gemma2 10000 8192 - class Gemma 2
2024-07 paper rotary llama 500000 131072 llama3 file Llama 3.1 8B
2024-09 paper rotary emu3_text_model 1000000 9216 - class Emu3
2024-09 paper rotary jina_embeddings_v3 20000 8194 - class Jina v3
2024-09 paper rotary olmoe 10000 4096 - class OLMoE
2024-09 paper rotary qwen2_vl 1000000 32768 - file Qwen2-VL
2024-12 paper rotary deepseek_v3 10000 163840 yarn file DeepSeek-V3
2024-12 paper rotary modernbert 10000,160000 8192 - class ModernBERT
2024-12 arXiv:2412.15115 rotary qwen2 1000000 131072 - file Qwen2.5 14B
2025-01 arXiv:2501.12948 rotary deepseek_v3 10000 163840 yarn file DeepSeek-R1
2025-02 paper rotary qwen2_5_vl 1000000 128000 - file Qwen2.5-VL 7B
2025-03 paper rotary gemma3_text 10000,1000000 131072 linear file Gemma 3 4B
2025-04 code rotary llama4 500000 10485760 llama3 file Llama 4 Scout
2025-04 arXiv:2504.03624 none nemotron_h - 8192 - file Nemotron-H 56B
2025-05 arXiv:2505.07608 rotary mimo 640000 32768 - file MiMo 7B
2025-05 paper rotary qwen3 1000000 40960 - file Qwen3 8B
2025-07 code rotary ernie4_5 500000 131072 - class ERNIE 4.5
2025-07 paper rotary exaone4 1000000 131072 llama3 file EXAONE 4.0 32B
2025-07 arXiv:2507.20534 rotary kimi_k2 50000 131072 yarn file Kimi K2
2025-07 code rotary lfm2 1000000 128000 - class LFM2
2025-07 code rotary voxtral 100000000 131072 - file Voxtral Mini
2025-08 code rotary apertus 12000000 65536 llama3 class Apertus
2025-08 code rotary gpt_oss 150000 131072 yarn file gpt-oss 20B
2025-09 paper rotary longcat_flash 10000000 131072 - class LongCat-Flash
2025-12 paper rotary deepseek_v32 10000 163840 yarn file DeepSeek-V3.2
2026-01 paper rotary solar_open 1000000 131072 - class Solar Open
2026-02 paper rotary glm_moe_dsa 1000000 202752 - file GLM-5
2026-02 code rotary qwen3_5 10000000 262144 - file Qwen3.5 27B
2026-04 code rotary gemma4 10000,1000000 262144 proportional file Gemma 4 26B
2026-05 code rotary deepseek_v4 10000,160000 1048576 yarn file DeepSeek-V4-Flash
`;

/** A model's use of positions. */
export type Kind = "rotary" | "sinusoidal" | "learned" | "none";

export interface DatedModel {
  readonly name: string;
  /** Its type in the atlas, if it has one. */
  readonly type: string | undefined;
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** `paper`, `code`, or the number of a paper on arXiv. */
  readonly dated: string;
  readonly kind: Kind;
  /** The bases of its rotations or its sinusoid, the smallest first. */
  readonly bases: readonly number[];
  /** Tokens; undefined if there is no largest number. */
  readonly context: number | undefined;
  /** The rule that stretches the frequencies. */
  readonly scaling: string | undefined;
  /** `file`, `class` or `formula`. */
  readonly origin: string;
}

/** Sorted by date. */
export const MODELS: readonly DatedModel[] = lines.trim().split("\n").map(modelIn);

function modelIn(line: string): DatedModel {
  const [
    date = "",
    dated = "",
    kind = "",
    type = "",
    bases = "",
    context = "",
    scaling = "",
    origin = "",
    ...name
  ] = line.split(" ");
  const given = (word: string) => (word === "-" ? undefined : word);
  const [year = 0, month = 0] = date.split("-").map(Number);
  return {
    name: name.join(" "),
    type: given(type),
    year,
    month,
    dated: dated.replace(":", " "),
    kind: kind as Kind,
    origin,
    bases: (given(bases)?.split(",") ?? []).map(Number),
    context: given(context) === undefined ? undefined : Number(context),
    scaling: given(scaling),
  };
}
