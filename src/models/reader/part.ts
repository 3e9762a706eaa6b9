/** A part of a file with its own layers. Its facts come from the file; the defaults come from its class. */
import { show } from "../../api/arguments/check.ts";
import { type Defaults, defaultsOf, isOfTransformers } from "../types/defaults.ts";
import { type Config, type Fact, fieldsOf, isCount, isWhole, mostCounted, mostOf } from "../types/facts.ts";
import { otherNamesOf } from "../types/other-names.ts";
import { isModel, type ModelRow, type NamedRow, type OpenFact, type OptionalFact } from "../types/row.ts";
import type { ConfigObject } from "./config-object.ts";

/** A value and its origin: a path in the file, or the class. */
export interface Found {
  value: unknown;
  path: string;
}

export class Part implements Config {
  readonly file: ConfigObject;
  /** Undefined if the type is not in the atlas. */
  readonly type: string | undefined;
  readonly row: ModelRow | undefined;
  /** Paths of the fields that were not understood. */
  readonly unknown: string[] = [];
  /** Sentences about them. */
  readonly notes: string[] = [];
  /** Facts of all layers that a field which is not read may change. */
  readonly touched = new Set<OpenFact>();
  /** The origin of each fact that was used. */
  readonly sources: Record<string, string> = {};
  /** The defaults of its class. */
  readonly defaults: Defaults;
  readonly #names = new Map<Fact, readonly string[]>();

  /** @param given Defaults of the model around the part. They take precedence over those of the part's class. */
  constructor(file: ConfigObject, named: NamedRow | undefined, given: Defaults = {}) {
    if (isModel(named?.row)) [this.type, this.row] = [named!.type, named!.row as ModelRow];
    this.file = this.type === undefined ? file : asRead(file, this.type, this.row?.objects);
    this.defaults = { ...(this.type === undefined ? {} : defaultsOf(this.type)), ...given };
  }

  said(field: string): unknown {
    return this.file.get(field);
  }

  inside(object: string, field: string): unknown {
    return this.file.object(object)?.get(field);
  }

  get(field: string): unknown {
    return this.file.get(field) ?? this.defaults[field] ?? undefined;
  }

  /** The class's default of a field. */
  standard(field: string): Found | undefined {
    const value = this.defaults[field] ?? undefined;
    return value === undefined ? undefined : { value, path: `${field} of ${this.type}` };
  }

  /** The value of a fact in the file. */
  inFile(fact: Fact): Found | undefined {
    return this.file.first(...this.namesOf(fact));
  }

  /** The value of a fact in the file, or else the default of the class. */
  find(fact: Fact): Found | undefined {
    return this.inFile(fact) ?? this.standardOf(fact);
  }

  /** The same of a fact that is used: its path is among the part's sources. */
  fact(fact: Fact): Found | undefined {
    return this.use(fact, this.find(fact));
  }

  /** Notes where a fact that is used comes from. */
  use(fact: Fact, found: Found | undefined): Found | undefined {
    if (found !== undefined) this.sources[fact] = found.path;
    return found;
  }

  value(fact: Fact): unknown {
    return this.fact(fact)?.value;
  }

  /** The value of a fact if it is a number. */
  number(fact: Fact): number | undefined {
    const value = this.value(fact);
    return typeof value === "number" ? value : undefined;
  }

  /** The value of a fact that counts something; undefined if no number of heads, channels, layers or tokens is there. */
  size(fact: Fact): number | undefined {
    const value = this.value(fact);
    return isWhole(value, mostOf[fact] ?? mostCounted) ? value : undefined;
  }

  /** Lists the fields that should count something and do not. A list has a number for each layer or stage. */
  reportSizes(): void {
    for (const [fact, to] of Object.entries(mostOf) as [Fact, number][]) {
      const said = this.inFile(fact);
      if (said === undefined || (fact === "window" && this.said("use_sliding_window") === false)) continue;
      const values = Array.isArray(said.value) ? said.value.slice(0, mostCounted) : [said.value];
      if (values.length > 0 && values.every((value) => isWhole(value, to))) continue;
      const wrong = values.length === 0 ? said.value : values.find((value) => !isWhole(value, to));
      this.misses(said.path, `${said.path} must be a whole number from 1 to ${to}; got ${show(wrong)}`);
    }
  }

