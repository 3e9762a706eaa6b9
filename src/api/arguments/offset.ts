/** The place of a call's queries among its keys. */
import { checkNumber, checkWord, type NumberRule, type Unchecked } from "./check.ts";
import { typeError } from "./errors.ts";

const alignments = ["start", "end"] as const;

export type Alignment = (typeof alignments)[number];

interface Counts {
  queries: number;
  keys: number;
}

/**
 * Checks `offset` and `align`, and returns the number of keys before the first query.
 *
 * @param needed The option that makes the place of queries matter. With it a place must be given if queries are fewer than keys.
 */
export function checkOffset(
  { offset, align }: Unchecked<"offset" | "align">,
  { queries, keys }: Counts,
  rule: NumberRule,
  needed?: string | undefined,
): number {
  if (align === undefined) {
    // A mask aligned to the first key would hide nearly all of a cache, and the results would not show it.
    if (offset === undefined && needed !== undefined && queries > 0 && queries < keys)
      throw missing(needed, queries, keys);
    return checkNumber("offset", offset, rule);
  }
  const place = checkWord("align", align, alignments);
  if (offset !== undefined) {
    const text = "align and offset exclude each other; leave align out";
    throw typeError(text, { code: "conflict", param: "align", value: align });
  }
  return checkNumber("offset", place === "start" ? 0 : keys - queries, rule);
}

function missing(needed: string, queries: number, keys: number) {
  const text = `offset is required: with ${needed}, ${queries} queries and ${keys} keys, pass the number of keys before the first query; or pass align: "end" if the last query is at the last key, as with a cache, or align: "start" if the first query is at the first key`;
  return typeError(text, { code: "missing", param: "offset", value: undefined });
}
