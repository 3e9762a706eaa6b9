import { type AtlasModel, atlas } from "posenc/atlas";

/** Finds model types by their own name, or by the name of a model that has such a type. */

/** The best matches first; all types, in the order of the alphabet, if nothing is asked. */
export function modelsFor(text: string): readonly AtlasModel[] {
  const asked = plain(text.slice(text.lastIndexOf("/") + 1)); // of "meta-llama/Llama-3.1-8B" the part that names the model
  if (asked === "") return sorted.map(({ model }) => model);
  return sorted
    .map((prepared) => ({ model: prepared.model, score: scoreOf(prepared, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ model }) => model);
}

/** The type of a text, if there is exactly this one. */
export const modelOf = (type: string): AtlasModel | undefined => byType.get(type);

/** Names differ in hyphens, dots and capitals. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

interface Prepared {
  readonly model: AtlasModel;
  /** The type and the family, without signs. */
  readonly names: readonly string[];
}

/** All types in the order of the alphabet. */
const sorted: readonly Prepared[] = atlas()
  .map((model) => ({ model, names: [plain(model.type), plain(model.family)] }))
  .sort((a, b) => ((a.names[0] ?? "") < (b.names[0] ?? "") ? -1 : 1));

const byType = new Map(sorted.map(({ model }) => [model.type, model]));

/** Higher for a better match: the type itself, its beginning, the longest type that the text begins with, a part of it. */
function scoreOf({ model: { type }, names }: Prepared, asked: string): number {
  if (names[0] === asked) return 1e6;
  if (names.includes(asked)) return 1e5;
  if (names.some((name) => name.startsWith(asked))) return 1e4 - type.length;
  const begun = names.filter((name) => name.length > 1 && asked.startsWith(name));
  if (begun.length > 0) return 1e3 + 10 * Math.max(...begun.map(({ length }) => length)) - type.length / 100;
  return names.some((name) => name.includes(asked)) ? 100 - type.length / 100 : 0;
}
