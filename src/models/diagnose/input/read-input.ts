/** Reads the options of a call: what kind of numbers it has, and what is known of them. */
import { checkNumber, checkWord, type Unchecked } from "../../../api/arguments/check.ts";
import { typeError } from "../../../api/arguments/errors.ts";
import { readList } from "./read.ts";

export const inputNames = [
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
  "shape",
  "order",
  "start",
  "boundaries",
  "grids",
  "spatialMerge",
  "rule",
  "segments",
] as const;

export type Input = Unchecked<(typeof inputNames)[number]>;

/** The names that decide the kind, each with the others that it goes with. */
const kinds = {
  table: ["positions", "width", "shape"],
  frequencies: [],
  cos: ["sin", "positions", "width", "shape"],
  sin: ["positions", "width", "shape"],
  slopes: [],
  bias: ["width", "shape"],
  positionIds: ["mask", "start", "boundaries", "grids", "spatialMerge", "rule", "segments"],
  before: ["after", "positions", "heads", "width", "shape", "order"],
} as const;

type Kind = keyof typeof kinds;

export interface Context {
  readonly print: Print;
  /** Relative differences that count as equal. */
  readonly allow: number;
  readonly expected: unknown;
  readonly scaled: unknown;
}

/** Half a unit in the last place of a short float. */
const allowances = { float16: 2 ** -11, bfloat16: 2 ** -8 } as const;

export const allowedIn = (allow: unknown): number =>
  allow === undefined ? 0 : allowances[checkWord("allow", allow, ["float16", "bfloat16"])];

interface Print {
  readonly decimals: number | undefined;
  readonly digits: number | undefined;
}

export function printOf({
  decimals,
  digits,
}: {
  readonly decimals?: unknown;
  readonly digits?: unknown;
}): Print {
  const count = (param: string, value: unknown, from: number) =>
    value === undefined ? undefined : checkNumber(param, value, { from, to: 17, integer: true });
  return { decimals: count("decimals", decimals, 0), digits: count("digits", digits, 1) };
}

export function kindOfInput(input: Input): Kind {
  const named = Object.keys(input).filter((name) => input[name as keyof Input] !== undefined);
  const found = (Object.keys(kinds) as Kind[]).filter((kind) => named.includes(kind));
  const [kind] = found;
  const isCache = found.join() === "cos,sin";
  if (kind === undefined || (found.length > 1 && !isCache)) {
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

export const widthOf = ({ width }: Input) =>
  width === undefined ? undefined : checkNumber("width", width, { from: 1, to: 65536, integer: true });

export const shapeOf = ({ shape }: Input): number[] | undefined =>
  shape === undefined ? undefined : [...readList("shape", shape)];
