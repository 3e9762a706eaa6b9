/** Where the queries of a call stand among its keys. */
import { checkNumber, checkWord, type NumberRule, type Unchecked } from "./check.ts";
import { typeError } from "./errors.ts";

const alignments = ["start", "end"] as const;

export type Alignment = (typeof alignments)[number];

interface Counts {
  queries: number;
  keys: number;
}

/** Checks `offset` and `align`, and returns the number of keys before the first query. `causal` is checked elsewhere. */
export function checkOffset(
  { offset, align, causal }: Unchecked<"offset" | "align" | "causal">,
  { queries, keys }: Counts,
  rule: NumberRule,
): number {
  if (align === undefined) {
    // A mask from the first key on would hide nearly all of a cache, and no number would tell.
    if (offset === undefined && causal === true && queries > 0 && queries < keys)
      throw missing(queries, keys);
    return checkNumber("offset", offset, rule);
  }
  const place = checkWord("align", align, alignments);
  if (offset !== undefined) {
    const text = "align and offset exclude each other; leave align out";
    throw typeError(text, { code: "conflict", param: "align", value: align });
  }
  return checkNumber("offset", place === "start" ? 0 : keys - queries, rule);
}

function missing(queries: number, keys: number) {
  const text = `offset is required: the number of keys before the first query, for ${queries} causal queries and ${keys} keys; or give align: "end" if the last query stands at the last key, as with a cache, "start" if the first stands at the first`;
  return typeError(text, { code: "missing", param: "offset", value: undefined });
}
