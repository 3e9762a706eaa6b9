import { guarded } from "../../api/arguments/check.ts";

/** More fields than any config has. */
export const mostNames = 4096;
const longestName = 64;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item, i) => item === b[i])
    : a === b;

/** By a field's name, other names that the class takes for it. If a file has both, the other name counts. */
type OtherNames = Readonly<Record<string, readonly string[]>>;

/** An object in a config file, which knows its path in the file. */
export class ConfigObject {
  /** Stands before the names of its fields: `"rope_scaling."`. */
  readonly path: string;
  readonly #value: object;
  readonly #otherNames: OtherNames;
  #keys: readonly string[] | undefined;

  constructor(value: object, path = "", otherNames: OtherNames = {}) {
    this.#value = value;
    this.path = path;
    this.#otherNames = otherNames;
  }

  /** Whether both are the same object of a file. */
  isSame(other: ConfigObject): boolean {
    return this.#value === other.#value;
  }

  /** The same object with fields that its class finds under other names, too. */
  withNames(otherNames: OtherNames): ConfigObject {
    return new ConfigObject(this.#value, this.path, otherNames);
  }

  /** The same object with other values of fields. */
  withFields(fields: object): ConfigObject {
    return new ConfigObject({ ...this.#value, ...fields }, this.path, this.#otherNames);
  }

  /** The value of an own field; null counts as left out, as in these files. */
  get(name: string): unknown {
    return this.#peek(name) ?? undefined;
  }

  /** The value under the field's own name. A class makes fields of others before it looks at other names. */
  under(name: string): unknown {
    return this.#own(name) ?? undefined;
  }

  /** Whether a field is present and null. */
  isNull(name: string): boolean {
    return this.#peek(name) === null;
  }

  /** The object in a field. */
  object(name: string): ConfigObject | undefined {
    const value = this.get(name);
    return isObject(value) ? new ConfigObject(value, `${this.path}${this.#nameOf(name)}.`) : undefined;
  }

  /** The first of these fields that is present, with its path. */
  first(...names: readonly string[]): { value: unknown; path: string } | undefined {
    for (const name of names) {
      const value = this.get(name);
      if (value !== undefined) return { value, path: this.path + this.#nameOf(name) };
    }
    return undefined;
  }

  /** Names of fields that are objects other than arrays. */
  objectNames(): string[] {
    return this.#names(mostNames).filter((name) => isObject(this.#peek(name)));
  }

  /** Names of the fields that fit and are not null. */
  names(fits: RegExp): string[] {
    return this.#names(mostNames).filter(
      (name) => fits.test(name) && (this.#peek(name) ?? undefined) !== undefined,
    );
  }

  /** Names of the fields that fit, are not null and are none of those that are known. */
  namesBut(known: ReadonlySet<string>, fits = /./): string[] {
    return this.names(fits).filter((name) => !known.has(name));
  }

  /** Whether two objects have the same fields; objects in them count as different. */
  sameAs(other: ConfigObject): boolean {
    const names = this.names(/./);
    return (
      names.length === other.names(/./).length &&
      names.every((name) => isSame(this.#peek(name), other.#peek(name)))
    );
  }

  /** The path of a field in the file. */
  pathOf(name: string): string {
    return this.path + this.#nameOf(name).slice(0, longestName);
  }

  /** Whether the object has more fields than are looked through. */
  get isCut(): boolean {
    return this.#names().length > mostNames;
  }

  #peek(name: string): unknown {
    return this.#own(this.#nameOf(name));
  }

  /** The name that a field has in the file. */
  #nameOf(name: string): string {
    const others = Object.hasOwn(this.#otherNames, name) ? this.#otherNames[name]! : [];
    return others.find((other) => this.#own(other) !== undefined) ?? name;
  }

  #own(name: string): unknown {
    return guarded(this.path + name, this.#value, () =>
      Object.hasOwn(this.#value, name) ? (this.#value as Record<string, unknown>)[name] : undefined,
    );
  }

  #names(most?: number): readonly string[] {
    this.#keys ??= guarded(this.path, this.#value, () => Object.keys(this.#value));
    return this.#keys.slice(0, most);
  }
}
