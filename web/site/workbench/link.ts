/** A short input in the fragment of the page's address: `#input?text=…&expected=…`. Strangers write links, too. */
import type { Known } from "./job.ts";

/** What a link may hold, in characters as the address has them. */
export const LONGEST = 6000;

const START = "#input?";

export interface Linked extends Known {
  readonly text: string;
}

/** The fragment; undefined if it would be too long. */
export function fragmentOf({ text, ...known }: Linked): string | undefined {
  const fields = Object.entries({ text, ...known }).filter(([, value]) => value !== "");
  const fragment = `${START}${new URLSearchParams(fields)}`;
  return fragment.length <= LONGEST ? fragment : undefined;
}

/** The input of a fragment; undefined if it has none. */
export function inputOf(fragment: string): Linked | undefined {
  if (!fragment.startsWith(START) || fragment.length > LONGEST) return undefined;
  const fields = new URLSearchParams(fragment.slice(START.length));
  const text = fields.get("text");
  if (text === null) return undefined;
  const of = (name: keyof Known) => fields.get(name) ?? "";
  return {
    text,
    ...{
      as: of("as"),
      expected: of("expected"),
      length: of("length"),
      dtype: of("dtype"),
      engines: of("engines"),
    },
  };
}

/** The museum's piece of a fragment such as `#museum?piece=3`. */
export function pieceOf(fragment: string): number | undefined {
  const [, digits] = /^#museum\?piece=(\d{1,3})$/.exec(fragment) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
