/** Reads a part of a file: the recipe of each layer. */
import { type Positions, rotates } from "../types/row.ts";
import { type AddedPositions, insteadOf } from "./instead.ts";
import { type LayerPositions, recipes } from "./layer-positions.ts";
import { type Layer, layersOf, reportLayers } from "./layers.ts";
import { fieldsOfLayers, fieldsRead, leftovers } from "./leftovers.ts";
import type { Part } from "./part.ts";
import { because } from "./reasons.ts";
import { type FileRules, ruleOfKind, rulesOf } from "./rules.ts";
import { reportScores } from "./scores.ts";
import { type Pairing, type Specs, specsOf } from "./spec.ts";
import { reportPerLayer, reportUnread } from "./unread.ts";

export interface PartReading {
  layers: readonly LayerPositions[];
  added: AddedPositions | "unknown" | null;
  /** The spec of each rule by its name; undefined if a field was not understood. */
  specs: Specs;
  /** The rules that the specs are of. */
  rules: FileRules;
}

const noRules: FileRules = { rules: [], unrotated: [], reads: [], nested: false };

/** @param given The pairing, if the caller gives it. */
export function readPart(part: Part, given: Pairing | undefined): PartReading {
  const positions = positionsIn(part);
  part.reportSizes();
  const isRotating = positions === undefined || rotates(positions);
  const layers = layersOf(part);
  const instead = insteadOf(part, isRotating ? "none" : positions);
  const rules = isRotating ? rulesOf(part, layers) : noRules;
  const specs: Specs = isRotating
    ? specsOf(part, { rules: rules.rules, positions, given, layers })
    : new Map();
  reportKinds(part, layers, { specs, rules });
  reportLayers(part, layers);
  reportScores(part, rules.rules[0]?.rule);
  const left = disputedIn(part) ?? leftovers(part, { positions, rules });
  if (left !== undefined) dropSpecs(part, specs, left);
  reportPerLayer(part);
  const read = new Set([...fieldsRead(part, { positions, rules }), ...fieldsOfLayers(part)]);
  reportUnread(part, read, { layers: layers.length, positions });
  const isUnknown = part.row === undefined && given === undefined;
  const recipe = recipes({ part, layers, specs, rules, instead, isUnknown });
  return {
    layers: layers.map(recipe),
    added:
      isUnknown || part.row?.open?.includes("layers") || part.touched.has("bias") ? "unknown" : instead.added,
    specs,
    rules,
  };
}

/** What the part does, by its row and the fields that decide; undefined if its type is not in the atlas. */
function positionsIn(part: Part): Positions | undefined {
  const positions = part.row?.unless?.of(part) ?? part.row?.positions;
  if (positions === "alibi" && part.inside("attn_config", "alibi") === false) {
    const path = part.file.pathOf("attn_config.alibi");
    part.misses(
      path,
      `${path} is false: MosaicML's code learns positions then, and transformers keeps its bias`,
    );
    part.touched.add("bias");
  }
  return positions;
}

/** Reports a fact in which published programs differ. Returns its path if it changes the rotation. */
function disputedIn(part: Part): string | undefined {
  const disputed = part.row?.disputed;
  if (disputed === undefined) return undefined;
  const { fact, other, isOpen } = disputed;
  if (other !== undefined && (part.inFile(other) || !part.inFile(fact))) return undefined;
  const { value, path } = part.fact(fact)!;
  part.misses(path, `published programs differ in ${path} of ${part.type}`);
  return isOpen && value !== part.value("head") ? path : undefined;
}

/** Reports kinds of layers without a rule in a file that has rules for others. */
function reportKinds(
  part: Part,
  layers: readonly Layer[],
  { specs, rules }: Pick<PartReading, "specs" | "rules">,
): void {
  if (specs.size === 0 || specs.has("all")) return;
  const kinds = new Set(layers.filter(({ rotates }) => rotates).map(({ kind }) => kind));
  for (const kind of kinds) {
    if (specs.has(ruleOfKind(part, kind)) || rules.unrotated.includes(kind)) continue;
    part.misses(part.file.pathOf("rope_parameters"), `no rule is given for layers of kind ${kind}`);
  }
}

/** A field that was not read may change every rotation of its part. */
function dropSpecs(part: Part, specs: Specs, path: string): void {
  for (const [name, spec] of specs) {
    if (spec === undefined) continue;
    specs.set(name, undefined);
    part.notes.push(`${path} is not known, so that ${name} layers have no spec${because(path)}`);
  }
}
