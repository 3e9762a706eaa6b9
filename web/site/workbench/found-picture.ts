import { divergingPalette } from "posenc";
import type { Diagnosis } from "posenc/diagnose";
import { divergingColours } from "../../plot/cells.ts";
import { formatRough } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";

/** The colours of −1 and of 1, which fade to nothing at 0: so they suit a light page and a dark one. */
export function fadingPalette(): Uint8ClampedArray {
  const palette = divergingPalette();
  const last = palette.length - 4;
  const middle = last / 8; // entries from the middle to an end
  return palette.map((_, at) => {
    const [entry, channel] = [Math.floor(at / 4), at % 4];
    if (channel === 3) return Math.round((255 * Math.abs(entry - middle)) / middle);
    return palette[(entry < middle ? 0 : last) + channel] as number;
  });
}

/** What was found, what was expected, and their difference: three small pictures of the same entries. */

type Picture = NonNullable<Diagnosis["picture"]>;

export function foundPicture({ picture, comparison }: Diagnosis): HTMLElement[] {
  if (picture === null || picture.rows.length === 0 || picture.columns.length === 0) return [];
  const { found, expected } = picture;
  const difference = found.map((value, at) => value - (expected[at] ?? Number.NaN));
  const most = (values: readonly number[]) =>
    values.reduce((largest, value) => Math.max(largest, Number.isFinite(value) ? Math.abs(value) : 0), 0) ||
    1;
  const limit = Math.max(most(found), most(expected));
  const worst = comparison?.worst ?? null;
  const place =
    worst === null
      ? ""
      : ` Worst entry: row ${worst.row}, column ${worst.column}, found ${formatRough(worst.found, 4)}, expected ${formatRough(worst.expected, 4)}.`;
  const largest = difference.some((value) => value !== 0) ? formatRough(most(difference)) : "0";
  return [
    node(
      "figure",
      { class: "three" },
      panel("found", picture, found, limit),
      panel("expected", picture, expected, limit),
      panel("difference", picture, difference, limit),
      node(
        "figcaption",
        {},
        `Rows ${ends(picture.rows)} downwards, columns ${ends(picture.columns)} to the right; blue is negative, orange positive. The largest difference here is ${largest}.${place}`,
      ),
    ),
  ];
}

/** "0 to 47" */
const ends = (list: readonly number[]): string => `${list[0]} to ${list.at(-1)}`;

function panel(
  name: string,
  { rows, columns }: Picture,
  values: readonly number[],
  limit: number,
): HTMLElement {
  const canvas = node("canvas", {
    role: "img",
    "aria-label": `${name}: ${rows.length} × ${columns.length} entries`,
    width: columns.length,
    height: rows.length,
  });
  const colours = divergingColours(Float32Array.from(values), limit, fadingPalette());
  canvas.getContext("2d")?.putImageData(new ImageData(colours, columns.length, rows.length), 0, 0);
  return node("div", {}, node("span", { "aria-hidden": "true" }, name), canvas);
}
