import { guarded } from "../arguments/check.ts";

/** Of an object's unknown names; nobody reads more. */
const mostNames = 64;
const longestName = 64;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** An object of a config file, with its place in the file, of which the names that were asked for are known. */
export class ConfigObject {
  /** Before the names of its fields: `"rope_scaling."`. */
  readonly path: string;
  readonly #value: object;
  readonly #asked = new Set<string>();

  constructor(value: object, path = "") {
    this.#value = value;
    this.path = path;
  }

  /** A field of its own; null counts as left out, as the files have it. */
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

  /** The first of some fields that is there, with its path. */
  first(...names: string[]): { value: unknown; path: string } | undefined {
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) return { value, path: this.path + name };
    }
    return undefined;
  }

  /** Names of fields that are objects, and no lists. */
  objectNames(): string[] {
    return this.#names().filter((name) => isObject(this.get(name)) && !Array.isArray(this.get(name)));
  }

  /** Paths of fields that nobody has asked for, among those whose name fits. */
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
