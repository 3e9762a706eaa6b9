/** The projections to queries and keys in a file with weights. */
import { wrongType } from "../../api/arguments/check.ts";
import type { GgufFile } from "./gguf.ts";
import type { SafetensorsFile } from "./safetensors.ts";

const projection = /(?:^|\.)(?:[qk]_proj|attn_[qk])\.weight$/;

/**
 * Names the projections to queries and keys of a file with weights: those that {@link pairingOfWeights} can look at.
 *
 * @param file What {@link readSafetensors} or {@link readGguf} gave.
 * @returns Names of tensors, in the order of the file. Projections that are stored in one tensor with others are not among them.
 * @throws TypeError for an argument of another type.
 * @example
 * const header = new TextEncoder().encode('{"layers.0.attn.q_proj.weight":{"dtype":"U8","shape":[4,2],"data_offsets":[0,8]}}');
 * projectionsOf(await readSafetensors(new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0, ...header, ...new Uint8Array(8)])))[0]; // "layers.0.attn.q_proj.weight"
 */
export function projectionsOf(file: GgufFile | SafetensorsFile): string[] {
  if (file?.kind !== "safetensors" && file?.kind !== "gguf")
    throw wrongType("file", "what readSafetensors or readGguf gave", file);
  return [...file.tensors.keys()].filter((name) => projection.test(name));
}
