/** Where the rows of types outside the folders of transformers can be read. */

/** Where the facts about a model type can be read. */
export interface AtlasSource {
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  /** A file or a folder of the repository. */
  readonly path: string;
  /** The commit that was read, or the tag of the release that was executed, as `v5.23.0`. */
  readonly commit: string;
}

export const inMlxLm = (path: string): AtlasSource => ({
  repository: "ml-explore/mlx-lm",
  path: `mlx_lm/${path}.py`,
  commit: "d78bf58e217c904ec282ed8da9b947491f78c022",
});

export const inLmdeploy = (file: string): AtlasSource => ({
  repository: "InternLM/lmdeploy",
  path: `lmdeploy/pytorch/models/${file}.py`,
  commit: "1263d5cd889b7ad500e85b8eb20401327a4516ab",
});

export const inDiffusers = (file: string): AtlasSource => ({
  repository: "huggingface/diffusers",
  path: `src/diffusers/models/transformers/transformer_${file}.py`,
  commit: "58eb52c0803ea9af3abec60841c2a093bdf1f951",
});

/** A file of the release that was executed. */
export const executedDiffusers = (file: string): AtlasSource => inDiffusersModels(`transformer_${file}`);

export const inDiffusersModels = (file: string): AtlasSource => ({
  repository: "huggingface/diffusers",
  path: `src/diffusers/models/transformers/${file}.py`,
  commit: "v0.42.1",
});

export const inTimm = (file: string): AtlasSource => ({
  repository: "huggingface/pytorch-image-models",
  path: `timm/models/${file}.py`,
  commit: "aa4b5850c1543fa488abf260f18390eda46cf85d",
});

export const inVllm = (file: string, commit: string): AtlasSource => ({
  repository: "vllm-project/vllm",
  path: `vllm/model_executor/models/${file}.py`,
  commit,
});

export const inInternVl = (file: string, commit: string): AtlasSource => ({
  repository: "OpenGVLab/InternVL",
  path: `internvl_chat/internvl/model/internvl_chat/${file}.py`,
  commit,
});

export const inAiconfigurator = (file: string): AtlasSource => ({
  repository: "ai-dynamo/aiconfigurator",
  path: `aic-core/src/aiconfigurator_core/model_configs/${file}.json`,
  commit: "095f58a51c4ca8e61b66ec108d86f223f8d559ce",
});
