/** A model's use of positions, for people and as data. */
import { counted } from "../api/arguments/counted.ts";
import { atlas, recipe } from "../entries/atlas.ts";
import type { LayerPositions, ModelPositions, PartPositions } from "../entries/full.node.ts";
import type { Terminal } from "./terminal.ts";

/** Plain data. `version` changes when these fields change their meaning. */
export interface ModelReport {
  modelType: string | null;
  /** Whether a run of the type's program was compared with what is said of it; null for a type that is not in the atlas. */
  executed: boolean | null;
  /** Sentences. */
  recipe: readonly string[];
  /** The different kinds of layers. */
  kinds: readonly LayerPositions[];
  /** For each layer, its index in `kinds`. */
  layers: readonly number[];
  added: PartPositions["added"];
  positionIds: ModelPositions["positionIds"];
  parts: Readonly<
    Record<string, Omit<ModelReport, "recipe" | "positionIds" | "parts" | "unknown" | "notes">>
  >;
  unknown: readonly string[];
  notes: readonly string[];
  sources: Readonly<Record<string, string>>;
}

/** @param more Problems found before the config was read. */
export function modelReport(
  model: ModelPositions,
  more: { unknown: readonly string[]; notes: readonly string[] } = { unknown: [], notes: [] },
): ModelReport {
  const parts = Object.entries(model.parts).map(([name, part]) => [name, partOf(part)]);
  const { modelType, executed, sources, ...own } = partOf(model);
  return {
    modelType,
    executed,
    recipe: recipe(model),
    ...own,
    positionIds: model.positionIds,
    parts: Object.fromEntries(parts),
    unknown: [...more.unknown, ...model.unknown],
    notes: [...more.notes, ...model.notes],
    sources,
  };
}

function partOf({ modelType, layers, added, sources }: PartPositions) {
  const kinds = [...new Set(layers)];
  const executed = atlas().find(({ type }) => type === modelType)?.executed ?? null;
  return { modelType, executed, kinds, layers: layers.map((layer) => kinds.indexOf(layer)), added, sources };
}

export async function printModel(report: ModelReport, terminal: Terminal): Promise<void> {
  for (const sentence of report.recipe) await terminal.line(`  ${sentence}`);
  if (report.kinds.length > 1)
    for (const [i, { kind }] of report.kinds.entries())
      await terminal.line(`  ${terminal.paint("bold", kind)}: layers ${placesOf(report.layers, i)}`);
  const { axes, first, rule } = report.positionIds;
  const byRule = rule === null ? "" : `, by the rule ${rule}`;
  if (axes !== null && (axes > 1 || first !== 0 || rule === null))
    await terminal.line(`  Positions have ${counted(axes, "axis", "axes")} and begin at ${first}${byRule}.`);
  await terminal.line();
  if (report.executed === false) {
    const text = `${report.modelType} was read in its source; no run was compared with this`;
    await terminal.line(`  ${terminal.paint("yellow", "note")}  ${text}`);
  }
  for (const field of report.unknown)
    await terminal.line(`  ${terminal.paint("yellow", "not understood")}  ${field}`);
  for (const note of report.notes) await terminal.line(`  ${terminal.paint("yellow", "note")}  ${note}`);
  const sources = Object.entries(report.sources).map(([fact, origin]) => `${fact} from ${origin}`);
  if (sources.length > 0) await terminal.line(terminal.paint("dim", `  ${sources.join("; ")}`));
}

/** Most runs of layers that are listed one by one. */
const mostRuns = 8;

/** Layers of a kind, counted from 0: `0–4, 6–10`. */
export function placesOf(layers: readonly number[], kind: number): string {
  const runs: [from: number, to: number][] = [];
  layers.forEach((each, i) => {
    const last = runs.at(-1);
    if (each !== kind) return;
    if (last?.[1] === i - 1) last[1] = i;
    else runs.push([i, i]);
  });
  const texts = runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  if (texts.length <= mostRuns) return texts.join(", ");
  return `${texts.slice(0, mostRuns - 2).join(", ")}, … ${texts.at(-1)}`;
}
