/** The compact table of the atlas: the defaults of the class of each model type. */
import { diffusers } from "./rows/diffusers.ts";
import { ownCode } from "./rows/own-code.ts";
import { parts } from "./rows/parts.ts";
import { rotary } from "./rows/rotary.ts";
import { sees } from "./rows/sees.ts";
import { timm } from "./rows/timm.ts";
import { unrotated } from "./rows/unrotated.ts";

/** A model type and the defaults of its class. */
export interface Row {
  readonly type: string;
  /** The pairing of channels, a word for a type that does not rotate, or `parts`. */
  readonly how: string;
  /** The facts of the table by name: `head` → `"128"`. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Reads `llama halves hidden=4096 heads=32`: the type, its word, and its facts. */
function rowIn(line: string): Row {
  const [type = "", how = "", ...facts] = line.split(" ");
  return { type, how, facts: factsIn(facts) };
}

export const factsIn = (words: readonly string[]): Map<string, string> =>
  new Map(
    words.map((word) => {
      const at = word.indexOf("=");
      return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );

function* lines(): Generator<string> {
  const seen = new Map(
    Object.entries(sees).flatMap(([word, types]) => types.split(/\s+/).map((type) => [type, word])),
  );
  for (const text of [rotary, ownCode, parts, diffusers])
    for (const line of text.trim().split("\n")) yield line;
  for (const [how, types] of Object.entries(unrotated)) {
    const [word, ...facts] = how.split(" ");
    for (const type of types.trim().split(/\s+/))
      yield [type, word, ...facts, `sees=${seen.get(type) ?? "?"}`].join(" ");
  }
}

/** Reads `name:768,12,12`: width, heads and layers. */
function* timmLines(): Generator<string> {
  for (const [how, types] of Object.entries(timm))
    for (const type of types.trim().split(/\s+/)) {
      const [name, hidden, heads, layers] = type.split(/[:,]/);
      yield `${name} ${how} hidden=${hidden} heads=${heads} layers=${layers} sees=both`;
    }
}

let table: ReadonlyMap<string, Row> | undefined;

/** All rows by their types. The table is parsed at the first call. */
export function rows(): ReadonlyMap<string, Row> {
  table ??= new Map([...lines(), ...timmLines()].map(rowIn).map((row) => [row.type, row]));
  return table;
}

/** The row of a model type. */
export const rowOf = (type: unknown): Row | undefined => rows().get(type as string);
