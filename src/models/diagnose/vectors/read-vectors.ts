/** Reads vectors before and after positions were applied. */

import { checkFlag, checkNumber, checkWord } from "../../../api/arguments/check.ts";
import { counted } from "../../../api/arguments/counted.ts";
import { typeError } from "../../../api/arguments/errors.ts";
import { cannotTell, type Diagnosis } from "../findings/diagnosis.ts";
import { type Ordered, ordersOf } from "../input/inputs.ts";
import { lengthError, type NumberAxes, readAxes, readPositions } from "../input/read.ts";
import { type Context, type Input, shapeOf, widthOf } from "../input/read-input.ts";
import { fewestFaults, specsOf } from "../tables/read-expected.ts";
import { isRefutable, mayBeRotation } from "./free-rotation.ts";
import { diagnoseOrdered } from "./rotated.ts";

export function ofVectors(input: Input, { scaled, print, expected, allow }: Context): Diagnosis {
  const heads =
    input.heads === undefined
      ? undefined
      : checkNumber("heads", input.heads, { from: 1, to: 65536, integer: true });
  const order =
    input.order === undefined ? undefined : checkWord("order", input.order, ["heads-first", "tokens-first"]);
  const [before, after] = [vectorsIn("before", input, heads), vectorsIn("after", input, heads)];
  if (before.shape.join() !== after.shape.join())
    throw lengthError(
      "after",
      `${before.shape.join(" × ")} numbers, as before; got ${after.shape.join(" × ")}`,
      after.values.length,
    );
  const given = input.positions;
  const tokens = given === undefined ? undefined : countOf(given);
  const open = ordersOf(before, after, { order, tokens, heads });
  if (open.length === 0) {
    const sides = before.shape.slice(0, -1).filter((side) => side !== 1);
    throw lengthError(
      "positions",
      `${sides.join(" or ") || 1} entries, one for each token; got ${tokens}`,
      tokens,
    );
  }
  const [first] = open as [Ordered];
  const specs = specsOf(expected, { rows: first.before.tokens, columns: first.before.width });
  const counts = specs?.specs.flatMap((each) => each.heads ?? []) ?? [];
  // (heads, 1, width) of one token has the axes of (tokens, 1, width) of one head.
  const isOneRow = given === undefined && order === undefined && before.shape.length > 2;
  const ofOneToken =
    isOneRow && before.shape.at(-2) === 1 ? ordersOf(before, after, { order: "heads-first", heads }) : [];
  const told = [...open, ...ofOneToken].filter((each) => counts.includes(each.before.heads));
  const orders = told.length > 0 ? told : open;
  const known = scaled === undefined ? undefined : checkFlag("scaled", scaled, false);
  const foundIn = (ordered: Ordered) => {
    const positions = readPositions(given, ordered.before.tokens);
    const common = { positions, assumed: given === undefined, scaled: known, print, allow };
    return diagnoseOrdered([ordered], specs?.specs ?? [], common, orders.length > 1);
  };
  const found = fewestFaults(orders.map(foundIn));
  const faults = found.findings.filter(({ severity }) => severity === "fault");
  if (faults.length > 0 && told.length === 0 && ofOneToken.some((each) => foundIn(each).comparison?.equal)) {
    const why =
      "several heads of one token look like several tokens of one head: give `order` or `positions`";
    return cannotTell("The change of the vectors", why);
  }
  if (specs !== undefined || faults.length === 0 || !faults.every(({ name }) => isRefutable(name)))
    return found;
  if (!orders.some((ordered) => mayBeRight(ordered, given, print))) return found;
  const why = "within the precision of the numbers it is a rotation, but they do not tell its frequencies";
  return cannotTell("The change of the vectors", why);
}

/** Whether some rotation makes the vectors, within their precision. */
const mayBeRight = ({ before, after }: Ordered, given: unknown, print: Context["print"]): boolean =>
  mayBeRotation({
    before,
    after,
    print,
    positions: readPositions(given, before.tokens),
    assumed: given === undefined,
  });

/** Vectors of heads, tokens and channels; a flat list needs the width. */
function vectorsIn(param: "before" | "after", input: Input, heads: number | undefined): NumberAxes {
  const [width, shape] = [widthOf(input), shapeOf(input)];
  const read = readAxes(param, input[param], { width, shape });
  const isFlat = shape === undefined && width === undefined && read.shape.length === 1;
  if (isFlat)
    throw typeError(`width is required: the channels of a head, as ${param} is flat`, {
      code: "missing",
      param: "width",
      value: width,
    });
  const [rows = 1, columns = 1] = read.shape;
  if (heads === undefined || read.shape.length !== 2) return read;
  if (rows % heads !== 0)
    throw lengthError(
      param,
      `a multiple of heads · width = ${counted(heads * columns, "entry", "entries")}`,
      rows * columns,
    );
  return { shape: [heads, rows / heads, columns], values: read.values };
}

/** The number of positions: of one list, or of the list of each axis. */
function countOf(positions: unknown): number | undefined {
  const list = positions as ArrayLike<unknown>;
  const [first] = Array.from({ length: Math.min(1, Number(list?.length) || 0) }, () => list[0]);
  const isNested = typeof first === "object" && first !== null;
  return isNested ? Number((first as ArrayLike<unknown>).length) : Number(list?.length);
}
