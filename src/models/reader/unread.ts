/** Fields of a file that look as if they changed its layers, and that nothing reads: what they may touch is not known. */
import type { OpenFact, Positions } from "../types/row.ts";
import { hasNoEffect, telling } from "./leftovers.ts";
import type { Part } from "./part.ts";
import { perLayer, readPerLayer } from "./per-layer.ts";

/** Words in the names of such fields, and the facts that a field of this name may change. */
const touches: readonly (readonly [RegExp, OpenFact])[] = [
  [/head/, "sizes"],
  [/window|local|chunk|swa|global/, "window"],
  [/nope|rope|rotary/, "rotation"],
  [/position|alibi/, "bias"],
  [/mup|multiplier/, "scale"],
  [/causal|bidirectional/, "causal"],
];

/** Words in the names of fields that may change which layers attend, if the names have none of the other words. */
const ofLayers = /layer|block|pattern|interval|period|offset|every|cross/;

/**
 * Words in the names of fields that never change the attention of a part's own layers: norms, experts, heads for tasks, other
 * mixers, lengths of tables, indexers, other parts.
 */
const idle: readonly RegExp[] = [
  /norm|eps$|epsilon|drop|init|token|loss|entropy|vocab|activation|sparsity|weighted|residual|logits|embedding_multiplier/,
  /^_sliding_window_pattern$/, // transformers saves it beside the list of layers, and does not read it
  /moe|expert|mlp|ffn|feed|dense|intermediate|mtp|nextn|^index|^linear_|mamba|ssm|conv|lstm|kernel|stride|dilat/,
  /feature|feat_|scale_?value|layer_?scale|adapt|resampler|perceiver|aligner|projector|pool|codebook|deepstack|backbone|^neck_/,
  /lm_head|auxiliary|_head$|head_(in|out|hidden|agg)|pred_|^num_classes|quant|contrastive|ngram|^freeze|^mask|pixel|point/,
  /max_\w*position|num_position|position\w*_size|temperature|max_period|min_period|chunk_?size|chunk_length|^stage_/,
  /res_?block|_blocks?$|num_blocks|insert_layer|vocoder|duration|pitch|energy|postnet|prenet|timestamp|flow_|diffusion/,
  /cross_attention_hidden_size|decoder_offset|memory_|^vision_|quantile|depth|(image|patch)_size|_config$|^qk_head_dim$|^hidden_size_per_layer_input$|^auto_map$/,
];

const isIdle = (name: string) => idle.some((words) => words.test(name));

/** What is known of a part: the number of its layers, and what it does. */
interface Known {
  layers: number;
  positions: Positions | undefined;
}

const isOff = (value: unknown) =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Whether the class has this value, so that what was measured of the class holds. */
function isStandard(part: Part, name: string, value: unknown): boolean {
  const standard = part.standard(name)?.value;
  return standard !== undefined && fits(standard, value);
}

/** Lists may have lists in them, as deep as the class's own. */
const fits = (standard: unknown, value: unknown): boolean =>
  Array.isArray(standard) && Array.isArray(value)
    ? standard.length === value.length && standard.every((item, i) => fits(item, value[i]))
    : standard === value;

/**
 * Reports fields that nothing reads and that may change a layer: by their names, or as lists with an entry for each layer.
 *
 * @param read The names of the fields that are read.
 */
export function reportUnread(part: Part, read: ReadonlySet<string>, { layers, positions }: Known): void {
  const { row, file } = part;
  if (row === undefined) return;
  reportOtherNames(part);
  for (const name of file.namesBut(read)) {
    if (isIdle(name)) continue;
    const value = file.get(name);
    const isObject = typeof value === "object" && !Array.isArray(value);
    const facts = touches.flatMap(([word, fact]) => (word.test(name) ? fact : []));
    const hasAll = Array.isArray(value) && value.length === layers && layers > 1;
    if (facts.length === 0 && (hasAll || ofLayers.test(name))) facts.push("attention");
    if (facts.length === 0 || isObject || isOff(value) || isStandard(part, name, value)) continue;
    if (telling.test(name) && hasNoEffect(name, value, positions)) continue;
    if (value === 1 && facts.every((fact) => fact === "scale")) continue;
    const path = file.pathOf(name);
    part.misses(
      path,
      `${path} is not read here, and may change ${facts.map((fact) => said[fact]).join(" and ")}`,
    );
    for (const fact of facts) part.touched.add(fact);
  }
}

/** Reports numbers under names that other classes have for them, and this one does not. */
function reportOtherNames(part: Part): void {
  for (const [fact, touched] of ofFacts)
    for (const name of part.namesNotRead(fact)) {
      if ([part.row?.each, part.row?.window].some((rule) => rule?.reads.includes(name))) continue;
      const value = part.file.get(name);
      const used = part.find(fact);
      if (value === undefined || value === used?.value) continue;
      const path = part.file.pathOf(name);
      const own = part.namesOf(fact)[0]!;
      part.misses(path, `the class of ${part.type} does not read ${path}: it reads ${own}`);
      part.touched.add(touched);
    }
}

/** What the number of a fact changes. */
const ofFacts = [
  ["hidden", "sizes"],
  ["heads", "sizes"],
  ["keyHeads", "sizes"],
  ["head", "sizes"],
  ["layers", "attention"],
  ["window", "window"],
] as const;

const said: Partial<Record<OpenFact, string>> = {
  attention: "which layers attend",
  sizes: "the heads",
  window: "the window",
  rotation: "the rotation",
  bias: "the positions that are added",
  scale: "the scale of scores",
  causal: "which keys a query sees",
};

/** Names of fields of single layers that may change them. */
const ofSingle = /head|layer|window|rope|rotary|attention|chunk|local|scal|softcap/;

/** Reports fields of single layers that are not read. */
export function reportPerLayer(part: Part): void {
  const all = part.file.object(perLayer);
  for (const layer of all?.objectNames() ?? []) {
    const own = all!.object(layer)!;
    for (const name of own.namesBut(readPerLayer(part), ofSingle)) {
      if (isIdle(name)) continue;
      part.misses(own.pathOf(name), `${own.pathOf(name)} is not read here`);
      part.touched.add("attention");
    }
  }
}
