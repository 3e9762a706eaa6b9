import { formatSpec, parseSpec } from "../../../src/entries/encodings.ts";
import type { ShownMethod } from "../../methods/methods.ts";
import type { PartMaker } from "../definition/definition.ts";
import { spelled } from "../definition/spelled.ts";
import { ENCODINGS, encodingChoice, type NamedEncoding } from "./encoding-choice.ts";

/** The encoding of a spec's text, which may list all fields, as links do; undefined if it has no name. */
export function namedEncoding(text: string): NamedEncoding | undefined {
  const spec = spelled(text);
  const same = ENCODINGS.find((encoding) => encoding.spec === spec);
  if (same) return same;
  const fields = (given: string) => formatSpec(parseSpec(given).spec);
  const wanted = fields(spec);
  return ENCODINGS.find((encoding) => fields(encoding.spec) === wanted);
}

/**
 * The menu for the attribute `spec` of a figure.
 * @param also - other properties to set with it
 */
export const encodingMenu =
  (
    label: string,
    shown: readonly ShownMethod[],
    also: Readonly<Record<string, unknown>> = {},
  ): PartMaker<{ spec: string }, unknown> =>
  (figure) => {
    const { element, show } = encodingChoice(label, shown, (spec) =>
      Object.assign(figure, { ...also, spec }),
    );
    return { element, show: () => show(namedEncoding(figure.spec)) };
  };
