/** What a table, a cache, slopes, a bias, positions or vectors follow, and what is wrong with them. */
import { checkFlag, checkNumber, readOptions, type Unchecked } from "../../api/arguments/check.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";
import { methods, type ResolvedSpec } from "../../api/methods.ts";
import { checkSpec, parseSpec } from "../../api/spec.ts";
import { diagnoseBias } from "./bias.ts";
import { diagnoseCache } from "./cache.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Rope } from "./frequencies.ts";
import { diagnoseFrequencies } from "./frequency-list.ts";
import type { DiagnoseOptions, ToDiagnose } from "./inputs.ts";
import { diagnosePositions } from "./position-ids.ts";
import { lengthError, type Matrix, readList, readMatrix, readPositions, readVectors } from "./read.ts";
import { diagnoseRows } from "./row-table.ts";
import { diagnoseSlopes } from "./slopes.ts";
import { diagnoseVectors } from "./vectors.ts";

const inputNames = [
  "table",
  "frequencies",
  "cos",
  "sin",
  "slopes",
  "bias",
  "positionIds",
  "mask",
  "before",
  "after",
  "positions",
  "heads",
  "width",
] as const;
type Input = Unchecked<(typeof inputNames)[number]>;

/** The names that decide the kind, each with the others that it goes with. */
const kinds = {
  table: ["positions", "width"],
  frequencies: [],
  cos: ["sin", "positions", "width"],
  slopes: [],
  bias: ["width"],
  positionIds: ["mask"],
  before: ["after", "positions", "heads", "width"],
} as const;
type Kind = keyof typeof kinds;

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
 * different lengths, NaN, empty lists, sizes that do not match, and an `expected` that is no spec of this kind.
 * @example
 * diagnose({ slopes: [0.25, 0.0625, 0.015625, 0.00390625] }).findings.length; // 0
 * @example
 * diagnose({ frequencies: [1, 0.1, 0.01, 0.001] }, { expected: { method: "rope", headDim: 8, base: 500000, pairing: "halves" } }).findings[0].name; // "wrong-base"
 */
export function diagnose(x: ToDiagnose, options: DiagnoseOptions = {}): Diagnosis {
  const input = readOptions("x", x, inputNames);
  const kind = kindOfInput(input);
  const given = readOptions("options", options, ["expected", "decimals", "digits", "scaled"]);
  const print = printOf(given);
  const named = namedSpec(given.expected);
  const expected = named === undefined ? undefined : checkSpec(named);
  switch (kind) {
    case "table":
      return ofTable(input, { expected, print });
    case "frequencies": {
      const frequencies = readList("frequencies", input.frequencies);
      return diagnoseFrequencies({ frequencies, ...rotaryOf(expected, named), print });
    }
    case "cos":
      return ofCache(input, { ...rotaryOf(expected, named), print });
    case "slopes":
      return diagnoseSlopes(readList("slopes", input.slopes), print);
    case "bias": {
      const matrix = readMatrix("bias", input.bias, { width: widthOf(input), mayBeMasked: true });
      const rule = expected && ofMethods(expected, ["alibi", "t5"]);
      return diagnoseBias({ matrix, expected: rule, print });
    }
    case "positionIds":
      return ofPositions(input);
    case "before":
      return ofVectors(input, {
        ...vectorExpectation(expected, named),
        print,
        scaled: given.scaled,
      });
  }
}

/** What is expected may be a text: the name of a preset, or the text of a spec. */
function namedSpec(expected: unknown): unknown {
  if (typeof expected !== "string") return expected;
  if (!expected.includes("=")) return { preset: expected };
  const { spec, notes } = parseSpec(expected);
  if (notes.length === 0) return spec;
  const text = `expected must be a preset or fields of a spec such as method=rope&headDim=64&pairing=halves: ${notes.join("; ")}`;
  throw rangeError(text, { code: "range", param: "expected", value: expected });
}

interface Print {
  readonly decimals: number | undefined;
  readonly digits: number | undefined;
}

function printOf({ decimals, digits }: Unchecked<"decimals" | "digits">): Print {
  const count = (param: string, value: unknown, from: number) =>
    value === undefined ? undefined : checkNumber(param, value, { from, to: 17, integer: true });
  return { decimals: count("decimals", decimals, 0), digits: count("digits", digits, 1) };
}

