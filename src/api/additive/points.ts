/** Points in space: Fourier features encode them instead of positions. */
import { checkList } from "../arguments/numbers.ts";
import { countIn } from "../arguments/sizes.ts";
import { checkResult, type Size } from "../module/engine.ts";
import { number } from "../spec/rules.ts";
import { positionRule } from "../table/rows.ts";

export const dimensions = number({ from: 1, to: 1024, integer: true, default: 3 });

interface Points {
  count: number;
  coordinates: Float64Array;
  size: Size;
}

/** Checks an array (points, dimensions), of which each point becomes a row of `width` floats. */
export function checkPoints(given: unknown, dimensions: number, width: number): Points {
  const list = checkList("points", given);
  const count = countIn("points", list.count, dimensions, "dimensions");
  const size = { param: "points.length", value: list.count };
  checkResult(count * (width * Float32Array.BYTES_PER_ELEMENT + dimensions * 8), size);
  return { count, coordinates: list.read(positionRule), size };
}
