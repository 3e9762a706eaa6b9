/** Fields of a file that concern positions, and that its class does not read or contradicts. */
import { show } from "../../api/arguments/check.ts";
import { fieldsOf } from "../types/facts.ts";
import { unrotatedLayers } from "../types/layer-rules.ts";
import { otherNamesOf } from "../types/other-names.ts";
import { type Positions, rotates } from "../types/row.ts";
import type { ConfigObject } from "./config-object.ts";
import type { Part } from "./part.ts";
import { perLayer } from "./per-layer.ts";
import { because } from "./reasons.ts";
import type { FileRules } from "./rules.ts";
import { namesOfStacks } from "./sizes.ts";

/** Names of fields beside a rule that change an encoding of positions. */
export const telling =
  /(^|_)(rope|rotary|alibi|fope|nope|xpos)|^yarn|llama_4_scaling|position_encoding|position_embedding_base|dynamic_ntk|logn|dual_chunk/;
/** Of these, the names of fields that leave the frequencies of a model's own heads as they are. */
const besides = /logn|dual_chunk|^indexer|_dim$/;
/** Names of switches that are on in a model that rotates. */
const switches = /^(use_)?(rope|rotary)(_embeddings?|_positional_embeddings?)?$|^original_rope$/;
/** Names of fields that change no frequency: the length of a table, and how it is kept. */
const ofTables = /^rope_max(_seq)?_len(gth)?$|^rope_full_precision$/;
/** Objects that are not about the part's own layers. */
const noLayers = /^__|quant|generation|lora|adapter|_config$|^((vision_)?encoder|decoder|generator)$/;

const rotating = ["rope", "rotary"];
/** What `position_embedding_type` says in files of types with a word of the table. Older files of any type say `absolute`. */
const typeWords: Partial<Record<Positions, readonly string[]>> = {
  halves: rotating,
  interleaved: [...rotating, "rope_gptj"],
  learned: ["learned", "learned_absolute"],
  alibi: ["alibi"],
  none: ["nope", "none"],
};

const wordsOf = (positions: Positions | undefined) => typeWords[positions ?? "halves"] ?? [];

/** Facts that a file may give under several names. */
const named = ["theta", "partial", "rotary"] as const;

/** Fields that are read for every type. */
const ofAll = [...named.flatMap((fact) => fieldsOf[fact]), "llama_4_scaling_beta"];
/** Fields that are read for every type that rotates. */
const ofRotating = ["rope_parameters", "rope_scaling", "rope_interleave", "rotary_emb_interleaved"];
const ofAlibi = ["alibi", "alibi_bias_max"];

/** Fields that the reader reads for every type, and fields that a row names. */
export const fieldsOfLayers = ({ row, type, defaults }: Part): readonly string[] => [
  ...Object.values(fieldsOf).flat(),
  ...(type === undefined ? [] : Object.values(otherNamesOf(type)).flat()),
  ...["layer_types", "layers_block_type", "block_types", "attention_types", "max_window_layers", perLayer],
  ...(Object.hasOwn(defaults, "causal") ? ["causal"] : []),
  ...["use_sliding_window", "is_causal", "add_cross_attention", "is_decoder"],
  ...["position_embedding_type", "position_embeddings_type", "position_biased_input", "no_rope_layers"],
  ...(row?.stacks?.flatMap(({ field, otherwise = field }) => [field, otherwise]) ?? []),
  ...(row?.stacks === undefined ? [] : namesOfStacks),
  ...[row?.stages, row?.pairsOfLayers, row?.otherHead?.field, row?.biased].filter(
    (name) => name !== undefined,
  ),
  ...[...(row?.bias ?? []), ...(row?.learned ?? []), "v_head_dim"],
];

/** What is known of a part before its leftovers are listed. */
export interface Known {
  /** What the part does; undefined if its type is not in the atlas. */
  positions: Positions | undefined;
  rules: FileRules;
}