function kindOfInput(input: Input): Kind {
  const named = Object.keys(input).filter((name) => input[name as keyof Input] !== undefined);
  const found = (Object.keys(kinds) as Kind[]).filter((kind) => named.includes(kind));
  const [kind] = found;
  if (kind === undefined || found.length > 1) {
    const text = `x must have the numbers of one kind: ${Object.keys(kinds).join(", ")}; got ${named.join(", ") || "nothing"}`;
    throw typeError(text, { code: kind === undefined ? "missing" : "conflict", param: "x", value: named });
  }
  const allowed: readonly string[] = kinds[kind];
  const strange = named.find((name) => name !== kind && !allowed.includes(name));
  if (strange === undefined) return kind;
  const rest = allowed.length === 0 ? "stands alone" : `goes with ${allowed.join(", ")}`;
  throw typeError(`${strange} is not for ${kind}, which ${rest}`, {
    code: "conflict",
    param: strange,
    value: strange,
  });
}

const widthOf = ({ width }: Input) =>
  width === undefined ? undefined : checkNumber("width", width, { from: 1, to: 65536, integer: true });

function ofMethods<M extends ResolvedSpec["method"]>(
  spec: ResolvedSpec,
  names: readonly M[],
): ResolvedSpec<M> {
  if (names.includes(spec.method as M)) return spec as ResolvedSpec<M>;
  const text = `expected must be a spec of ${names.join(" or ")} for these numbers; got ${spec.method}`;
  throw rangeError(text, { code: "range", param: "expected", value: spec.method });
}

/** A preset keeps its name. */
function rotaryOf(expected: ResolvedSpec | undefined, given: unknown) {
  if (expected === undefined) return {};
  const rope: Rope = ofMethods(expected, ["rope"]);
  const { preset, ...others } = given as { preset?: string };
  const expectedName =
    preset !== undefined && Object.keys(others).length === 0 ? preset : (given as Record<string, unknown>);
  return { expected: rope, expectedName };
}

/** Embeddings may be expected to have a table added. */
const vectorExpectation = (expected: ResolvedSpec | undefined, given: unknown) =>
  expected !== undefined && methods[expected.method].family === "additive" ? {} : rotaryOf(expected, given);

function ofTable(input: Input, { expected, print }: { expected: ResolvedSpec | undefined; print: Print }) {
  const matrix = readMatrix("table", input.table, { width: widthOf(input) });
  const [positions] = readPositions(input.positions, matrix.rows) as [Float64Array];
  const assumed = input.positions === undefined;
  const rule = expected && ofMethods(expected, ["sinusoidal"]);
  return diagnoseRows({ matrix, positions, assumed, expected: rule, print });
}

type Rotary = ReturnType<typeof rotaryOf>;

function ofCache(input: Input, context: Rotary & { print: Print }) {
  const width = widthOf(input);
  const [cos, sin] = [readMatrix("cos", input.cos, { width }), readMatrix("sin", input.sin, { width })];
  sameShape("sin", sin, cos);
  const positions = readPositions(input.positions, cos.rows);
  return diagnoseCache({ cos, sin, positions, assumed: input.positions === undefined, ...context });
}

function sameShape(param: string, { rows, columns }: Matrix, other: Matrix): void {
  if (rows === other.rows && columns === other.columns) return;
  throw lengthError(param, `${other.rows} × ${other.columns} numbers; got ${rows} × ${columns}`, rows);
}

function ofPositions({ positionIds, mask }: Input) {
  const ids = readMatrix("positionIds", positionIds);
  if (mask === undefined) return diagnosePositions(ids, undefined);
  const read = readMatrix("mask", mask);
  sameShape("mask", read, ids);
  return diagnosePositions(ids, read);
}

function ofVectors(input: Input, { scaled, ...context }: Rotary & { print: Print; scaled: unknown }) {
  const heads =
    input.heads === undefined
      ? undefined
      : checkNumber("heads", input.heads, { from: 1, to: 65536, integer: true });
  const sizes = { heads, width: widthOf(input) };
  const [before, after] = [
    readVectors("before", input.before, sizes),
    readVectors("after", input.after, sizes),
  ];
  if (
    before.values.length !== after.values.length ||
    before.heads !== after.heads ||
    before.width !== after.width
  ) {
    const shape = ({ heads, tokens, width }: typeof before) => `${heads} × ${tokens} × ${width}`;
    throw lengthError(
      "after",
      `${shape(before)} numbers, as before; got ${shape(after)}`,
      after.values.length,
    );
  }
  const positions = readPositions(input.positions, before.tokens);
  const known = scaled === undefined ? undefined : checkFlag("scaled", scaled, false);
  return diagnoseVectors({
    before,
    after,
    positions,
    assumed: input.positions === undefined,
    scaled: known,
    ...context,
  });
}
