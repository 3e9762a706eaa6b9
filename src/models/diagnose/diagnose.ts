/** What a table, a cache, slopes, a bias, positions or vectors follow, and what is wrong with them. */

import { readOptions } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import type { ResolvedSpec } from "../../api/methods.ts";
import { againstBias, diagnoseBias } from "./biases/bias.ts";
import { diagnoseHeads } from "./biases/bias-heads.ts";
import { indexed, isIndexed } from "./biases/biases.ts";
import { againstIndex, namedIndex } from "./biases/relative-index.ts";
import { diagnoseSlopes } from "./biases/slopes.ts";
import { cannotTell, type Diagnosis } from "./findings/diagnosis.ts";
import { precisionOf } from "./findings/precision.ts";
import { againstFrequencies, diagnoseFrequencies } from "./frequency-list.ts";
import { ofPositions } from "./ids/ids.ts";
import type { DiagnoseOptions, ToDiagnose } from "./input/inputs.ts";
import { lengthError, type NumberAxes, readAxes, readHeads, readList, readPositions } from "./input/read.ts";
import {
  allowedIn,
  type Context,
  type Input,
  inputNames,
  kindOfInput,
  printOf,
  shapeOf,
  widthOf,
} from "./input/read-input.ts";
import { diagnoseAgainst } from "./tables/against.ts";
import { againstNumbers } from "./tables/against-numbers.ts";
import { type Expected, readExpectation } from "./tables/expectation.ts";
import { transposed } from "./tables/fit.ts";
import { diagnoseNamed } from "./tables/named.ts";
import { fewestFaults, only } from "./tables/read-expected.ts";
import { type Stored, sideBySide, stackedIn, storedIn } from "./tables/stored.ts";
import { ofVectors } from "./vectors/read-vectors.ts";

/**
 * Says which convention numbers follow, or which one they nearly follow and what is wrong with them: a wrong base, width or
 * pairing, a missing or doubled factor, positions that are off by one, damage by short floats, and others.
 *
 * Rotations are measured pair by pair; then claims about frequencies, positions and roundings are tried, the simplest first,
 * until one explains every number within its error. The error is estimated from the digits.
 *
 * @param x Numbers of one kind: `{ table }`, `{ frequencies }`, `{ cos, sin }`, `{ slopes }`, `{ bias }`, `{ positionIds }`
 * or `{ before, after }`.
 * @param options What is known about them.
 * @returns What they are, a sentence, and the findings with their evidence. Without findings and with `is` null, it cannot be
 * told.
 * @throws TypeError for numbers that are missing or of another type, and for a print with “…”; RangeError for rows of
 * different lengths, NaN, empty lists, sizes that do not match, and an `expected` that is not a spec of this kind.
 * @example
 * diagnose({ slopes: [0.25, 0.0625, 0.015625, 0.00390625] }).findings.length; // 0
 * @example
 * diagnose({ frequencies: [1, 0.1, 0.01, 0.001] }, { expected: { method: "rope", headDim: 8, base: 500000, pairing: "halves" } }).findings[0].name; // "wrong-base"
 */
export function diagnose(x: ToDiagnose, options: DiagnoseOptions = {}): Diagnosis {
  const input = readOptions("x", x, inputNames);
  const kind = kindOfInput(input);
  const given = readOptions("options", options, ["expected", "decimals", "digits", "scaled", "allow"]);
  const context: Context = {
    print: printOf(given),
    allow: allowedIn(given.allow),
    expected: given.expected,
    scaled: given.scaled,
  };
  switch (kind) {
    case "table":
      return ofTable(input, context);
    case "cos":
    case "sin":
      return ofNumbers(input, kind, context);
    case "frequencies":
      return ofFrequencies(input, context);
    case "slopes":
      return ofSlopes(input, context);
    case "bias":
      return ofBias(input, context);
    case "positionIds":
      return ofIds(input, context);
    case "before":
      return ofVectors(input, context);
  }
}

/** Position ids, or whole numbers that choose rows of a learned table for each query and key. */
function ofIds(input: Input, context: Context): Diagnosis {
  const { positionIds: table, ...rest } = input;
  const asTable = (expected: unknown) => ofNumbers({ table }, "table", { ...context, expected });
  const read = readExpectation(context.expected, undefined);
  if (read?.kind === "numbers")
    return asTable({ table: readOptions("expected", read.numbers, inputNames).positionIds });
  if (read?.specs.some(({ spec }) => isIndexed(spec))) return asTable(context.expected);
  const found = ofPositions(input);
  if (read !== undefined) {
    const verdict = `${found.verdict} Not compared: ${read.specs[0]!.name}, which does not tell position ids; give \`rule\`.`;
    return { ...found, verdict };
  }
  const isPlain = Object.values(rest).every((value) => value === undefined);
  if (found.findings.length === 0 || !isPlain) return found;
  const rows = asTable(undefined);
  return rows.comparison?.equal ? rows : found;
}

