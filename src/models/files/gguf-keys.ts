/** The keys of a .gguf file that belong to its architecture, and which of them were read: by `gguf-config.ts` and `gguf-layers.ts`. */
import type { GgufValue } from "./gguf.ts";

/** The keys of an architecture, and which of them have been read. */
export class Keys {
  readonly architecture: string;
  readonly #metadata: ReadonlyMap<string, GgufValue>;
  readonly #read = new Set<string>();
  /** Keys of sizes that are not sizes. */
  readonly #wrong: string[] = [];

  constructor(metadata: ReadonlyMap<string, GgufValue>) {
    this.#metadata = metadata;
    const name = metadata.get("general.architecture");
    this.architecture = typeof name === "string" ? name : "";
  }

  /** The value of a key that is not read by that. */
  peek(name: string): GgufValue | undefined {
    return this.#metadata.get(`${this.architecture}.${name}`);
  }

  get(name: string): GgufValue | undefined {
    const key = `${this.architecture}.${name}`;
    this.#read.add(key);
    return this.#metadata.get(key);
  }

  /** A number, or the one number of a list with an item for each layer. */
  number(name: string): number | undefined {
    const value = this.get(name);
    const values = Array.isArray(value) ? new Set(value) : new Set([value]);
    const [only] = values;
    if (values.size === 1 && typeof only === "number") return only;
    if (value !== undefined) this.#read.delete(`${this.architecture}.${name}`);
    return undefined;
  }

  /** A whole number from 1 to 2^53. Any other number counts as not understood. */
  size(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= 2 ** 53)) return value;
    this.#wrong.push(`${this.architecture}.${name}`);
    return undefined;
  }

  /** The keys that were not understood: those that match `fits` or count heads and were not read, and sizes with a wrong value. */
  unread(fits: RegExp): string[] {
    const own = [...this.#metadata.keys()].filter((key) => key.startsWith(`${this.architecture}.`));
    const byLayer = /\.attention\.head_count(_kv)?$/;
    return own
      .filter(
        (key) => this.#wrong.includes(key) || ((fits.test(key) || byLayer.test(key)) && !this.#read.has(key)),
      )
      .map((key) => key.slice(0, 64));
  }
}
