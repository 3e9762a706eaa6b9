/** The family of each model type: its area, its year, and the folder or file that has its code. */
import data from "./data/families.json" with { type: "json" };
import type { AtlasKind, Row } from "./row.ts";
import type { AtlasSource } from "./sources.ts";

/** A group of model types that were published together. */
export interface Family {
  readonly name: string;
  readonly area: AtlasKind;
  /** Undefined if it is not known. */
  readonly year?: number | undefined;
  readonly source: AtlasSource;
}

const transformers = { repository: "zucchini-nlp/transformers", commit: data.source.commit };

interface Group {
  readonly area: string;
  readonly year?: number;
  /** The release of transformers that was executed, of folders that came after the commit that was read. */
  readonly release?: string;
  readonly folders: readonly string[];
}

let folders: ReadonlyMap<string, Family> | undefined;

function readFolders(): ReadonlyMap<string, Family> {
  const found = new Map<string, Family>();
  for (const { area, year, release, folders } of data.families as readonly Group[])
    for (const name of folders) {
      const from =
        release === undefined ? transformers : { repository: "huggingface/transformers", commit: release };
      const source = { ...from, path: `src/transformers/models/${name}` };
      found.set(name, { name, area: area as AtlasKind, year, source });
    }
  return found;
}

/** The family of a type: its folder, which is the longest one that the type begins with; or the type itself, outside transformers. */
export function familyOf(type: string, { folder, source, area = "text" }: Row): Family {
  if (source !== undefined) {
    if (source.repository === "huggingface/diffusers") {
      // As transformer_flux.py and ace_step_transformer.py.
      const file = source.path.slice(source.path.lastIndexOf("/") + 1, -".py".length);
      return { name: file.replace(/^transformer_|_transformer$/, ""), area: "diffusion", source };
    }
    return { name: type, area, source };
  }
  folders ??= readFolders();
  let name = folder ?? type.replaceAll("-", "_");
  while (!folders.has(name) && name.includes("_")) name = name.slice(0, name.lastIndexOf("_"));
  return folders.get(name)!;
}