/** Numbers of which nobody said what they are: with as many rows as columns, they may be a bias on scores. */
function ofTable(input: Input, context: Context): Diagnosis {
  const found = ofNumbers(input, "table", context);
  if (found.is !== null || context.expected !== undefined || input.positions !== undefined) return found;
  const { shape } = readAxes("table", input.table, { width: widthOf(input), shape: shapeOf(input) });
  if (shape.length < 2 || shape.at(-1) !== shape.at(-2)) return found;
  const bias = ofBias({ ...input, bias: input.table }, context);
  return bias.is === null ? found : bias;
}

/** A table, a cache, or cosines or sines alone. Of the ways in which its axes may be rows and columns, the one that fits counts. */
function ofNumbers(input: Input, kind: "table" | "cos" | "sin", context: Context): Diagnosis {
  const options = { width: widthOf(input), shape: shapeOf(input) };
  const whole = storedOf(input, kind, (name) => readAxes(name, input[name], options));
  const { other } = whole;
  if (other === undefined) return ofStored(whole, input, kind, context);
  let first: Diagnosis | undefined;
  let refused: unknown;
  for (const table of [whole.table, other()])
    try {
      const found = ofStored({ ...whole, table }, input, kind, context);
      if (found.comparison?.equal && found.findings.every(({ severity }) => severity === "note"))
        return found;
      first ??= found;
    } catch (error) {
      refused ??= error; // the expected spec has another width
    }
  if (first === undefined) throw refused;
  return first;
}

interface Whole {
  readonly table: Stored;
  readonly isCache: boolean;
  /** The same numbers with other axes as rows and columns. */
  readonly other?: (() => Stored) | undefined;
}

function ofStored(
  { table, isCache }: Whole,
  input: Input,
  kind: "table" | "cos" | "sin",
  context: Context,
): Diagnosis {
  const storage = isCache ? "cache" : "table";
  const positions = input.positions === undefined ? undefined : readPositions(input.positions, table.rows);
  const columns = isCache ? table.columns / 2 : table.columns;
  const expectation = readExpectation(context.expected, { rows: table.rows, columns });
  const subject = isCache ? "The cache" : "The table";
  const precision = precisionOf(table.lists, context.print);
  const common = { table, storage, subject, positions, precision, allow: context.allow } as const;
  if (expectation === undefined) return (isCache ? undefined : namedIndex(common)) ?? diagnoseNamed(common);
  if (expectation.kind === "numbers") return againstNumbers(common, readOther(expectation.numbers, kind));
  if (!isCache && expectation.specs.some(({ spec }) => isIndexed(spec)))
    return againstIndex(common, only(expectation, indexed));
  const methods: ResolvedSpec["method"][] = isCache ? ["rope", "xpos"] : tableMethods;
  const found = diagnoseAgainst({ ...common, expected: only(expectation, methods) });
  if (found !== undefined) return found;
  const [{ spec }] = expectation.specs as [Expected];
  const why = `the numbers of ${spec.method} do not follow from its spec${spec.method === "random-fourier" ? " without the points: give them as `positions`, a list for each coordinate" : ""}`;
  return cannotTell(subject, `${why}, so nothing was compared`);
}

/** The numbers as one table. A table of stacked cosines and sines is a cache. */
function storedOf(
  input: Input,
  kind: "table" | "cos" | "sin",
  read: (name: "table" | "cos" | "sin") => NumberAxes,
): Whole {
  const main = read(kind);
  const stacked = kind === "table" ? stackedIn(main) : undefined;
  if (stacked !== undefined) return { table: joined(...stacked), isCache: true };
  if (kind !== "cos" || input.sin === undefined)
    return { table: storedIn(main), isCache: false, other: channelsFirst(main) };
  const [cos, sin] = [storedIn(main), storedIn(read("sin"))];
  const other = cos.rows > WIDEST ? undefined : () => joined(turned(cos), turned(sin));
  return { table: joined(cos, sin), isCache: true, other };
}

/** No head is wider: a cache with more rows is not one whose rows are channels. */
const WIDEST = 1024;

/** Columns as rows. */
const turned = (table: Stored): Stored => ({ ...table, ...transposed(table) });

/** A grid as (channels, rows, columns), as convolutions take it; undefined if the array has no three axes. */
function channelsFirst({ shape, values }: NumberAxes): (() => Stored) | undefined {
  const sides = shape.filter((side) => side !== 1);
  if (sides.length !== 3) return undefined;
  return () => turned(storedIn({ shape: [sides[0]!, sides[1]! * sides[2]!], values }));
}

