import { fits, type NumberRule, show } from "../arguments/check.ts";
import { counted } from "../arguments/counted.ts";
import type { Data } from "./resolve.ts";
import { currentWord, type Field, type Fields } from "./rules.ts";

/** Most characters that are read. The longest canonical text, with two lists of 1024 numbers, has 55 000. */
const mostCharacters = 2 ** 16;

/** Further notes are only counted. */
const mostNotes = 20;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads the fields of a text, each once and by its rule. Errors become notes. */
export class TextReader {
  readonly #fields = new Map<string, string>();
  readonly #notes: string[] = [];

  constructor(text: string) {
    if (text.length > mostCharacters) {
      this.note(`only the first ${mostCharacters} of ${text.length} characters were read`);
    }
    for (const [name, value] of new URLSearchParams(text.slice(0, mostCharacters).replace(/^[#?]/, ""))) {
      if (this.#fields.has(name)) this.note(`${show(name)} is given twice; the first counts`);
      else this.#fields.set(name, value);
    }
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  /** The fields that are present, and usual values for required fields that are missing. */
  fields(fields: Fields, prefix = ""): Data {
    const entries = Object.entries(fields).map(
      ([name, field]) => [name, this.#field(prefix + name, field)] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  word<W extends string>(
    name: string,
    words: readonly W[],
    field: Parameters<typeof currentWord>[0] = {},
  ): W | undefined {
    const text = this.#take(name);
    const word = currentWord(field, text) as W | undefined;
    if (word === undefined || words.includes(word)) return word;
    this.note(`${name} ${show(text)} is not a known value`);
    return undefined;
  }

  /** All notes, including one for each field that was not read. */
  finish(): string[] {
    for (const name of this.#fields.keys()) this.note(`${show(name)} is not used`);
    const more = this.#notes.length - mostNotes;
    return more > 0 ? [...this.#notes.slice(0, mostNotes), `and ${more} more notes`] : this.#notes;
  }

  #field(name: string, field: Field): unknown {
    switch (field.kind) {
      case "number":
        if (field.or?.includes(this.#fields.get(name) ?? "")) return this.#take(name);
        return this.#number(name, field) ?? usualOf(field);
      case "word":
        return this.word(name, field.words, field) ?? this.#requiredWord(name, field);
      case "flag": {
        const text = this.word(name, ["true", "false"]);
        return text === undefined ? undefined : text === "true";
      }
      case "list":
        return this.#list(name, field) ?? usualOf(field);
      case "choice": {
        const type = this.word(name, Object.keys(field.of));
        return type === undefined ? undefined : { type, ...this.fields(field.of[type]!, `${name}.`) };
      }
    }
  }

  /** Replaces a missing required word by the first allowed one, with a note, because it may be wrong. */
  #requiredWord(name: string, { words, default: otherwise }: Field & { kind: "word" }): string | undefined {
    if (otherwise !== undefined) return undefined;
    this.note(`${name} is missing; ${show(words[0])} is assumed`);
    return words[0];
  }

  #number(name: string, rule: NumberRule): number | undefined {
    const text = this.#take(name);
    return text === undefined ? undefined : this.#value(name, text, rule);
  }

  #list(name: string, { each, least, most }: Field & { kind: "list" }): number[] | undefined {
    const texts = this.#take(name)?.split(",");
    if (texts === undefined) return undefined;
    if (texts.length < least || texts.length > most) {
      this.note(
        `${name} has ${counted(texts.length, "number")}; expected ${least === most ? "" : `${least} to `}${most}`,
      );
      return undefined;
    }
    const values = texts.map((text, i) => this.#value(`${name}[${i}]`, text, each));
    return values.includes(undefined) ? undefined : (values as number[]);
  }

  #value(name: string, text: string, rule: NumberRule): number | undefined {
    if (!decimal.test(text)) {
      this.note(`${name} ${show(text)} is not a number`);
      return undefined;
    }
    const value = Number(text);
    const taken = fits(value, rule) ? value : clamp(value, rule);
    if (taken !== value) this.note(`${name} ${show(text)} was changed to ${taken}`);
    return taken;
  }

  #take(name: string): string | undefined {
    const text = this.#fields.get(name);
    this.#fields.delete(name);
    return text;
  }
}

/** The value of a required field that is missing. */
function usualOf(field: Field & { kind: "number" | "list" }): unknown {
  const omittable = field.default !== undefined || field.optional || ("sameAs" in field && field.sameAs);
  return omittable ? undefined : field.usual;
}

/** The nearest number that the rule allows. */
function clamp(value: number, { from, to, integer, even }: NumberRule): number {
  const step = even ? 2 : integer ? 1 : 0;
  const inside = Math.min(Math.max(value, from), to);
  return step === 0 ? inside : Math.round(inside / step) * step;
}
