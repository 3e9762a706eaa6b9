/** The spec of an encoding: plain data, its schema, its defaults and its text form. Needs no WebAssembly. */
import { checkNumber, checkWord, type NumberRule, readOptions } from "./check.ts";
import { type PresetName, presets } from "./presets.ts";

/** Where the sine and the cosine of pair i stand in a row of `dModel` channels: at sine + i·step and cosine + i·step. */
export const layouts = {
  /** sin, cos, sin, cos, …, as in the paper. */
  interleaved: () => ({ sine: 0, cosine: 1, step: 2 }),
  /** All sines, then all cosines. */
  halves: (dModel: number) => ({ sine: 0, cosine: dModel / 2, step: 1 }),
} as const;

export type Layout = keyof typeof layouts;
export const layoutNames = Object.keys(layouts) as Layout[];

/** The sinusoidal encoding: sin and cos of position · base^(−2i/dModel), for i = 0 … dModel/2 − 1. */
export interface SinusoidalSpec {
  method: "sinusoidal";
  /** Width of the embedding, in channels: an even integer from 2 to 65536. */
  dModel: number;
  /** The slowest pair's period is 2π · base^(1 − 2/dModel) positions. From 1e-9 to 1e300; default 10000. */
  base?: number | undefined;
  /** Order of sines and cosines in a row. Default `"interleaved"`, as in the paper. */
  layout?: Layout | undefined;
}

/** A spec by name: the conventions of a published model or text, with the field it leaves open. */
export interface PresetSpec {
  preset: PresetName;
  /** Width of the embedding, in channels: an even integer from 2 to 65536. */
  dModel: number;
}

/** Every encoding of this package, as plain data. */
export type Spec = SinusoidalSpec | PresetSpec;

/** A spec with its preset looked up and every default filled in. */
export type ResolvedSpec = Readonly<{
  method: "sinusoidal";
  dModel: number;
  base: number;
  layout: Layout;
}>;

/** What the numbers of a spec must be, with their defaults. */
export const numberFields = {
  dModel: { from: 2, to: 65536, integer: true, even: true },
  base: { from: 1e-9, to: 1e300, default: 10000 },
} as const satisfies Record<string, NumberRule>;

export const methods = ["sinusoidal"] as const;
export const presetNames = Object.keys(presets) as PresetName[];

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link Spec}, or anything else.
 * @returns A new frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for one out of range.
 * @example
 * checkSpec({ method: "sinusoidal", dModel: 512 }).base; // 10000
 */
export function checkSpec(spec: unknown): ResolvedSpec {
  const { preset, ...fields } = readOptions("spec", spec, ["preset", "method", "dModel", "base", "layout"]);
  if (preset === undefined) return checkFields(fields);
  const name = checkWord("preset", preset, presetNames);
  const { dModel } = readOptions("a spec with a preset", withoutUndefined(fields), ["dModel"]);
  return checkFields({ ...presets[name].spec, dModel });
}

function checkFields(fields: Partial<Record<keyof ResolvedSpec, unknown>>): ResolvedSpec {
  return Object.freeze({
    method: checkWord("method", fields.method, methods),
    dModel: checkNumber("dModel", fields.dModel, numberFields.dModel),
    base: checkNumber("base", fields.base, numberFields.base),
    layout: checkWord("layout", fields.layout, layoutNames, "interleaved"),
  });
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
