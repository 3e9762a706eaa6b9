/** The encodings that a model is trained with, and how they may differ when it is evaluated. */
import { positionKinds } from "../../bindings/lab.ts";
import { word } from "../../bindings/slots.ts";
import { checkFlag, checkNumber, checkWord, readFields, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { queryScaleRules } from "../attention/query-scale.ts";
import type { QueryScale } from "../rotary/query-scale.ts";
import { type Rope, rope } from "../rotary/rope.ts";
import { scaling } from "../rotary/scaling.ts";
import { resolve } from "../spec/resolve.ts";
import type { Given } from "../spec/rules.ts";
import { type LabMethod, labMethods, methods } from "./methods.ts";

const rows: Readonly<
  Record<LabMethod, { fields: readonly FieldName[]; kind: (typeof positionKinds)[number] }>
> = methods;

/** A rule without `originalLength` uses the number of tokens in the longest trained sequence. */
type Loose<Scaling> = Scaling extends { originalLength: number }
  ? Omit<Scaling, "originalLength"> & { originalLength?: number | undefined }
  : Scaling;

/**
 * How the frequencies of a rotary encoding change for longer texts: a type of the library's `rope` with its fields. For
 * "dynamic" and "longrope", the length of a text is the length of its batch.
 */
export type LabScaling = Loose<NonNullable<Given<{ scaling: typeof scaling }>["scaling"]>>;

/** Queries at position p are multiplied by 1 + beta · ln(1 + ⌊(p + shift) / length⌋), as in Ministral 3. */
export interface LabQueryScale {
  /** How fast they grow, from −1e6 to 1e6. */
  beta: number;
  /** Tokens in each step. Default: the number of tokens in the longest trained sequence. */
  length?: number | undefined;
  /** 1 if the first token counts as number 1. Default 0. */
  shift?: number | undefined;
}

interface WithFrequencies {
  /** The base of the frequencies. Default 10000. */
  base?: number;
  /** The position of the first token. Default 0. */
  start?: number;
}

interface WithRotation extends WithFrequencies {
  /** How the frequencies change for longer texts. Default: they do not. */
  scaling?: LabScaling;
  /** How queries grow with their position. Default: they do not. In `rope-alternate` only queries that are not rotated grow, as in Llama 4. */
  queryScale?: LabQueryScale;
}

/** An encoding: its name, or its name and fields. */
export type LabEncoding =
  | LabMethod
  | { method: "alibi" | "kerple" | "fire" | "fox" }
  | {
      method: "none";
      /** How queries grow with their position. Default: they do not. */
      queryScale?: LabQueryScale;
    }
  | ({ method: "sinusoidal" | "sine" } & WithFrequencies)
  | ({
      method: "rope" | "rope-alternate";
      /** Channels of a head that are rotated: an even number. Default: all. */
      rotaryDim?: number;
    } & WithRotation)
  | ({ method: "rope-half" } & WithRotation)
  | {
      method: "learned";
      /** Rows of the table. Default: enough for eight times the longest length trained, at most 1024. */
      positions?: number;
      /** Standard deviation of the random rows at the start, from 0.001 to 1. Small rows change shape sooner. Default 0.5. */
      deviation?: number;
    }
  | {
      method: "t5";
      /** Buckets, even. Default 32. */
      buckets?: number;
      /** The distance from which all share one bucket. Default 128. */
      maxDistance?: number;
    }
  | {
      method: "shaw";
      /** The distance from which all share one vector. Default 16. */
      clip?: number;
      /** Whether values also have learned vectors. Default false. */
      values?: boolean;
    };

/** An encoding with all fields. Numbers of other encodings are at their defaults. */
export interface ResolvedEncoding {
  method: LabMethod;
  base: number;
  start: number;
  /** 0: enough rows for the longest test. */
  positions: number;
  deviation: number;
  buckets: number;
  maxDistance: number;
  clip: number;
  /** For rotary encodings only. */
  rotaryDim?: number;
  scaling?: Rope["scaling"];
  queryScale?: QueryScale;
  /** For Shaw: whether values have vectors. */
  values?: true;
}

/** Standard deviation of the rows that the kernel draws. */
export const drawnDeviation = 0.5;

const numbers = {
  base: { from: 1.5, to: 1e9, default: 10000 },
  start: { from: -(2 ** 24), to: 2 ** 24, default: 0 },
  positions: { from: 1, to: 1024, integer: true, default: 0 },
  deviation: { from: 0.001, to: 1, default: drawnDeviation },
  buckets: { from: 8, to: 256, integer: true, even: true, default: 32 },
  maxDistance: { from: 2, to: 2 ** 20, integer: true, default: 128 },
  clip: { from: 1, to: 128, integer: true, default: 16 },
} as const;

type FieldName = keyof typeof numbers | "rotaryDim" | "scaling" | "queryScale" | "values";

const names = ["method", ...Object.keys(numbers), "rotaryDim", "scaling", "queryScale", "values"] as const;

/** The sizes that an encoding's fields depend on. */
export interface EncodingPlace {
  headDim: number;
  /** Tokens of the longest sequence trained. */
  trained: number;
}

export function checkEncoding(value: unknown, place: EncodingPlace): ResolvedEncoding {
  const isName = value === undefined || typeof value === "string";
  const method = isName ? value : readOptions("encoding", value, names).method;
  const known = checkWord("encoding", method, labMethods);
  const own: readonly string[] = ["method", ...rows[known].fields];
  return resolved(known, isName ? {} : readOptions("encoding", value, own), place);
}

/** The encoding of an evaluation: missing fields are as in training; fields that decide the size of weights must be as in training. */
export function checkChange(
  value: unknown,
  trained: ResolvedEncoding,
  place: EncodingPlace,
): ResolvedEncoding {
  if (value === undefined) return trained;
  const { method } = checkEncoding(value, place);
  if (method !== trained.method) throw conflict("method", method, trained.method);
  const given = typeof value === "string" ? {} : (value as object);
  const changed = checkEncoding({ ...ownFields(trained), ...given }, place);
  for (const name of ["positions", "buckets", "clip", "values"] as const)
    if (changed[name] !== trained[name]) throw conflict(name, changed[name], trained[name]);
  return changed;
}

function conflict(param: string, value: unknown, trained: unknown) {
  const text = `${param} must be ${trained} as in training, because the weights depend on it; got ${value}`;
  return rangeError(text, { code: "conflict", param, value });
}

function resolved(
  method: LabMethod,
  given: Partial<Record<FieldName, unknown>>,
  place: EncodingPlace,
): ResolvedEncoding {
  const number = (name: keyof typeof numbers) =>
    given[name] === undefined ? numbers[name].default : checkNumber(name, given[name], numbers[name]);
  const { maxDistance } = numbers;
  const encoding: ResolvedEncoding = {
    method,
    base: number("base"),
    start: number("start"),
    positions: number("positions"),
    deviation: number("deviation"),
    buckets: number("buckets"),
    maxDistance: number("maxDistance"),
    clip: number("clip"),
  };
  if ((rows[method].fields as readonly string[]).includes("maxDistance"))
    checkNumber("maxDistance", encoding.maxDistance, { ...maxDistance, from: encoding.buckets / 2 + 1 });
  if (given.queryScale !== undefined) {
    encoding.queryScale = checkQueryScale(given.queryScale, place);
    checkNumber("start", encoding.start, { ...numbers.start, from: 0 });
  }
  if (checkFlag("values", given.values, false)) encoding.values = true;
  if (!isRotary(encoding)) return encoding;
  const rotaryDim = method === "rope-half" ? 2 * Math.ceil(place.headDim / 4) : given.rotaryDim;
  const { base } = encoding;
  const spec = ropeOf({ headDim: place.headDim, base, rotaryDim, scaling: longEnough(given.scaling, place) });
  return { ...encoding, rotaryDim: spec.rotaryDim, scaling: spec.scaling };
}

function checkQueryScale(value: unknown, { trained }: EncodingPlace): QueryScale {
  const given = readOptions("queryScale", value, ["beta", "length", "shift"]);
  const number = (name: keyof typeof queryScaleRules, otherwise = given[name]) =>
    checkNumber(`queryScale.${name}`, given[name] ?? otherwise, queryScaleRules[name]);
  return { beta: number("beta"), length: number("length", trained), shift: number("shift") };
}

/** A rule without a length gets the trained length. */
function longEnough(value: unknown, { trained }: EncodingPlace): unknown {
  if (value === undefined) return undefined;
  const given = readFields("scaling", value);
  const type = checkWord("scaling.type", given.get("type"), Object.keys(scaling.of));
  const needsLength = "originalLength" in scaling.of[type as keyof typeof scaling.of];
  const length = needsLength ? { originalLength: given.get("originalLength") ?? trained } : {};
  return { ...Object.fromEntries(given), ...length };
}

/** The library's spec of a rotation by halves, checked. */
export const ropeOf = (fields: object): Rope =>
  resolve(rope as never, new Map(Object.entries({ ...fields, pairing: "halves" }))) as never;

/** The fields that an encoding really has. */
export function ownFields(encoding: Readonly<Record<string, unknown>> | ResolvedEncoding): object {
  const fields = encoding as Readonly<Record<string, unknown>>;
  const method = fields.method as string;
  const own: readonly string[] = Object.hasOwn(methods, method) ? rows[method as LabMethod].fields : [];
  const given = own.filter((name) => name !== "positions" || fields.positions !== 0);
  return { method, ...Object.fromEntries(given.map((name) => [name, fields[name]])) };
}

export const kindOf = ({ method }: ResolvedEncoding) => word(positionKinds, rows[method].kind);

/** Hidden units of FIRE's perceptron, as in its paper. */
const fireUnits = 32;

/** Rows of the tensor of positions, with `learned` of them for a table of positions. */
export function rowsOf({ method, buckets, clip }: ResolvedEncoding, learned: number): number {
  const rows: Partial<Record<LabMethod, number>> = {
    learned,
    t5: buckets,
    fire: fireUnits,
    shaw: 2 * clip + 1,
  };
  return rows[method] ?? 0;
}

/** Whether each position has a learned row, so that longer texts have none. */
export const hasRows = ({ method }: ResolvedEncoding): boolean => rows[method].fields.includes("positions");

/** Whether frequencies rotate queries and keys. */
const isRotary = ({ method }: ResolvedEncoding): boolean => methods[method].place === "rotated";
