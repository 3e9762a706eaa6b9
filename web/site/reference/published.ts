import { published } from "posenc:published";
import { fileRecipe } from "./model-recipe.ts";
import { node } from "./nodes.ts";

/** Published models: found by their names, and answered from their own config.json instead of the defaults of a class. */

export interface Published {
  /** Owner and model, as on the hub. */
  readonly name: string;
  /** Where the file was read. */
  readonly repository: string;
  readonly path: string;
  readonly commit: string;
  /** The fields that concern positions. */
  readonly config: object;
}

/** Words and numbers of a name: "Qwen3-8B" and "qwen 3 8b" have the same ones, and "3" is not "3.1". */
const piecesOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)*[a-z]?/g) ?? [];

/** The models whose names contain all words and numbers of a text; the shortest names first. */
export function publishedFor(text: string): readonly Published[] {
  const asked = piecesOf(text);
  if (asked.length === 0) return [];
  return published
    .map((file) => ({ file, pieces: piecesOf(file.name) }))
    .filter(({ pieces }) => asked.every((piece) => pieces.includes(piece)))
    .sort((a, b) => a.pieces.length - b.pieces.length)
    .map(({ file }) => file);
}

/** The model of a name, if there is exactly this one. */
export const publishedOf = (name: string): Published | undefined =>
  published.find((file) => file.name === name);

/** What a published model does with positions, and where its numbers were read. */
export function publishedRecipe({ repository, path, commit, config }: Published): HTMLElement {
  const recipe = fileRecipe(JSON.stringify(config));
  const href = `https://github.com/${repository}/blob/${commit}/${path}`;
  recipe.append(
    node("h4", {}, "Source"),
    node(
      "p",
      { class: "from" },
      "Read from the published config.json, as kept in ",
      node("a", { href }, `${repository}, ${path}`),
      ", commit ",
      node("code", {}, commit.slice(0, 12)),
      ".",
    ),
  );
  return recipe;
}
