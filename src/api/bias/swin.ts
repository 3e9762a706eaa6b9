import type { SwinWindow } from "../../bindings/full/bias.ts";
import type { Floats } from "../../bindings/slots.ts";
import { checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { countRule, widthRule } from "../arguments/sizes.ts";
import { Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongBoth, alongRows, byRows, rowFrom } from "../module/parts.ts";
import { bySheets, firstSheet } from "../module/sheets.ts";
import { flag, list, method, type SpecOf } from "../spec/rules.ts";
import { indexOutput } from "./index-by-position.ts";
import type { BiasKernels } from "./kernels.ts";
import { checkTable } from "./learned-table.ts";
import { checkPerceptron } from "./perceptron.ts";

const side = { from: 1, to: 2 ** 12, integer: true } as const;

/**
 * A number for each two-dimensional offset within a window: learned, or computed by a perceptron from the log-spaced offset.
 *
 *   bias[h,i,j] = table[(yi − yj + H − 1)(2W − 1) + xi − xj + W − 1, h]        window [H, W]
 *
 * Shape     (heads, H W, H W), from table ((2H − 1)(2W − 1), heads)
 * Source    Liu et al. 2021, arXiv 2103.14030, eq. 4; log-spaced: arXiv 2111.09883, section 3.3
 *
 * @example
 * pe.bias({ method: "swin", window: [1, 2] }, { heads: 1, table: Float32Array.of(10, 20, 30) }); // Float32Array [20, 10, 30, 20]
 */
export const swin = method({
  family: "bias",
  fields: {
    /** H and W, the rows and columns of the window, whose cells attend to each other. */
    window: list({ each: side, least: 2, most: 2, default: [7, 7] }),
    /**
     * Whether the table comes from a perceptron, as in the second version.
     *
     * @example
     * pe.bias({ method: "swin", window: [1, 2], logSpaced: true }, { heads: 1, perceptron: { hiddenWeight: Float32Array.of(0, 1), hiddenBias: Float32Array.of(0), outputWeight: Float32Array.of(1) } }); // Float32Array [8, 8, 11.872772, 8]
     */
    logSpaced: flag(false),
    /** The window of the perceptron's training, if it differs from `window`. */
    trainedWindow: list({ each: side, least: 2, most: 2, optional: true }),
  },
});

type Swin = SpecOf<typeof swin>;

export const swinKernels: BiasKernels<Swin> = { bias, index };

function bias(engine: Engine, spec: Swin, options: unknown): unknown {
  const learned = spec.logSpaced ? "perceptron" : "table";
  const given = readOptions("options", options, ["heads", "queries", "keys", learned, "out"]);
  const heads = checkNumber("heads", given.heads, widthRule);
  const cells = checkCells(spec, given);
  const count = heads * cells * cells;
  const target = checkOut(given.out, "Float32Array", count, "heads · (H W)²");
  const out = new Output(Float32Array, count, target, undefined, alongBoth);

  const [height = 1, width = 1] = spec.window;
  const rows = (2 * height - 1) * (2 * width - 1);
  const index = room(Int32Array, cells * cells, alongRows);
  const window = windowOf(spec.window);
  const find = step("swinIndex", { window, first: rowFrom(0), index });
  const lookUp = { index, heads, firstHead: firstSheet, out };
  const read = (table: Floats) => step("indexedBias", { ...lookUp, table });
  const cut = bySheets({ sheets: heads, rows: cells });
  const size = { param: "window", value: spec.window };
  if (spec.logSpaced) {
    const trained = windowOf(spec.trainedWindow ?? spec.window);
    const table = room(Float32Array, rows * heads);
    const perceptron = checkPerceptron(given.perceptron, 2, heads);
    const compute = step("swinTable", { window, trained, perceptron, heads, table });
    engine.runParts(size, cut, compute, find, read(table));
  } else {
    engine.runParts(size, cut, find, read(checkTable(given.table, rows, heads, "(2H − 1)(2W − 1)")));
  }
  return given.out ?? out.result;
}

const windowOf = ([height = 1, width = 1]: readonly number[]): SwinWindow => ({ height, width });

/** Queries and keys are the cells of the window: `queries` and `keys` may be left out, or must be the number of cells. */
function checkCells({ window }: Swin, given: { queries?: unknown; keys?: unknown }): number {
  const cells = window[0]! * window[1]!;
  for (const param of ["queries", "keys"] as const) {
    const count = checkNumber(param, given[param], { ...countRule, default: cells });
    if (count === cells) continue;
    const text = `${param} must be ${cells}, the number of cells in the window, or left out; got ${count}`;
    throw rangeError(text, { code: "range", param, value: count });
  }
  return cells;
}

function index(engine: Engine, spec: Swin, options: unknown): unknown {
  const given = readOptions("options", options, ["queries", "keys", "out"]);
  const cells = checkCells(spec, given);
  const out = indexOutput(given.out, cells, cells);
  const size = { param: "window", value: spec.window };
  const find = step("swinIndex", { window: windowOf(spec.window), first: rowFrom(0), index: out });
  engine.runParts(size, byRows(cells), find);
  return given.out ?? out.result;
}
