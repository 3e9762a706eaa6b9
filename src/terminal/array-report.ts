/** The numbers of a file, for people and as data. */
import { counted } from "../api/arguments/counted.ts";
import type { NpyFile, NpzFile, TextTable } from "../entries/files.ts";
import type { ArrayAnswer, ArraysAnswer, NumberRange, TextAnswer } from "./answers.ts";
import type { Terminal } from "./terminal.ts";

/** The same facts, as JSON and as text. */
export interface Report<Data> {
  data: Data;
  print(name: string, terminal: Terminal): Promise<void>;
}

export function arrayReport({ dtype, shape, values }: NpyFile): Report<ArrayAnswer> {
  const range = rangeOf(values);
  return {
    data: { dtype, shape, ...range },
    print: (name, terminal) => printRows(name, `${shapeText(shape)} ${dtype}`, range, terminal),
  };
}

export function arraysReport({ arrays }: NpzFile): Report<ArraysAnswer> {
  return {
    data: { arrays: Object.fromEntries(arrays) },
    async print(name, terminal) {
      await terminal.line(`${terminal.paint("bold", name || "-")}: ${counted(arrays.size, "array")}`);
      for (const [array, { dtype, shape }] of arrays)
        await terminal.line(`  ${array}  ${shapeText(shape)} ${dtype}`);
    },
  };
}

export function tableReport({ rows, names, count }: TextTable): Report<TextAnswer> {
  const shape = [count, rows[0]?.length ?? 0];
  const range = rangeOf(rows.flat());
  return {
    data: { shape, names, ...range },
    print: (name, terminal) => printRows(name, `${shapeText(shape)} numbers from text`, range, terminal),
  };
}

const shapeText = (shape: readonly number[]) => (shape.length === 0 ? "one" : shape.join(" × "));

async function printRows(name: string, what: string, range: NumberRange, terminal: Terminal): Promise<void> {
  await terminal.line(`${terminal.paint("bold", name || "-")}: ${what}`);
  const { least, most, notNumbers } = range;
  if (least !== null) await terminal.line(`  from ${least} to ${most}`);
  if (notNumbers > 0) await terminal.line(`  ${notNumbers} are NaN or infinite`);
}

function rangeOf(values: ArrayLike<number>): NumberRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let notNumbers = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) notNumbers++;
    else {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return least <= most ? { least, most, notNumbers } : { least: null, most: null, notNumbers };
}
