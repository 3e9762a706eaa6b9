import { checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule, widthRule } from "../arguments/sizes.ts";
import type { Engine } from "../module/engine.ts";
import { type Area, input, Output, scratch } from "../module/memory.ts";
import type { ResolvedSpec } from "../spec/methods.ts";
import { checkPerceptron } from "./perceptron.ts";
import { checkTable } from "./relative-biases.ts";

type Swin = ResolvedSpec<"swin">;

export function swinBias(engine: Engine, spec: Swin, options: unknown): unknown {
  const learned = spec.logSpaced ? "perceptron" : "table";
  const given = readOptions("options", options, ["heads", "queries", "keys", learned, "out"]);
  const heads = checkNumber("heads", given.heads, widthRule);
  const cells = checkCells(spec, given);
  const count = heads * cells * cells;
  const out = new Output(Float32Array, count, checkOut(given.out, "Float32Array", count, "heads · (H W)²"));

  const [height = 1, width = 1] = spec.window;
  const rows = (2 * height - 1) * (2 * width - 1);
  const index = scratch(cells * cells * Int32Array.BYTES_PER_ELEMENT);
  const size = { param: "window", value: spec.window };
  if (spec.logSpaced) {
    const trained = input(Uint32Array.from(spec.trainedWindow ?? spec.window));
    const table = scratch(rows * heads * Float32Array.BYTES_PER_ELEMENT);
    const perceptron = checkPerceptron(given.perceptron, 2, heads);
    const areas = [windowStruct(spec), index, table, out, trained, ...perceptron];
    engine.run(size, areas, (module, slices) => module.swinComputed(slices, heads));
  } else {
    const table = checkTable(given.table, rows, heads, "(2H − 1)(2W − 1)");
    const areas = [windowStruct(spec), index, table, out];
    engine.run(size, areas, (module, slices) => module.swin(slices, heads));
  }
  return given.out ?? out.result;
}

/** The kernels' struct SwinWindow. */
export const windowStruct = ({ window }: Swin): Area => input(Uint32Array.from(window));

/** Queries and keys are the cells of the window; a caller may say so. */
export function checkCells({ window }: Swin, given: { queries?: unknown; keys?: unknown }): number {
  const cells = window[0]! * window[1]!;
  for (const param of ["queries", "keys"] as const) {
    const count = checkNumber(param, given[param], { ...countRule, default: cells });
    if (count === cells) continue;
    const text = `${param} must be the cells of the window, ${cells}, or left out; got ${count}`;
    throw rangeError(text, { code: "range", param, value: count });
  }
  return cells;
}