  /** Whether a value from a field is a number of heads, channels or layers. If not, lists the field. */
  counts(value: unknown, path: string): value is number {
    if (isCount(value)) return true;
    this.misses(path, `${path} must be a whole number from 1 to ${mostCounted}; got ${show(value)}`);
    return false;
  }

  isNull(fact: Fact): boolean {
    return this.nullOf(fact) !== undefined;
  }

  /** The field of a fact that is null in the file. */
  nullOf(fact: Fact): string | undefined {
    return this.namesOf(fact).find((name) => this.file.isNull(name));
  }

  /** The names that a fact has in files of the type. */
  namesOf(fact: Fact): readonly string[] {
    const known = this.#names.get(fact) ?? this.#findNames(fact);
    this.#names.set(fact, known);
    return known;
  }

  #findNames(fact: Fact): readonly string[] {
    const own = this.row?.fields?.[fact];
    if (own !== undefined) return [own];
    if (!this.#isStrict(fact)) return fieldsOf[fact];
    const [first, ...others] = fieldsOf[fact].filter((name) => this.has(name));
    if (first === undefined) return fieldsOf[fact].slice(0, 1).filter((name) => !this.#isRenamed(name));
    // Another name means another thing, unless the class takes one for the other.
    const same = otherNamesOf(this.type!);
    return [
      first,
      ...others.filter((name) => same[name]?.includes(first)),
      ...fieldsOf[fact].filter((name) => same[first]?.includes(name)),
    ];
  }

  /** The usual names of a fact that the class does not read. */
  namesNotRead(fact: Fact): readonly string[] {
    const read = this.namesOf(fact);
    return this.#isStrict(fact)
      ? fieldsOf[fact].filter((name) => !read.includes(name) && !this.has(name) && !this.#isRenamed(name))
      : [];
  }

  /** Whether the class takes the name for another field. */
  #isRenamed(name: string): boolean {
    return Object.values(otherNamesOf(this.type!)).some((names) => names.includes(name));
  }

  /** Whether the class is one of transformers, which reads no name of the fact but its own. It renames older names of a rotation's fields. */
  #isStrict(fact: Fact): boolean {
    return this.type !== undefined && isOfTransformers(this.type) && mostOf[fact] !== undefined;
  }

  /** Whether the class has a field of this name. */
  has(field: string): boolean {
    return Object.hasOwn(this.defaults, field);
  }

  /** Whether the class reads a fact. A class that is not in the atlas may read any. */
  reads(fact: OptionalFact): boolean {
    return this.row === undefined || (this.row.reads?.includes(fact) ?? false);
  }

  misses(path: string, sentence: string): void {
    if (!this.unknown.includes(path)) this.unknown.push(path);
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }

  /** The default of the class for a fact. */
  standardOf(fact: Fact): Found | undefined {
    const value = this.namesOf(fact)
      .map((name) => this.defaults[name])
      .find((one) => one !== undefined && one !== null);
    return value === undefined ? undefined : { value, path: `${fact} of ${show(this.type)}` };
  }
}

/** A file as its class reads it: under other names, too, and from objects that the class has made of the fields. */
function asRead(file: ConfigObject, type: string, objects: ModelRow["objects"] = {}): ConfigObject {
  // The class makes the objects of its fields before it looks at other names.
  const made = new Set(Object.values(objects).flatMap((fields) => Object.values(fields)));
  const names = Object.fromEntries(Object.entries(otherNamesOf(type)).filter(([own]) => !made.has(own)));
  const values = Object.entries(objects).flatMap(([object, fields]) => {
    const own = file.object(object);
    return Object.entries(own === undefined ? {} : fields).map(([from, to]) => [to, own!.get(from)]);
  });
  return (values.length > 0 ? file.withFields(Object.fromEntries(values)) : file).withNames(names);
}
