/** The answer for a model type that is not in the atlas: the plain fields of the file, and "unknown" for everything else. */
import type { Layer } from "./layers.ts";
import type { Part } from "./part.ts";
import { causalOf } from "./scores.ts";

/** Names of fields that may change heads in some layers, or all. */
const ofHeads = /head|^v_|_v_|rank|latent|mqa|gqa/;
/** Names of the plain fields, and of fields that are not about heads of attention. */
const plain =
  /^(num_(attention|key_value|kv)_heads|n_heads?|n_kv_heads|n_head_kv|num_heads|head_dim|kv_channels|attention_head_dim|hidden_size)$|lm_head|dropout|_bias$/;

/** A layer with what its file says in plain fields alone. */
export function ofUnknownType(part: Part, { kind }: Layer) {
  const unknown = "unknown" as const;
  const names = part.file.names(ofHeads);
  const isPlain = kind === "all" && names.every((name) => plain.test(name));
  const size = (fact: "heads" | "keyHeads" | "head") =>
    isPlain && part.inFile(fact) !== undefined ? (part.size(fact) ?? null) : null;
  return {
    kind,
    attention: { self: null, cross: null },
    mixer: null,
    heads: size("heads"),
    keyHeads: size("keyHeads"),
    headDim: size("head"),
    valueDim: null,
    rotary: unknown,
    indexer: unknown,
    bias: unknown,
    causal: causalOf(part, kind),
    window: unknown,
    queryScale: unknown,
    softmaxScale: null,
    softcap: unknown,
    sinks: null,
  };
}
