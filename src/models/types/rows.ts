/** The compact table of the atlas: the defaults of the class of each model type. */
import type { Pairing } from "../../api/rotary/pairing.ts";
import { diffusers } from "./rows/diffusers.ts";
import { ownCode } from "./rows/own-code.ts";
import { parts } from "./rows/parts.ts";
import { rotary } from "./rows/rotary.ts";
import { timm, timmSizes } from "./rows/timm.ts";
import { unrotated } from "./rows/unrotated.ts";

/** A model type and the defaults of its class. */
export interface Row {
  readonly type: string;
  /** The pairing of channels, a word for a type that does not rotate, or `parts`. */
  readonly how: string;
  /** The facts of the table by name: `head` → `"128"`. */
  readonly facts: ReadonlyMap<string, string>;
}

/** The pairing for each word of types that rotate. A file may change `interleave`. */
export const pairings: Record<string, Pairing> = {
  halves: "halves",
  interleaved: "interleaved",
  interleave: "interleaved",
};

/** The facts that a list of sizes stands for, in this order. */
const sizes = ["hidden", "heads", "layers", "length", "head"];

/** Reads `head=128 flat 4096,32,32`: facts by name, words, and sizes. */
export const factsIn = (words: readonly string[]): Map<string, string> =>
  new Map(words.flatMap((word) => (/^\d+,/.test(word) ? sizesIn(word) : word === "" ? [] : [factIn(word)])));

function factIn(word: string): [string, string] {
  const at = word.indexOf("=");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}

/** `128k` stands for 128 · 1024. */
const sizesIn = (word: string): [string, string][] =>
  word
    .split(",")
    .flatMap((size, i) =>
      size === "" ? [] : [[sizes[i]!, size.endsWith("k") ? `${Number.parseInt(size) * 1024}` : size]],
    );

/**
 * Reads lines such as `halves 4096,32,32 flat: llama olmo`: facts, and the types that they hold for. A line that begins with a
 * space continues the one before. In facts `*` stands for the type; `{a,b}_c` for `a_c` and `b_c`; and `a:192,3,12` is a type
 * with sizes of its own.
 *
 * @param sizesOf Words in the names of types that have no sizes, and what they stand for.
 */
export function* rowsIn(text: string, sizesOf: Record<string, string> = {}): Generator<Row> {
  const names = Object.keys(sizesOf);
  for (const line of text.trim().split(/\n(?! )/)) {
    const [, shared = "", types = ""] = /^(.+?):\s(.+)$/s.exec(line) ?? [];
    const [how = "", ...facts] = shared.split(" ");
    for (const word of types.trim().split(/\s+/).flatMap(spelled)) {
      const [type = "", own] = word.split(":");
      const size = own ?? sizesOf[names.find((name) => type.includes(`_${name}_`)) ?? ""] ?? "";
      const all = [...facts.map((fact) => fact.replace("=*", `=${type}`)), ...size.split(" ")];
      yield { type, how, facts: factsIn(how === "parts" ? all.map(partIn) : all) };
    }
  }
}

/** Spells the name of the field that holds a part: `text=llama` as `text_config=llama`; an encoder and a decoder have no suffix. */
const partIn = (fact: string) => fact.replace(/^(?!(en|de)coder(=|$)|\w+_config)\w+/, "$&_config");

/** Spells `{a,b}_c` as `a_c` and `b_c`. */
function spelled(word: string): string[] {
  const [before = "", among, after = ""] = word.split(/[{}]/);
  return among === undefined ? [word] : among.split(",").map((one) => before + one + after);
}

const everyRow = (): Row[] => [
  ...[rotary, ownCode, parts, diffusers, unrotated].flatMap((text) => [...rowsIn(text)]),
  ...rowsIn(timm, timmSizes),
];

let table: ReadonlyMap<string, Row> | undefined;

/** All rows by their types. The table is parsed at the first call. */
export function rows(): ReadonlyMap<string, Row> {
  table ??= new Map(everyRow().map((row) => [row.type, row]));
  return table;
}

/** The row of a model type. */
export const rowOf = (type: unknown): Row | undefined => rows().get(type as string);
