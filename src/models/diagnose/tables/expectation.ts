/** Reads what a caller expects: a preset, a spec, a config.json, or numbers of another file. */
import { kindOf, show, wrongType } from "../../../api/arguments/check.ts";
import { rangeError } from "../../../api/arguments/errors.ts";
import { hint } from "../../../api/arguments/hints.ts";
import { methods, type ResolvedSpec } from "../../../api/methods.ts";
import { presets } from "../../../api/presets.ts";
import { checkSpec, parseSpec } from "../../../api/spec.ts";
import { modelPositions } from "../../reader/model-positions.ts";
import { isPlain, type Rope } from "../findings/columns.ts";
import { shortSpec } from "../findings/sinusoids.ts";
import { shortOf } from "../rotations/phases.ts";

/** One convention that the numbers may follow. */
export interface Expected {
  /** What it is called in sentences. */
  readonly name: string;
  /** What it is called in results. */
  readonly is: string | Readonly<Record<string, unknown>>;
  readonly spec: ResolvedSpec;
  /** Whether the config does not tell the pairing, so that it is not compared. */
  readonly anyPairing?: boolean;
  /** Counts of heads that vectors may have, as far as a config tells them. */
  readonly heads?: readonly number[];
  /** Whether the width was left open, so that it is the table's: a corner of a wider table would fit mistakes, too. */
  readonly isOpen?: boolean;
}

export type Expectation =
  | { readonly kind: "specs"; readonly specs: readonly Expected[]; readonly notes: readonly string[] }
  /** Numbers of another file. */
  | { readonly kind: "numbers"; readonly numbers: object };

/** The shape of the numbers, which fills in fields that presets leave open. */
export interface Shape {
  readonly rows: number;
  readonly columns: number;
}

const numberNames = ["table", "cos", "frequencies", "slopes", "bias", "before", "positionIds"];

/** Reads `expected`; undefined if there is none. */
export function readExpectation(expected: unknown, shape: Shape | undefined): Expectation | undefined {
  if (expected === undefined) return undefined;
  if (typeof expected === "string") return ofText(expected, shape);
  if (typeof expected !== "object" || expected === null || kindOf(expected) === "Array")
    throw wrongType("expected", "a preset, a spec, a config.json or numbers", expected);
  const names = Object.keys(expected);
  if (numberNames.some((name) => names.includes(name))) return { kind: "numbers", numbers: expected };
  if (names.includes("method") || names.includes("preset")) return ofSpec(expected, shape);
  if (names.includes("layers") && names.includes("notes")) return ofSpec(expected, shape); // says what to pass
  return ofConfig(expected);
}

function ofText(text: string, shape: Shape | undefined): Expectation {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    const value = parsedJson(trimmed);
    return readExpectation(value, shape)!;
  }
  if (trimmed.includes("=")) {
    const isOpen = shape !== undefined && !/(^|&)dModel=/.test(trimmed) && hasWidth(trimmed);
    const { spec, notes } = parseSpec(isOpen ? `${trimmed}&dModel=${shape.columns}` : trimmed);
    if (notes.length === 0) return ofSpec(spec, shape);
    const sentence = `expected must be a preset, a model type, or fields of a spec such as method=rope&headDim=64&pairing=halves: ${notes.join("; ")}`;
    throw rangeError(sentence, { code: "range", param: "expected", value: text });
  }
  if (Object.hasOwn(presets, trimmed)) return ofSpec({ preset: trimmed }, shape);
  const model = modelPositions({ model_type: trimmed });
  if (model.modelType !== null) {
    const read = ofConfig({ model_type: trimmed }, `the class default of ${trimmed}`);
    return read;
  }
  const sentence = `expected must be a preset, a model type, a spec or a config.json; ${show(trimmed)} is not a preset${hint(trimmed, Object.keys(presets), 6)}`;
  throw rangeError(sentence, { code: "range", param: "preset", value: text });
}

