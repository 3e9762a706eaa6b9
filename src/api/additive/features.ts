/** Tables of the methods "fourier" and "random-fourier": points in space in place of positions. */
import { checkLength } from "../arguments/buffers.ts";
import { checkList } from "../arguments/numbers.ts";
import { countIn } from "../arguments/sizes.ts";
import { checkSize, type Size } from "../module/engine.ts";
import { input, scratch } from "../module/memory.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { featurePlacement } from "../table/placement.ts";
import { positionRule } from "../table/rows.ts";
import type { GivenInputs, TablePlan } from "../table/table-plan.ts";

interface Points {
  count: number;
  coordinates: Float64Array;
  size: Size;
}

/** (points, dimensions) numbers that become rows of `width` floats. */
function checkPoints(given: unknown, dimensions: number, width: number): Points {
  const list = checkList("points", given);
  const count = countIn("points", list.count, dimensions, "dimensions");
  const size = { param: "points.length", value: list.count };
  checkSize(count * (width * Float32Array.BYTES_PER_ELEMENT + dimensions * 8), size);
  return { count, coordinates: list.read(positionRule), size };
}

export function fourier(spec: ResolvedSpec<"fourier">, given: GivenInputs): TablePlan {
  const { dimensions, octaves, pi, order, includeInput } = spec;
  const width = dimensions * (2 * octaves + Number(includeInput));
  const { count, coordinates, size } = checkPoints(given.points, dimensions, width);
  const numbers = [dimensions, octaves, Number(pi), Number(order === "octave"), Number(includeInput)];
  return {
    rows: count,
    width,
    meaning: `points · ${includeInput ? "(2 · octaves + 1)" : "2 · octaves"} · dimensions`,
    fill(engine, out) {
      const areas = [input(coordinates), input(Uint32Array.from(numbers)), out];
      engine.run(size, areas, (module, slices) => module.fourier(slices));
    },
  };
}

/** Any number that a draw of the largest sigma may give, and more. */
const turnsRule = { from: -1e9, to: 1e9 };

export function randomFourier(spec: ResolvedSpec<"random-fourier">, given: GivenInputs): TablePlan {
  const { dimensions, features, sigma, seed } = spec;
  const matrix = checkMatrix(spec, given.matrix);
  const { count, coordinates, size } = checkPoints(given.points, dimensions, 2 * features);
  const { sine, cosine, step } = featurePlacement(spec);
  const layout = Uint32Array.of(sine, cosine, step, 2 * features);
  return {
    rows: count,
    width: 2 * features,
    meaning: "points · 2 · features",
    fill(engine, out) {
      const drawn = scratch(features * dimensions * Float64Array.BYTES_PER_ELEMENT);
      const areas = [matrix === undefined ? drawn : input(matrix), input(coordinates), input(layout), out];
      engine.run(size, areas, (module, slices) => {
        if (matrix === undefined) module.normalNumbers(slices, sigma, seed);
        module.randomFourier(slices, dimensions);
      });
    },
  };
}

function checkMatrix({ features, dimensions }: ResolvedSpec<"random-fourier">, given: unknown) {
  if (given === undefined) return undefined;
  const list = checkList("matrix", given);
  const meaning = `features · dimensions = ${features} · ${dimensions}`;
  checkLength("matrix", { length: list.count }, features * dimensions, meaning);
  return list.read(turnsRule);
}
