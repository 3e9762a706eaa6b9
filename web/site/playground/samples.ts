/** The samples: files in ./samples. The first line of each is a comment with its title. */
const FILES = import.meta.glob<string>("./samples/*.js", { query: "?raw", import: "default", eager: true });

export interface Sample {
  readonly title: string;
  readonly code: string;
}

export const samples: readonly Sample[] = Object.entries(FILES)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([, code]) => ({ title: code.slice(3, code.indexOf("\n")), code }));

/** The reader's changes to the samples, kept in the browser, so that another sample and a reload lose nothing. */

const PLACE = "posenc-playground";

interface Kept {
  /** The index of the sample that was open. */
  readonly open: number;
  /** Code by the titles of samples. */
  readonly edits: Readonly<Record<string, string>>;
}

/** A browser may keep nothing for this page, and other pages of the site may have written something else. */
function read(): Kept {
  try {
    const { open, edits } = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
    const isText = typeof edits === "object" && edits !== null;
    return { open: Number.isInteger(open) ? (open as number) : 0, edits: isText ? edits : {} };
  } catch {
    return { open: 0, edits: {} };
  }
}

export class Edits {
  #kept = read();

  get open(): number {
    return this.#kept.open;
  }

  /** The changed code of a sample; undefined if it is as it was. */
  of(title: string): string | undefined {
    const code = this.#kept.edits[title];
    return typeof code === "string" ? code : undefined;
  }

  /** @param code - undefined if the sample is as it was */
  keep(open: number, title: string, code: string | undefined): void {
    const { [title]: _, ...others } = this.#kept.edits;
    this.#kept = { open, edits: code === undefined ? others : { ...others, [title]: code } };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // Nothing is kept then, and the page says nothing: it did not promise it.
    }
  }
}
