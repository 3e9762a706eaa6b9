/** NumPy's .npz: arrays by name. */
import { show } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { hint } from "../../api/arguments/hints.ts";
import type { ElementType } from "./elements.ts";
import { type NpyFile, readArray, readNpyHeader } from "./npy.ts";
import type { RowOptions } from "./rows.ts";
import { Bytes, type FileSource } from "./source.ts";
import { contentsOf, readZip, type ZipEntry } from "./zip.ts";

/** An array of an archive, of which only the header has been read. */
export interface ArrayEntry {
  /** The type of its numbers. */
  readonly dtype: ElementType;
  /** Its shape; `[]` for a single number. */
  readonly shape: readonly number[];
}

/** The arrays of a .npz file. */
export interface NpzFile {
  /** What the file is. */
  readonly kind: "arrays";
  /** The arrays, by their names without `.npy`. */
  readonly arrays: ReadonlyMap<string, ArrayEntry>;
  /** Reads one of them, as {@link readNpy} does; an array that is deflated is inflated as a whole, up to 256 MiB. */
  readonly read: (name: string, options?: RowOptions) => Promise<NpyFile>;
}

/** Bytes of an entry that are inflated for its header. */
const headBytes = 2 ** 16 + 12;

/**
 * Reads the names, types and shapes of a .npz file of NumPy, stored or deflated, and on request its arrays.
 *
 * @param source The file.
 * @returns The arrays by name, and `read`, which gives the numbers of one.
 * @throws TypeError for a source of another type; Error with the code `damaged` for an archive that is cut or lies about its
 * sizes, `unsupported` for encrypted entries and other ways of packing, `memory-limit` for contents beyond 256 MiB.
 * @example
 * const [name] = (await readNpz(new Uint8Array([80, 75, 5, 6, ...new Uint8Array(18)]))).arrays.keys();
 * name === undefined; // true, of an empty archive
 */
export async function readNpz(source: FileSource): Promise<NpzFile> {
  const file = new Bytes(source);
  const entries = new Map((await readZip(file)).filter(({ name }) => name.endsWith(".npy")).map(named));
  const arrays = new Map<string, ArrayEntry>();
  for (const [name, entry] of entries) {
    const { dtype, shape } = await readNpyHeader(await contentsOf(file, entry, headBytes));
    arrays.set(name, { dtype, shape });
  }
  return { kind: "arrays", arrays, read };

  async function read(name: string, options: RowOptions = {}): Promise<NpyFile> {
    const entry = entries.get(name);
    if (entry === undefined) throw noName(name, [...entries.keys()]);
    const contents = await contentsOf(file, entry);
    return { kind: "array", ...(await readArray(contents, await readNpyHeader(contents), options)) };
  }
}

const named = (entry: ZipEntry) => [entry.name.slice(0, -".npy".length), entry] as const;

/** The error for a name that a file does not have. */
export function noName(name: unknown, names: readonly string[]) {
  const near = typeof name === "string" && names.length < 10_000 ? hint(name, names) : "";
  const text = `name must be the name of an array in the file; got ${show(`${name}`)}${near}`;
  return rangeError(text, { code: "range", param: "name", value: name });
}
