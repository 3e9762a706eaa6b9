/** The family of each model type, and the file that the facts about it are from. */

import { families } from "./families.ts";
import { diffusers } from "./rows/diffusers.ts";
import { ownCode } from "./rows/own-code.ts";
import { timm } from "./rows/timm.ts";
import { rowsIn } from "./rows.ts";

/** Where the facts about a model type can be read. */
export interface AtlasSource {
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  /** A file or a folder of the repository. */
  readonly path: string;
  /** The commit that was read. */
  readonly commit: string;
}

/** A group of model types that were published together. */
export interface Family {
  readonly name: string;
  readonly area: string;
  /** Undefined if it is not known. */
  readonly year: number | undefined;
  readonly source: AtlasSource;
}

/** The file of each class of diffusers, without `transformer_` and `.py`. */
const files: Record<string, string> = {
  LTXVideoTransformer3DModel: "ltx",
  HunyuanVideoTransformer3DModel: "hunyuan_video",
  HunyuanVideo15Transformer3DModel: "hunyuan_video15",
  HunyuanImageTransformer2DModel: "hunyuanimage",
  QwenImageTransformer2DModel: "qwenimage",
  ZImageTransformer2DModel: "z_image",
  HiDreamImageTransformer2DModel: "hidream_image",
  ErnieImageTransformer2DModel: "ernie_image",
};

const transformers = {
  repository: "zucchini-nlp/transformers",
  commit: "decba1d2ea4ed3cbf0495d1828abad4b2dba1846",
};
const mlx = { repository: "ml-explore/mlx-lm", commit: "d78bf58e217c904ec282ed8da9b947491f78c022" };
const lmdeploy = { repository: "InternLM/lmdeploy", commit: "1263d5cd889b7ad500e85b8eb20401327a4516ab" };

const diffusion = {
  repository: "huggingface/diffusers",
  commit: "58eb52c0803ea9af3abec60841c2a093bdf1f951",
};

/** The transformers of timm are functions of two files. */
const fileOfTimm = (type: string): AtlasSource => ({
  repository: "huggingface/pytorch-image-models",
  path: `timm/models/${type.startsWith("naflexvit") ? "naflexvit" : "eva"}.py`,
  commit: "aa4b5850c1543fa488abf260f18390eda46cf85d",
});

const vllm = (file: string, commit: string): AtlasSource => ({
  repository: "vllm-project/vllm",
  path: `vllm/model_executor/models/${file}.py`,
  commit,
});

const intern = (file: string, commit: string): AtlasSource => ({
  repository: "OpenGVLab/InternVL",
  path: `internvl_chat/internvl/model/internvl_chat/${file}.py`,
  commit,
});

/** Model types with code of their own that mlx-lm has no file for. */
const others: Record<string, AtlasSource> = {
  baichuan: vllm("baichuan", "6b06599499a6f9d6f140ae26ff95b3cbd2e7e75c"),
  chatglm: { ...lmdeploy, path: "lmdeploy/pytorch/models/chatglm2.py" },
  intern_vit_6b: intern("modeling_intern_vit", "1fbcd6a1158ebfc45ed1b55d0da0b935d034734a"),
  internvl_chat: intern("configuration_internvl_chat", "016ae21f18dbec7efdbf91d96de1febb6626a561"),
  minicpm: vllm("minicpm", "00db0119c37674b956dec4228d4e571549020976"),
  moonvit: vllm("moonvit", "055e47c28003156421365af985d676fc921cb075"),
  internlm: { ...lmdeploy, path: "lmdeploy/pytorch/models/module_map.py" },
  minimax_m3: {
    repository: "ai-dynamo/aiconfigurator",
    path: "aic-core/src/aiconfigurator_core/model_configs/MiniMaxAI--MiniMax-M3_config.json",
    commit: "095f58a51c4ca8e61b66ec108d86f223f8d559ce",
  },
  ...Object.fromEntries(
    ["iquestcoder", "joyai_llm_flash", "kimi_k2", "phi-msft"].map((type) => [
      type,
      { ...mlx, path: "mlx_lm/utils.py" },
    ]),
  ),
};

/** What those work on that are not for text. */
const areas: Record<string, string> = {
  kimi_vl: "multimodal",
  internvl_chat: "multimodal",
  moonvit: "vision",
  intern_vit_6b: "vision",
};

/** Types whose name does not begin with that of their folder. */
const strays: Record<string, string> = {
  semantic: "bark",
  coarse_acoustics: "bark",
  fine_acoustics: "bark",
  kosmos_2: "kosmos2",
  kosmos_2_text_model: "kosmos2",
  kosmos_2_vision_model: "kosmos2",
  "kosmos_2.5": "kosmos2_5",
  kosmos_2_5_text_model: "kosmos2_5",
  openai_gpt: "openai",
  step3p5: "step3p7",
  step3p5_vision: "step3p7",
  t5_gemma_module: "t5gemma",
  xclip: "x_clip",
  xclip_text_model: "x_clip",
  xclip_vision_model: "x_clip",
};

let table:
  | {
      folders: ReadonlyMap<string, Family>;
      own: ReadonlySet<string>;
      classes: ReadonlySet<string>;
      ofTimm: ReadonlySet<string>;
    }
  | undefined;

const typesIn = (text: string) => new Set([...rowsIn(text)].map(({ type }) => type));

/** The texts are parsed at the first call. */
function parsed() {
  const folders = new Map<string, Family>();
  for (const line of families.trim().split("\n")) {
    const [area = "", year = "", ...names] = line.split(" ");
    for (const name of names) {
      const source = { ...transformers, path: `src/transformers/models/${name}` };
      folders.set(name, { name, area, year: year === "-" ? undefined : Number(year), source });
    }
  }
  table = { folders, own: typesIn(ownCode), classes: typesIn(diffusers), ofTimm: typesIn(timm) };
  return table;
}

/** The family of a type in the table: the folder with the longest name that the type begins with. */
export function familyOf(type: string): Family {
  const { folders, own, classes, ofTimm } = table ?? parsed();
  if (classes.has(type)) {
    const name = files[type] ?? type.replace(/Transformer\dDModel$/, "").toLowerCase();
    const path = `src/diffusers/models/transformers/transformer_${name}.py`;
    return { name, area: "diffusion", year: undefined, source: { ...diffusion, path } };
  }
  if (ofTimm.has(type)) return { name: type, area: "vision", year: undefined, source: fileOfTimm(type) };
  if (own.has(type)) {
    const source = others[type] ?? { ...mlx, path: `mlx_lm/models/${type}.py` };
    return { name: type, area: areas[type] ?? "text", year: undefined, source };
  }
  const words = type.replaceAll("-", "_");
  let name = strays[words] ?? words;
  while (!folders.has(name) && name.includes("_")) name = name.slice(0, name.lastIndexOf("_"));
  return folders.get(name)!;
}
