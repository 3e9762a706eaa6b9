/** What a .safetensors file says about a config.json, and where the two differ. */
import { guarded, show, wrongType } from "../../api/arguments/check.ts";
import { typeError } from "../../api/arguments/errors.ts";
import type { FileConfig } from "./gguf-config.ts";
import type { SafetensorsFile } from "./safetensors.ts";

/** The names of a query or key projection in a layer. */
const projection = /(?:^|\.)layers\.(\d+)\.(?:self_attn|attention|attn)\.([qk])_proj\.weight$/;

/**
 * Completes a config.json by what the weights of a .safetensors file say: sizes of queries and keys, and the number of
 * layers, if the file has all of them. A file that is one of several has some layers only.
 *
 * @param file What {@link readSafetensors} gave.
 * @param config The config.json, as text or as an object. Without it, the number of heads is not known.
 * @returns The config, and a sentence for each field that the weights contradict. The pairing is null: see
 * {@link pairingOfWeights}.
 * @throws TypeError for arguments of another type, and for a text that is no JSON object.
 * @example
 * const header = new TextEncoder().encode('{"layers.0.attn.q_proj.weight":{"dtype":"U8","shape":[4,2],"data_offsets":[0,8]}}');
 * const file = await readSafetensors(new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0, ...header, ...new Uint8Array(8)]));
 * weightsConfig(file, { num_attention_heads: 2 }).config.head_dim; // 2
 */
export function weightsConfig(file: SafetensorsFile, config: string | object = {}): FileConfig {
  if (file?.kind !== "safetensors") throw wrongType("file", "what readSafetensors gave", file);
  const given = objectOf(config);
  const notes: string[] = [];
  const found = new Map<string, number[]>();
  const layers = new Set<number>();
  for (const [name, { shape }] of file.tensors) {
    const [, layer, letter] = projection.exec(name) ?? [];
    if (layer === undefined || letter === undefined || shape.length !== 2) continue;
    layers.add(Number(layer));
    if (!found.has(letter)) found.set(letter, [...shape]);
  }
  const told = sizesOf(given, found);
  const count = layers.size;
  // A file among several begins later, or ends before the last layer.
  const isWhole = [...layers].every((layer) => layer < count);
  if (count > 0 && isWhole && given.num_hidden_layers === undefined) told.num_hidden_layers = count;
  for (const [name, value] of Object.entries(told)) {
    if (given[name] !== undefined && given[name] !== null && given[name] !== value)
      notes.push(`${name} is ${show(given[name])} in the config, and the weights have ${value}`);
  }
  const missing = Object.entries(told).filter(([name]) => (given[name] ?? undefined) === undefined);
  return { config: { ...given, ...Object.fromEntries(missing) }, pairing: null, unknown: [], notes };
}

function sizesOf(
  given: Record<string, unknown>,
  found: ReadonlyMap<string, readonly number[]>,
): Record<string, number> {
  const [rows = 0, hidden = 0] = found.get("q") ?? [];
  const heads = typeof given.num_attention_heads === "number" ? given.num_attention_heads : 0;
  const told: Record<string, number> = hidden > 0 ? { hidden_size: hidden } : {};
  const head = rows / heads;
  if (!Number.isInteger(head) || head === 0) return told;
  // Some models have a gate of the same size beside the queries, so that a head in the config counts.
  const headDim = typeof given.head_dim === "number" && head === 2 * given.head_dim ? given.head_dim : head;
  told.head_dim = headDim;
  const keyHeads = (found.get("k")?.[0] ?? 0) / headDim;
  if (Number.isInteger(keyHeads) && keyHeads > 0) told.num_key_value_heads = keyHeads;
  return told;
}

function objectOf(config: unknown): Record<string, unknown> {
  let value = config;
  try {
    if (typeof config === "string") value = JSON.parse(config);
  } catch (cause) {
    const text = `config must be the text of a JSON object: ${(cause as Error).message}`;
    throw typeError(text, { code: "type", param: "config", value: config, cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return guarded("config", config, () => ({ ...value }));
  throw wrongType("config", "the text of a config.json, or the object that it stands for", config);
}
