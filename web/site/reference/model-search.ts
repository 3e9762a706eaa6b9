import { type AtlasModel, atlas } from "posenc/atlas";

/** Finds model types by their own name, or by the name of a model that has such a type. */

/** The best matches first; all types, in the order of the alphabet, if nothing is asked. */
export function modelsFor(text: string): readonly AtlasModel[] {
  const asked = plain(text.slice(text.lastIndexOf("/") + 1)); // of "meta-llama/Llama-3.1-8B" the part that names the model
  const all = [...atlas()].sort((a, b) => (plain(a.type) < plain(b.type) ? -1 : 1));
  if (asked === "") return all;
  return all
    .map((model) => ({ model, score: scoreOf(model, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ model }) => model);
}

/** The type of a text, if there is exactly this one. */
export const modelOf = (type: string): AtlasModel | undefined => atlas().find((model) => model.type === type);

/** Names differ in hyphens, dots and capitals. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Higher for a better match: the type itself, its beginning, the longest type that the text begins with, a part of it. */
function scoreOf({ type, family }: AtlasModel, asked: string): number {
  const names = [plain(type), plain(family)];
  if (names[0] === asked) return 1e6;
  if (names.includes(asked)) return 1e5;
  if (names.some((name) => name.startsWith(asked))) return 1e4 - type.length;
  const begun = names.filter((name) => name.length > 1 && asked.startsWith(name));
  if (begun.length > 0) return 1e3 + 10 * Math.max(...begun.map(({ length }) => length)) - type.length / 100;
  return names.some((name) => name.includes(asked)) ? 100 - type.length / 100 : 0;
}