/** The names of the fields that the reader and the row of the part read. */
export function fieldsRead(part: Part, { positions, rules }: Known): Set<string> {
  const { row } = part;
  const own = [
    row?.unless,
    row?.list,
    row?.kinds,
    row?.window,
    row?.scale,
    row?.queries,
    row?.each,
    row?.normed,
    row?.ofKind,
    row?.built,
  ];
  const turning = row === undefined ? unrotatedLayers() : row.rotating;
  return new Set([
    ...ofAll,
    ...(row?.indexer === undefined ? [] : ["indexer_rope_interleave", ...(row.indexer.shared?.reads ?? [])]),
    ...rules.reads,
    ...(row?.idle ?? []),
    ...[...own, turning].flatMap((rule) => rule?.reads ?? []),
    ...Object.values(row?.fields ?? {}),
    ...(positions === undefined || rotates(positions) ? ofRotating : []),
    ...(row === undefined || row.latent ? fieldsOf.rope : []),
    ...((row === undefined || row.latent) && part.find("rope") ? fieldsOf.nope : []),
    ...(positions === "alibi" ? ofAlibi.slice(1) : []),
    ...[row?.ratio, row?.widths?.field, row?.widths?.growth, row?.widths?.refuses].filter(
      (field) => field !== undefined,
    ),
  ]);
}

/**
 * Lists the fields that concern positions and that nothing reads.
 *
 * @returns The path of one that may change the rotation, if there is one.
 */
export function leftovers(part: Part, known: Known): string | undefined {
  const { positions } = known;
  reportTwice(part);
  const type = typeThatDiffers(part, positions);
  const left = leftIn(part.file, positions, fieldsRead(part, known));
  const ofObjects = new Set(part.row?.positions === "alibi" ? ofAlibi : []);
  for (const name of part.file.objectNames())
    if (name === "attn_config" || !(noLayers.test(name) || telling.test(name)))
      left.push(...leftIn(part.file.object(name)!, positions, ofObjects));
  // Arguments that timm's functions take instead of their own.
  const sizes = part.file.object("model_args");
  left.push(
    ...(sizes?.names(/^(embed_dim|depth|num_heads|use_.*pos_emb|pos_embed)$/) ?? []).map((name) =>
      sizes!.pathOf(name),
    ),
  );
  part.unknown.push(...left);
  const onlyNamed = left.filter((path) => besides.test(path) && because(path) !== "");
  part.notes.push(...onlyNamed.map((path) => `${path} has no form here${because(path)}`));
  const noRule = part.file.first(
    ...["rope_parameters", "rope_scaling"].filter((name) => part.file.object(name) === undefined),
  )?.path;
  return left.find((path) => !besides.test(path)) ?? noRule ?? (positions === undefined ? type : undefined);
}

/** The paths of fields that concern positions and are not read, except those that have no effect. */
export const leftIn = (
  file: ConfigObject,
  positions?: Positions,
  read: ReadonlySet<string> = new Set(),
): string[] =>
  file
    .namesBut(read, telling)
    .filter((name) => !hasNoEffect(name, file.get(name), positions))
    .map((name) => file.pathOf(name));

export const hasNoEffect = (name: string, value: unknown, positions: Positions | undefined): boolean =>
  switches.test(name)
    ? value === wordsOf(positions).includes("rope")
    : value === false || ofTables.test(name) || (value === 1 && /(scale|factor)$/.test(name));

/** Reports the other names of a fact that the file gives twice, where they differ. */
function reportTwice(part: Part): void {
  for (const fact of named) {
    const used = part.find(fact);
    if (used === undefined) continue;
    for (const name of fieldsOf[fact]) {
      const value = part.said(name);
      const path = part.file.pathOf(name);
      if (value === undefined || value === used.value || path === used.path) continue;
      part.misses(path, `${used.path} and ${path} differ; ${used.path} counts`);
    }
  }
}

/** The path of a word for another encoding than that of the class. */
function typeThatDiffers(part: Part, positions: Positions | undefined): string | undefined {
  const field = part.file.first("position_embedding_type", "position_embeddings_type");
  if (field === undefined || field.value === "absolute") return undefined;
  const { value, path } = field;
  const standard = part.standard(path.slice(part.file.path.length))?.value;
  const words: unknown[] = [...wordsOf(positions), ...(part.row?.unless?.words ?? []), standard];
  if (words.includes(value)) return undefined;
  part.misses(path, `${path} ${show(value)} is not what ${part.type ?? "a rotation"} does`);
  return path;
}
