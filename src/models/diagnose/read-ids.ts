/** Reads positions of tokens, and what is known of the tokens. */

import { checkNumber } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { cannotTell, type Diagnosis } from "./diagnosis.ts";
import { diagnoseIds, type IdContext } from "./ids.ts";
import { lengthError, type Matrix, readAxes, readList, readMatrix } from "./read.ts";
import type { Input } from "./read-input.ts";

export function ofPositions(input: Input): Diagnosis {
  const { shape, values } = readAxes("positionIds", input.positionIds, {});
  const bad = values.findIndex((id) => !Number.isFinite(id));
  if (bad >= 0) {
    const text = `positionIds must hold finite numbers; entry ${bad} is ${values[bad]}`;
    throw rangeError(text, { code: "range", param: `positionIds[${bad}]`, value: values[bad] });
  }
  const columns = shape.at(-1)!;
  const ids: Matrix = { rows: values.length / columns, columns, values: Float64Array.from(values) };
  const mask = input.mask === undefined ? undefined : readMatrix("mask", input.mask);
  if (mask !== undefined && (mask.columns !== columns || (mask.rows !== ids.rows && ids.rows % 3 !== 0)))
    throw lengthError(
      "mask",
      `${ids.rows} × ${counted(columns, "number")}; got ${mask.rows} × ${mask.columns}`,
      mask.rows,
    );
  const whole = { from: -(2 ** 53), to: 2 ** 53, integer: true };
  const context: IdContext = {
    mask,
    start: input.start === undefined ? undefined : checkNumber("start", input.start, whole),
    boundaries: input.boundaries === undefined ? undefined : [...readList("boundaries", input.boundaries)],
    grids: input.grids === undefined ? undefined : gridsIn(input.grids),
    spatialMerge:
      input.spatialMerge === undefined
        ? 2
        : checkNumber("spatialMerge", input.spatialMerge, { from: 1, to: 64, integer: true }),
    rule: input.rule === undefined ? undefined : `${input.rule}`,
    segments: input.segments,
  };
  if (columns < 2) return cannotTell("The list of position ids", "one number fits many rules");
  const texts = shape.length === 3 && shape[0] === 3 ? shape[1]! : 1;
  if (texts === 1) return diagnoseIds(ids, context);
  // (axes, texts, tokens)
  const all = Array.from({ length: texts }, (_, text) => {
    const rows = [0, 1, 2].map((axis) =>
      ids.values.slice((axis * texts + text) * columns, (axis * texts + text + 1) * columns),
    );
    const one = { rows: 3, columns, values: Float64Array.from(rows.flatMap((row) => [...row])) };
    const own = mask && { rows: 1, columns, values: mask.values.slice(text * columns, (text + 1) * columns) };
    return diagnoseIds(one, { ...context, mask: own });
  });
  return all.find(({ findings }) => findings.length > 0) ?? all[0]!;
}

const gridsIn = (grids: unknown): number[][] => {
  const { columns, values } = readMatrix("grids", grids);
  return Array.from({ length: values.length / columns }, (_, k) => [
    ...values.subarray(k * columns, (k + 1) * columns),
  ]);
};
