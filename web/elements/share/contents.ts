import { formatInteger } from "../../plot/numbers.ts";
import type { Light } from "../figure/light-module.ts";
import { countEntries, type Entries } from "./entries.ts";
import { toCsv, toNpy } from "./files.ts";
import { type Language, snippet } from "./snippets.ts";

/** The numbers of a picture as it is now: as files, and as code that makes them. */
export interface Contents {
  csv(): Blob | Promise<Blob>;
  npy(): Blob | Promise<Blob>;
  code(language: Language): string;
}

/** Most entries in one file: 64 MiB as float32. */
const LARGEST = 2 ** 24;

/** The contents of a figure that shows entries of a table. */
export function tableContents(figure: {
  /** Undefined until the module is loaded. */
  readonly module: Light | undefined;
  entries(): Entries;
}): Contents {
  const entries = () => {
    if (!figure.module) throw new Error("Nothing is drawn yet.");
    const shown = figure.entries();
    const count = countEntries(shown);
    if (count > LARGEST) {
      throw new Error(
        `${formatInteger(count)} entries are in view, ${formatInteger(LARGEST)} fit in a file: zoom in.`,
      );
    }
    return [figure.module, shown] as const;
  };
  return {
    csv: () => toCsv(...entries()),
    npy: () => toNpy(...entries()),
    code: (language) => snippet(language, figure.entries()),
  };
}