/** Whether a text names a method that has a width. */
const hasWidth = (text: string) => {
  const method = /(?:^|&)method=([\w-]+)/.exec(text)?.[1];
  const preset = /(?:^|&)preset=([\w.-]+)/.exec(text)?.[1];
  const named =
    preset === undefined
      ? method
      : (presets as Record<string, { spec: { method: string } }>)[preset]?.spec.method;
  return named !== undefined && Object.hasOwn(methods, named) && "dModel" in methods[named as "sine"].fields;
};

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const sentence = `expected looks like JSON but is not: ${(cause as Error).message}`;
    throw rangeError(sentence, { code: "range", param: "expected", value: text.slice(0, 80) });
  }
}

function ofSpec(given: object, shape: Shape | undefined): Expectation {
  const fields = given as { preset?: string; method?: string };
  const { preset, method: _, ...others } = fields;
  const specs = checkedAll(filled(fields, shape));
  const isPreset = preset !== undefined && Object.keys(others).length === 0;
  const [{ method: kind }] = specs as [ResolvedSpec];
  const family = { additive: "table", rotary: "rotation", bias: "bias" }[methods[kind].family];
  const name = isPreset ? preset : `the expected ${family}`;
  const isOpen = !("dModel" in given);
  const is = (spec: ResolvedSpec) =>
    isPreset ? preset : spec.method === "rope" ? shortOf(spec) : shortSpec(spec);
  const all = specs.map((spec): Expected => {
    const token = otherToken(spec, preset);
    if (token === undefined) return { name, is: is(spec), spec, isOpen };
    return { name: `${name} ${token ? "with" : "without"} a class token`, is: shortSpec(spec), spec, isOpen };
  });
  return { kind: "specs", specs: all, notes: [] };
}

/** Whether the spec of a grid has a class token, if its preset says otherwise. */
function otherToken(spec: ResolvedSpec, preset: string | undefined): boolean | undefined {
  if (spec.method !== "grid" || preset === undefined) return undefined;
  const { classToken } = presets[preset as keyof typeof presets].spec as { classToken?: boolean };
  return spec.classToken === (classToken ?? false) ? undefined : spec.classToken;
}

/** The specs that exist: some widths are refused. */
function checkedAll(given: readonly object[]): ResolvedSpec[] {
  const found: ResolvedSpec[] = [];
  let first: unknown;
  for (const each of given)
    try {
      found.push(checkSpec(each as unknown));
    } catch (error) {
      first ??= error;
    }
  if (found.length === 0) throw first;
  return found;
}

/** No model is wider than this: longer sides of a table are rows. */
const MOST_WIDTH = 2 ** 14;

/** Whether a side of a table may be channels. */
export const mayBeWidth = (side: number): boolean => side <= MOST_WIDTH;

/** A spec with the width and the shape of the numbers, where it leaves them open. */
function filled(given: { preset?: string; method?: string }, shape: Shape | undefined): object[] {
  const { preset, method } = given;
  const known =
    preset === undefined ? undefined : (presets as Record<string, { spec: { method: string } }>)[preset];
  const name = known?.spec.method ?? method;
  if (shape === undefined || name === undefined || !Object.hasOwn(methods, name)) return [given];
  const { fields } = methods[name as keyof typeof methods];
  const isFixed = (field: string) => field in given || (known !== undefined && field in known.spec);
  const { rows, columns } = shape;
  const widths = [...new Set([columns, rows, columns + 1])].filter(
    (width) => width === columns || mayBeWidth(width),
  );
  const isOpen = "dModel" in fields && !isFixed("dModel");
  const all = isOpen ? widths.map((dModel) => ({ dModel, ...given })) : [given];
  if (name === "fourier" && !isFixed("octaves"))
    return withOctaves({ ...known?.spec, ...given } as FourierFields, columns, given);
  if (name !== "grid" || isFixed("shape")) return all;
  const [wide] = all as [object];
  const { classToken: token = false, axes } = { ...known?.spec, ...given } as GridFields;
  const shaped = (of: object, hasToken: boolean) =>
    shapesOf(shape.rows - Number(hasToken), axes?.length ?? 2).map((sides) => ({ ...of, shape: sides }));
  if (known === undefined) return shaped(wide, token);
  // A preset fixes its class token, but its grid is also stored without it, or with one.
  const { preset: _, ...others } = wide as { preset?: string };
  return [
    ...shaped(wide, token),
    ...shaped({ ...known.spec, ...others, classToken: !token } as object, !token),
  ];
}

