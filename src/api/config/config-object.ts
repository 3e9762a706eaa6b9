import { guarded } from "../arguments/check.ts";

/** An object's unknown fields are reported up to this number of names; nobody reads more. */
const mostNames = 64;
const longestName = 64;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** An object in a config file. It knows its path in the file, and which of its fields have been read. */
export class ConfigObject {
  /** Stands before the names of its fields: `"rope_scaling."`. */
  readonly path: string;
  readonly #value: object;
  readonly #asked = new Set<string>();

  constructor(value: object, path = "") {
    this.#value = value;
    this.path = path;
  }

  /** The value of an own field; null counts as left out, as in these files. */
  get(name: string): unknown {
    this.#asked.add(name);
    return guarded(this.path + name, this.#value, () => {
      return Object.hasOwn(this.#value, name)
        ? ((this.#value as Record<string, unknown>)[name] ?? undefined)
        : undefined;
    });
  }

  object(name: string): ConfigObject | undefined {
    const value = this.get(name);
    return isObject(value) ? new ConfigObject(value, `${this.path}${name}.`) : undefined;
  }

  /** The first of these fields that is present, with its path. */
  first(...names: string[]): { value: unknown; path: string } | undefined {
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) return { value, path: this.path + name };
    }
    return undefined;
  }

  /** Names of fields that are objects other than arrays. */
  objectNames(): string[] {
    return this.#names().filter((name) => isObject(this.get(name)) && !Array.isArray(this.get(name)));
  }

  /** Paths of the fields that have not been read, if their name fits. */
  unasked(fits = /./): string[] {
    const names = this.#names().filter((name) => fits.test(name) && !this.#asked.has(name));
    return names
      .filter((name) => this.get(name) !== undefined)
      .map((name) => this.path + name.slice(0, longestName));
  }

  #names(): string[] {
    return guarded(this.path, this.#value, () => Object.keys(this.#value)).slice(0, mostNames * 64);
  }
}
