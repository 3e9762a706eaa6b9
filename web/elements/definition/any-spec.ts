/** The attribute of figures of any encoding. */
import {
  formatSpec,
  type MethodName,
  parseSpec,
  presets,
  type ResolvedSpec,
} from "../../../src/entries/encodings.ts";
import { hasPicture } from "../../methods/methods.ts";
import { type Encoding, presetImage } from "./encoding.ts";
import { notShown, type TextRule, text } from "./rules.ts";
import { presetNames, spelled } from "./spelled.ts";

/**
 * The encoding of a text such as `preset=llama-3.1`, `method=alibi` or `alibi`. A mistake throws, because the page's
 * author writes attributes; in a link it only adds a note.
 */
export function specOf(spec: string): ResolvedSpec {
  const { spec: known, notes } = parseSpec(spelled(spec));
  if (notes.length > 0) throw notShown(`The spec "${spec}" was not understood: ${notes.join("; ")}.`, spec);
  return known;
}

/**
 * The encoding of a figure that can show any of several methods. The attribute `spec` holds it as text.
 *
 * @param initial - the encoding if the attribute is left out
 * @param doc - the allowed encodings, in a sentence
 * @param shown - checks the encoding for the figure; throws if the figure cannot show it
 */
export const anySpec = <S extends ResolvedSpec<MethodName>>(
  initial: string,
  doc: string,
  shown: (spec: ResolvedSpec) => S,
): Encoding<{ spec: TextRule }, { encoding: S }> => ({
  rules: { spec: text({ default: initial, doc }) },
  property: "encoding",
  derive: ({ spec }) => ({ encoding: shown(specOf(spec)) }),
  specText: ({ spec }) => spelled(spec),
  /** Strangers write links, so fields that cannot be used are replaced, with a note. */
  readSpec(fields) {
    const { spec, notes } = parseSpec(fields);
    if (fields === "") return { values: {}, notes };
    return { values: { spec: notes.length === 0 ? fields : formatSpec(spec) }, notes };
  },
  fallback({ spec }) {
    const [name] = presetNames.filter((name) => spelled(spec) === `preset=${name}`);
    if (name === undefined || !hasPicture(presets[name].spec.method)) return "";
    return presetImage(name, `The encoding of ${presets[name].title}`);
  },
});