const tableMethods: ResolvedSpec["method"][] = [
  "rope",
  "xpos",
  "sinusoidal",
  "sine",
  "grid",
  "index",
  "normalized-index",
  "one-hot",
  "learned",
  "fourier",
  "random-fourier",
];

function joined(cos: Stored, sin: Stored): Stored {
  if (cos.rows !== sin.rows || cos.columns !== sin.columns)
    throw lengthError(
      "sin",
      `${cos.rows} × ${cos.columns} numbers, as cos; got ${sin.rows} × ${sin.columns}`,
      sin.rows,
    );
  return sideBySide(cos, sin);
}

/** The same kind of numbers from another file. */
function readOther(numbers: object, kind: "table" | "cos" | "sin"): Stored {
  const given = readOptions("expected", numbers, inputNames);
  const options = { width: widthOf(given), shape: shapeOf(given) };
  const read = (name: "table" | "cos" | "sin") =>
    storedIn(readAxes(`expected.${name}`, given[name], options));
  if (given[kind] === undefined && given.table !== undefined) return read("table");
  return kind === "cos" && given.sin !== undefined ? joined(read("cos"), read("sin")) : read(kind);
}

function ofFrequencies(input: Input, { print, allow, expected }: Context): Diagnosis {
  const frequencies = readList("frequencies", input.frequencies);
  const read = readExpectation(expected, undefined);
  if (read === undefined) return diagnoseFrequencies({ frequencies, print });
  if (read.kind === "numbers")
    return againstFrequencies({ frequencies, print, allow }, otherNumbers(read.numbers, "frequencies"));
  const all = only(read, ["rope"]).map(({ spec, is, name }) =>
    diagnoseFrequencies({ frequencies, expected: spec, expectedName: is, name, print, allow }),
  );
  return fewestFaults(all);
}

function ofSlopes(input: Input, { print, allow, expected }: Context): Diagnosis {
  const slopes = readList("slopes", input.slopes);
  const read = readExpectation(expected, undefined);
  if (read === undefined) return diagnoseSlopes({ slopes, print });
  if (read.kind === "numbers")
    return diagnoseSlopes({ slopes, print, allow, expected: otherNumbers(read.numbers, "slopes") });
  return fewestFaults(
    only(read, ["alibi"]).map(({ spec }) => diagnoseSlopes({ slopes, print, allow, expected: spec })),
  );
}

function ofBias(input: Input, { print, allow, expected }: Context): Diagnosis {
  const heads = readHeads("bias", input.bias, { width: widthOf(input), shape: shapeOf(input) });
  const read = readExpectation(expected, undefined);
  if (read?.kind === "numbers") {
    const given = readOptions("expected", read.numbers, inputNames);
    const options = { width: widthOf(given) ?? heads[0]!.columns, shape: shapeOf(given) };
    const others = readHeads("expected.bias", given.bias, options);
    if (others.length !== heads.length)
      throw lengthError(
        "expected.bias",
        `${counted(heads.length, "head")}, as bias; got ${others.length}`,
        others.length,
      );
    const all = heads.map((matrix, head) => againstBias({ matrix, print, allow }, others[head]!));
    return all.length === 1 ? all[0]! : diagnoseHeads(all, undefined);
  }
  const specs =
    read === undefined ? [undefined] : only(read, ["alibi", "t5", "swin"]).map(({ spec }) => spec);
  return fewestFaults(
    specs.map((spec) => {
      const all = heads.map((matrix) => diagnoseBias({ matrix, print, allow, expected: spec }));
      if (all.length === 1) return all[0]!;
      const rule = spec?.method === "alibi" ? { expected: spec } : {};
      const ofSlopes = (slopes: readonly number[]) =>
        diagnoseSlopes({ slopes: Float64Array.from(slopes), print: SLOPES, allow, ...rule });
      const found = diagnoseHeads(all, ofSlopes);
      if (spec?.method !== "alibi" || found.comparison?.equal) return found;
      // Slopes of another rule belong to no head of ALiBi.
      const linear = diagnoseHeads(
        heads.map((matrix) => diagnoseBias({ matrix, print, allow })),
        ofSlopes,
      );
      const isNamed = linear.findings.some(({ name }) => name.startsWith("slopes-"));
      return isNamed ? { ...linear, comparison: found.comparison } : found;
    }),
  );
}

/** The digits of the slope that is found in a bias. */
const SLOPES = { decimals: undefined, digits: 6 };

/** A list of the same kind from another file. */
const otherNumbers = (numbers: object, kind: "frequencies" | "slopes") =>
  readList(`expected.${kind}`, readOptions("expected", numbers, inputNames)[kind]);