interface FourierFields {
  readonly dimensions?: number;
  readonly includeInput?: boolean;
}

/** The octaves that a width has: a sine and a cosine of each coordinate, and perhaps the coordinate itself. */
function withOctaves(fields: FourierFields, columns: number, given: object): object[] {
  const { dimensions: known, includeInput = false } = fields;
  const found = (known === undefined ? [3, 2, 1, 4] : [known]).flatMap((dimensions) => {
    const octaves = (columns / dimensions - Number(includeInput)) / 2;
    return Number.isInteger(octaves) && octaves > 0 ? [{ dimensions, octaves, ...given }] : [];
  });
  return found.length > 0 ? found : [given];
}

interface GridFields {
  readonly classToken?: boolean;
  readonly axes?: readonly number[];
}

/** All shapes of grids with this number of places, the squarest first. */
export function shapesOf(places: number, axes: number): number[][] {
  const found: number[][] = [];
  const divide = (rest: number, sides: number[]): void => {
    if (sides.length === axes - 1) {
      found.push([...sides, rest]);
      return;
    }
    for (let side = 1; side <= rest; side++) if (rest % side === 0) divide(rest / side, [...sides, side]);
  };
  if (places >= 1) divide(places, []);
  const spread = (sides: readonly number[]) => Math.max(...sides) / Math.min(...sides);
  return found.sort((a, b) => spread(a) - spread(b)).slice(0, MOST_SHAPES);
}

const MOST_SHAPES = 40;

/** Each kind of layer of a config.json; with two lists of factors, both lengths of text. */
function ofConfig(config: object, called = "config.json"): Expectation {
  const model = modelPositions(config);
  const found = new Map<string, Expected>();
  const parts = [
    ["", model] as const,
    ...Object.entries(model.parts).map(([name, part]) => [`${name}, `, part] as const),
  ];
  for (const [part, { layers, added }] of parts) {
    const kinds = new Set(layers.map(({ kind }) => kind));
    for (const { kind, rotary, bias, ...counts } of layers) {
      const name = `${part}${kinds.size === 1 && kind === "all" ? "" : `${kind} layers of `}${called}`;
      if (rotary !== null && rotary !== "unknown") {
        const anyPairing = rotary.pairing === null;
        const spec = { ...rotary, pairing: rotary.pairing ?? "halves" } as Rope;
        const heads = [counts.heads, counts.keyHeads].flatMap((count) => count ?? []);
        for (const [says, each] of lengthsOf(spec))
          add({
            name: `${name}${says}`,
            is: shortOf(each),
            spec: each,
            heads,
            ...(anyPairing && { anyPairing }),
          });
      }
      if (bias !== "unknown" && bias?.spec) add({ name, is: { ...bias.spec }, spec: bias.spec });
    }
    if (added !== "unknown" && added?.spec)
      add({ name: `${part}${called}`, is: { ...added.spec }, spec: added.spec });
  }
  if (found.size === 0) {
    const why = [...model.notes, ...model.unknown.map((path) => `${path} was not understood`)].slice(0, 3);
    const sentence = `expected is a config without a rotation, bias or table that can be computed${why.length === 0 ? "" : `: ${why.join("; ")}`}`;
    throw rangeError(sentence, { code: "range", param: "expected", value: called });
  }
  return { kind: "specs", specs: [...found.values()], notes: model.notes };

  function add(expected: Expected): void {
    const key = JSON.stringify(expected.spec);
    if (!found.has(key)) found.set(key, expected);
  }
}

function lengthsOf(spec: Rope): [says: string, Rope][] {
  const { scaling, currentLength } = spec;
  if (isPlain(scaling) || !("longFactor" in scaling) || currentLength !== 0) return [["", spec]];
  return [
    [", short texts", spec],
    [", long texts", { ...spec, currentLength: scaling.originalLength + 1 }],
  ];
}
