import { parseSpec, type ResolvedSpec } from "../../../src/api/full.ts";

/**
 * The encoding that a text such as `preset=llama-3.1` or `method=alibi` means. An attribute is written by the page's
 * author, so what a link would let pass with a note is refused here.
 */
export function specOf(text: string): ResolvedSpec {
  const { spec, notes } = parseSpec(text);
  if (notes.length > 0) throw new RangeError(`The spec "${text}" is not understood: ${notes.join("; ")}.`);
  return spec;
}
