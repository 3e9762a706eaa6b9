/** The encodings that a model is trained with, and how a rotary one is stretched after training. */
import { type PositionRule, positionKinds, stretchKinds } from "../../bindings/lab.ts";
import { word } from "../../bindings/slots.ts";
import { checkNumber, checkWord, readOptions } from "../arguments/check.ts";

/** Each encoding, the fields that it has, and the kernels' word for it. */
const rules = {
  none: { fields: [], kind: "none" },
  sinusoidal: { fields: ["base"], kind: "added" },
  sine: { fields: ["base"], kind: "sines" },
  learned: { fields: ["positions"], kind: "learned" },
  rope: { fields: ["base"], kind: "rotary" },
  "rope-half": { fields: ["base"], kind: "rotaryHalf" },
  "rope-alternate": { fields: ["base"], kind: "rotaryAlternate" },
  alibi: { fields: [], kind: "bias" },
  kerple: { fields: [], kind: "kerple" },
  t5: { fields: ["buckets", "maxDistance"], kind: "t5" },
  fire: { fields: [], kind: "fire" },
  shaw: { fields: ["clip"], kind: "shaw" },
  fox: { fields: [], kind: "fox" },
} as const;

/**
 * The name of an encoding of the lab. `sine` adds sines of as many frequencies as there are channels, without cosines;
 * `rope-half` rotates half of each head's channels; `rope-alternate` rotates in the first of every two layers and has no
 * positions in the second; `kerple` subtracts a² ln(1 + b² · distance), with two learned numbers for each head; `fire` adds a
 * learned function of the distance on a scale that grows with the query's position, from a quarter of the longest sequence
 * trained on; `shaw` adds learned vectors to the keys, one for each distance, the same in all heads and layers; `fox` lets each
 * token learn how much of what came before it is forgotten, without any count of positions.
 */
export type LabMethod = keyof typeof rules;
export const labMethods = Object.keys(rules) as LabMethod[];

/** An encoding: its name, or its name and fields. */
export type LabEncoding =
  | LabMethod
  | { method: "none" | "alibi" | "kerple" | "fire" | "fox" }
  | {
      method: "sinusoidal" | "sine" | "rope" | "rope-half" | "rope-alternate";
      /** The base of the frequencies. Default 10000. */
      base?: number;
    }
  | {
      method: "learned";
      /** Rows of the table. Default: enough for eight times the longest length trained, at most 1024. */
      positions?: number;
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
    };

/** An encoding with all fields. Those that it does not have are at their defaults. */
export interface ResolvedEncoding {
  method: LabMethod;
  base: number;
  /** 0: as many as are needed. */
  positions: number;
  buckets: number;
  maxDistance: number;
  clip: number;
}

const numbers = {
  base: { from: 1.5, to: 1e9, default: 10000 },
  positions: { from: 1, to: 1024, integer: true, default: 0 },
  buckets: { from: 8, to: 256, integer: true, even: true, default: 32 },
  maxDistance: { from: 2, to: 2 ** 20, integer: true, default: 128 },
  clip: { from: 1, to: 128, integer: true, default: 16 },
} as const;

const names = ["method", ...(Object.keys(numbers) as (keyof typeof numbers)[])] as const;

export function checkEncoding(value: unknown): ResolvedEncoding {
  const isName = value === undefined || typeof value === "string";
  const method = isName ? value : readOptions("encoding", value, names).method;
  const known = checkWord("encoding", method, labMethods);
  const given = isName ? {} : readOptions("encoding", value, ["method", ...rules[known].fields] as never);
  const fields = given as Record<string, unknown>;
  const number = (name: keyof typeof numbers) =>
    fields[name] === undefined ? numbers[name].default : checkNumber(name, fields[name], numbers[name]);
  const resolved = {
    method: known,
    base: number("base"),
    positions: number("positions"),
    buckets: number("buckets"),
    maxDistance: number("maxDistance"),
    clip: number("clip"),
  };
  if (known === "t5")
    checkNumber("maxDistance", resolved.maxDistance, {
      ...numbers.maxDistance,
      from: resolved.buckets / 2 + 1,
    });
  return resolved;
}

/** An encoding with all fields, without those that it does not have. */
export function ownFields(encoding: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const method = encoding.method as string;
  const own: readonly string[] = Object.hasOwn(rules, method) ? rules[method as LabMethod].fields : [];
  const given = own.filter((name) => name !== "positions" || encoding.positions !== 0);
  return { method, ...Object.fromEntries(given.map((name) => [name, encoding[name]])) };
}

export const kindOf = ({ method }: ResolvedEncoding) => word(positionKinds, rules[method].kind);

/** A change of a rotary encoding after training. */
export interface Stretch {
  /** "linear": positions are divided by the factor; "ntk": a larger base; "yarn": slow pairs are divided, fast ones are not. */
  type: "linear" | "ntk" | "yarn";
  /** The longest length over the trained one. */
  factor: number;
}

/** Tokens that a model was trained on decide YaRN's ramp. */
export function ruleOf(
  encoding: ResolvedEncoding,
  stretch: Stretch | undefined,
  trained: number,
): PositionRule {
  return {
    base: encoding.base,
    stretch: word(stretchKinds, stretch?.type ?? "none"),
    factor: stretch?.factor ?? 1,
    originalLength: trained,
    maxDistance: encoding.maxDistance,
  };
}

export function checkStretch(value: unknown): Stretch | undefined {
  if (value === undefined) return undefined;
  const given = readOptions("stretch", value, ["type", "factor"]);
  return {
    type: checkWord("type", given.type, ["linear", "ntk", "yarn"]),
    factor: checkNumber("factor", given.factor, { from: 1, to: 1024 }),
  };
}

/** Units of FIRE's perceptron, as its paper has them. */
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

/** Whether there is a learned row for each position, and none beyond. */
export const hasRows = ({ method }: ResolvedEncoding): boolean =>
  (rules[method].fields as readonly string[]).includes("positions");

/** Whether frequencies rotate queries and keys, so that they can be stretched. */
export const isRotary = ({ method }: ResolvedEncoding): boolean => rules[method].kind.startsWith("rotary");
