import { published } from "posenc:atlas-facts";

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

const prepared = published.map((file) => ({ file, pieces: piecesOf(file.name) }));
const byName = new Map(published.map((file) => [file.name, file]));

/** The models whose names contain all words and numbers of a text; the shortest names first. */
export function publishedFor(text: string): readonly Published[] {
  const asked = piecesOf(text);
  return prepared
    .filter(({ pieces }) => asked.every((piece) => pieces.includes(piece)))
    .sort((a, b) => a.pieces.length - b.pieces.length)
    .map(({ file }) => file);
}

/** The model of a name, if there is exactly this one. */
export const publishedOf = (name: string): Published | undefined => byName.get(name);
