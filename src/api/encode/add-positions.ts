import { checkArray, checkOut } from "../arguments/buffers.ts";
import { checkNumber, readOptions, type Unchecked } from "../arguments/check.ts";
import { typeError } from "../arguments/errors.ts";
import { countIn, factorRule } from "../arguments/sizes.ts";
import { type GivenFields, methods } from "../methods.ts";
import { type Area, apart, input, Output, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { type Engine, sizeOfArray } from "../module/engine.ts";
import { alongBoth, alongRows, rowsOfPart } from "../module/parts.ts";
import { bySheets, rowOfAll } from "../module/sheets.ts";
import { checkSpec, type ResolvedSpec, type Spec } from "../spec.ts";
import { makeTable, type TableInputs, type TablePlan, type UncheckedInputs } from "../table/table-plan.ts";
import { encodeNames, tablePlan, takesRows } from "./encode.ts";
import { encodings } from "./encodings.ts";

/** The encoding as a spec, or as the fields of the sinusoidal one. */
type Encoding =
  | {
      /** An additive encoding by positions, instead of the fields of the sinusoidal one. */
      spec: Spec;
    }
  | (Omit<GivenFields<"sinusoidal">, "scale" | "start"> & { spec?: undefined });

/** The encoding, the rows that it is added to, and the factors and dropout. */
export type AddPositionsOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = Encoding &
  TableInputs & {
    /** Factor of the embeddings; the scale of positions is a field of `spec`. Default √dModel. */
    scale?: number | undefined;
    /** The probability that an entry is dropped, 0 or more and below 1. Default 0. */
    dropout?: number | undefined;
    /** Decides which entries are dropped: an integer from 0 to 2^32 − 1. Default 0. */
    seed?: number | undefined;
    /** Filled and returned instead of a new array: `x.length` floats. Pass `x` itself to add in place. */
    out?: Out | undefined;
  };

export interface AddPositions {
  /**
   * Adds positional encodings to embeddings, the first step of a Transformer: scale · x + P.
   *
   * Sums are taken in double and rounded once. Dropout is inverted: entries that are kept are multiplied by
   * 1 / (1 − dropout). Whether an entry is kept depends on the seed, its row and its column only. Source: Vaswani et al. 2017,
   * arXiv 1706.03762, sections 3.4 and 5.4.
   *
   * @param x (batch, length, dModel), row-major. Sequences are `length` rows long; by default all rows are one sequence.
   * @param options The encoding, as `spec` or as the fields of the sinusoidal one; its rows; scale and dropout.
   * @returns (batch, length, dModel): `out`, or a new array.
   * @throws TypeError for an option that is missing, unknown or of another type, and for a detached array; RangeError for
   * a number out of range, lengths that do not fit together, and arrays too large for memory.
   * @example
   * pe.addPositions(new Float32Array([1, 2]), { dModel: 2, scale: 1, start: 1 }); // [1.841471, 2.5403023]
   */
  addPositions<Out extends Float32Array = Float32Array<ArrayBuffer>>(
    x: Float32Array,
    options: AddPositionsOptions<Out>,
  ): Out;
}

const ownNames = ["spec", "scale", "dropout", "seed"] as const;
const taken: readonly string[] = [...ownNames, ...encodeNames];
const fieldNames = Object.keys(methods.sinusoidal.fields).filter((name) => !taken.includes(name));
const names: readonly string[] = [...fieldNames, ...taken];

const dropoutRule = { from: 0, to: 1 - 2 ** -53, default: 0, expected: "a number from 0 to below 1" };
const seedRule = { ...methods["random-fourier"].fields.seed };

export function addPositions(engine: Engine): AddPositions["addPositions"] {
  return ((x: unknown, options: unknown) => {
    const given = readOptions("options", options, names);
    const spec = specOf(given);
    const source = checkArray("x", x, ["Float32Array"]);
    const inputs = inputsOf(spec, given, source.length);
    const plan = tablePlan(encodings, spec, inputs);
    checkRowsOf(source.length, plan);
    const scale = checkNumber("scale", given.scale, { ...factorRule, default: Math.sqrt(plan.width) });
    const dropout = checkNumber("dropout", given.dropout, dropoutRule);
    const seed = checkNumber("seed", given.seed, seedRule);
    const target = checkOut(given.out, "Float32Array", source.length, "the length of x");
    const out = new Output(Float32Array, source.length, target, apart(source, target), alongBoth);
    const { rows, width, multiple } = plan;
    const table = tableOf(engine, plan);
    const addition = {
      rows: rowsOfPart,
      width,
      scale,
      dropout: { probability: dropout, seed, firstRow: rowOfAll },
    };
    const sequences = source.length / Math.max(rows * width, 1);
    const cut = bySheets({ sheets: sequences, rows, multiple });
    const add = step("addPositions", { x: out, table: table.area, addition });
    engine.runParts(sizeOfArray("x", source.length), cut, ...table.steps, add);
    return given.out ?? out.result;
  }) as AddPositions["addPositions"];
}

function specOf(given: Unchecked<string>): ResolvedSpec {
  const fields = fieldNames.filter((name) => given[name] !== undefined);
  if (given.spec === undefined) {
    const entries = fields.map((name) => [name, given[name]] as const);
    return checkSpec({ method: "sinusoidal", ...Object.fromEntries(entries) });
  }
  const [param] = fields;
  if (param === undefined) return checkSpec(given.spec);
  const text = `${param} and spec exclude each other; put ${param} into spec`;
  throw typeError(text, { code: "conflict", param, value: given[param] });
}

/** The inputs of the table; if no length is given, all rows of x are one sequence. */
function inputsOf(spec: ResolvedSpec, given: Unchecked<string>, floats: number): UncheckedInputs {
  const { length, start, positions, points, table, matrix } = given;
  const inputs = { length, start, positions, points, table, matrix };
  if (!takesRows(encodings, spec) || length !== undefined || positions !== undefined) return inputs;
  return { ...inputs, length: Math.floor(floats / spec.dModel) };
}

function checkRowsOf(floats: number, { rows, width }: { rows: number; width: number }): void {
  if (rows === 0 && floats === 0) return;
  countIn("x", floats, rows * width, `length · dModel = ${rows} · ${width}`);
}

/** An area for the rows of a part, and the calls that make them. A table that is changed at its end is made first. */
function tableOf(engine: Engine, plan: TablePlan): { area: Area<Float32Array>; steps: Step[] } {
  if (plan.finish !== undefined) return { area: input(makeTable(engine, plan), alongRows), steps: [] };
  const area = room(Float32Array, plan.rows * plan.width, alongRows);
  return { area, steps: plan.steps(area) };
}
