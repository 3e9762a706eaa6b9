/** Fields of a file that concern positions, and that its class does not read or contradicts. */
import { show } from "../../api/arguments/check.ts";
import type { ConfigObject } from "./config-object.ts";
import type { Part } from "./part.ts";
import { because } from "./reasons.ts";

/** Names of fields beside a rule that change an encoding of positions. */
const telling =
  /(^|_)(rope|rotary|alibi|fope|nope|xpos)|^yarn|llama_4_scaling|position_encoding|dynamic_ntk|logn|dual_chunk/;
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
const typeWords: Record<string, readonly string[]> = {
  halves: rotating,
  interleaved: [...rotating, "rope_gptj"],
  interleave: rotating,
  learned: ["learned", "learned_absolute"],
  alibi: ["alibi"],
  none: ["nope", "none"],
};

/**
 * Lists the fields that were not read although they concern positions.
 *
 * @param how What the part does, in a word of the table; undefined if its type is not there.
 * @returns The path of one that may change the rotation, if there is one.
 */
export function leftovers(part: Part, how: string | undefined): string | undefined {
  sayTwice(part);
  const type = typeThatDiffers(part, how);
  const objects = part.file
    .objectNames()
    .filter((name) => name === "attn_config" || !(noLayers.test(name) || telling.test(name)))
    .flatMap((name) => part.file.object(name) ?? []);
  const left = [part.file, ...objects].flatMap((object) => leftIn(object, how));
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
  const rules = ["rope_parameters", "rope_scaling"].filter((name) => part.file.object(name) === undefined);
  const noRule = part.file.first(...rules)?.path;
  return left.find((path) => !besides.test(path)) ?? noRule ?? (how === undefined ? type : undefined);
}

/** The paths of fields that concern positions and were not read, except those that have no effect. */
export const leftIn = (file: ConfigObject, how?: string): string[] =>
  file
    .unasked(telling)
    .filter((name) => !hasNoEffect(name, file.get(name), how))
    .map((name) => file.pathOf(name));

const hasNoEffect = (name: string, value: unknown, how: string | undefined): boolean =>
  switches.test(name)
    ? value === (typeWords[how ?? "halves"] ?? []).includes("rope")
    : value === false || ofTables.test(name) || (value === 1 && /(scale|factor)$/.test(name));

/** Reads the other names of a fact that the file gives twice, and says where they differ. */
function sayTwice(part: Part): void {
  for (const fact of ["theta", "partial", "rotary"] as const) {
    const used = part.fact(fact);
    if (used === undefined) continue;
    for (const name of part.fieldsOf(fact)) {
      const value = part.file.get(name);
      const path = part.file.pathOf(name);
      if (value === undefined || value === used.value || path === used.path) continue;
      part.misses(path, `${used.path} and ${path} differ; ${used.path} counts`);
    }
  }
}

/** The path of a word for another encoding than that of the class. */
function typeThatDiffers(part: Part, how: string | undefined): string | undefined {
  const field = part.file.first("position_embedding_type", "position_embeddings_type");
  if (field === undefined || field.value === "absolute") return undefined;
  // `if=position_embedding_type:rope:none else=none` names the words of this type.
  const own = [...(part.supplied("if")?.split(":") ?? []), part.supplied("else")];
  const words = [...(typeWords[how ?? "halves"] ?? []), ...own];
  if (words.includes(field.value as string)) return undefined;
  part.misses(
    field.path,
    `${field.path} ${show(field.value)} is not what ${part.row?.type ?? "a rotation"} does`,
  );
  return field.path;
}
