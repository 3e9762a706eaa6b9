/** The family of each model type: its area, its year, and the folder or file that has its code. */
import data from "./data/families.json" with { type: "json" };
import type { AtlasKind, AtlasSource, Row } from "./row.ts";

/** A group of model types that were published together. */
export interface Family {
  readonly name: string;
  readonly area: AtlasKind;
  /** Undefined if it is not known. */
  readonly year?: number | undefined;
  readonly source: AtlasSource;
}

const transformers = { repository: "zucchini-nlp/transformers", commit: data.source.commit };

let folders: ReadonlyMap<string, Family> | undefined;

function readFolders(): ReadonlyMap<string, Family> {
  const found = new Map<string, Family>();
  for (const { area, year, folders } of data.families)
    for (const name of folders) {
      const source = { ...transformers, path: `src/transformers/models/${name}` };
      found.set(name, { name, area: area as AtlasKind, year, source });
    }
  return found;
}

/** The family of a type: its folder, which is the longest one that the type begins with; or the type itself, outside transformers. */
export function familyOf(type: string, { folder, source, area = "text" }: Row): Family {
  if (source !== undefined) {
    const file = /transformer_(\w+)\.py$/.exec(source.path)?.[1];
    if (source.repository === "huggingface/diffusers") return { name: file!, area: "diffusion", source };
    return { name: type, area, source };
  }
  folders ??= readFolders();
  let name = folder ?? type.replaceAll("-", "_");
  while (!folders.has(name) && name.includes("_")) name = name.slice(0, name.lastIndexOf("_"));
  return folders.get(name)!;
}
