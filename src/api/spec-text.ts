import { fits, type NumberRule, show, wrongType } from "./check.ts";
import { presets } from "./presets.ts";
import {
  checkSpec,
  layoutNames,
  methods,
  numberFields,
  presetNames,
  type ResolvedSpec,
  type Spec,
} from "./spec.ts";

/** What a link that lost its width gets: the width of the paper's base model. */
const usualWidth = 512;

/** Characters of a text that are looked at; a spec in canonical form has about 70. */
const mostCharacters = 2000;

/**
 * The canonical text of a spec, for a link's fragment: every field, in one order, as a query string.
 *
 * @param spec A {@link Spec}.
 * @returns For example `method=sinusoidal&dModel=512&base=10000&layout=interleaved`.
 * @throws As {@link checkSpec} does.
 * @example
 * formatSpec({ preset: "marian", dModel: 512 }); // "method=sinusoidal&dModel=512&base=10000&layout=halves"
 */
export function formatSpec(spec: Spec): string {
  return Object.entries(checkSpec(spec))
    .map(([name, value]) => `${name}=${String(value).replace("+", "")}`)
    .join("&");
}

/**
 * Reads the text of a spec that may come from anywhere, such as a link: what cannot be used is replaced, and a note
 * says so.
 *
 * @param text A query string, as {@link formatSpec} makes it; `preset` may stand for the fields it names.
 * @returns The spec, and one sentence for each thing that was not taken as it stood.
 * @throws TypeError when `text` is not a string; never because of its content.
 * @example
 * parseSpec("dModel=7.5").notes; // ["dModel 7.5 became 8"]
 */
export function parseSpec(text: string): { spec: ResolvedSpec; notes: string[] } {
  if (typeof text !== "string") throw wrongType("text", "a string", text);
  const reader = new SpecReader(text);
  const preset = reader.word("preset", presetNames);
  const from = preset === undefined ? undefined : presets[preset].spec;
  const spec: ResolvedSpec = Object.freeze({
    method: reader.word("method", methods) ?? "sinusoidal",
    dModel: reader.number("dModel", numberFields.dModel) ?? usualWidth,
    base: from?.base ?? reader.number("base", numberFields.base) ?? numberFields.base.default,
    layout: from?.layout ?? reader.word("layout", layoutNames) ?? "interleaved",
  });
  return { spec, notes: reader.finish() };
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The fields of a text, each taken once; what is wrong with them becomes a note. */
class SpecReader {
  readonly #fields = new Map<string, string>();
  readonly #notes: string[] = [];

  constructor(text: string) {
    if (text.length > mostCharacters) {
      this.#notes.push(`only the first ${mostCharacters} of ${text.length} characters were read`);
    }
    for (const [name, value] of new URLSearchParams(text.slice(0, mostCharacters).replace(/^[#?]/, ""))) {
      if (this.#fields.has(name)) this.#notes.push(`${show(name)} is given twice; the first counts`);
      else this.#fields.set(name, value);
    }
  }

  word<W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.#take(name);
    if (value === undefined || words.includes(value as W)) return value as W | undefined;
    this.#notes.push(`${name} ${show(value)} is not known`);
    return undefined;
  }

  number(name: string, rule: NumberRule): number | undefined {
    const text = this.#take(name);
    if (text === undefined) return undefined;
    if (!number.test(text)) {
      this.#notes.push(`${name} ${show(text)} is not a number`);
      return undefined;
    }
    const value = Number(text);
    const taken = fits(value, rule) ? value : clamp(value, rule);
    if (taken !== value) this.#notes.push(`${name} ${show(text)} became ${taken}`);
    return taken;
  }

  finish(): string[] {
    for (const name of this.#fields.keys()) this.#notes.push(`${show(name)} is not used`);
    return this.#notes;
  }

  #take(name: string): string | undefined {
    const value = this.#fields.get(name);
    this.#fields.delete(name);
    return value;
  }
}

/** The nearest number that fits. */
function clamp(value: number, { from, to, integer, even }: NumberRule): number {
  const step = even ? 2 : integer ? 1 : 0;
  const inside = Math.min(Math.max(value, from), to);
  return step === 0 ? inside : Math.round(inside / step) * step;
}
