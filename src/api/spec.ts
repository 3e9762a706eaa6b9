/** The spec of an encoding: plain data, its check, its text and its types. Needs no WebAssembly. */
import { type PresetSpec, presets } from "./presets.ts";
import { type MethodName, type MethodSpec, methods, type ResolvedSpec } from "./spec/methods.ts";
import { parseSpecIn, textOf } from "./spec/text.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";

export type { PresetSpec } from "./presets.ts";
export type { ResolvedSpec } from "./spec/methods.ts";

/** The sinusoidal encoding and its conventions. */
export type SinusoidalSpec = MethodSpec<"sinusoidal">;

/** Any encoding of this package, as plain data: a method with its fields, or a preset with the fields it leaves open. */
export type Spec = MethodSpec | PresetSpec;

const vocabulary: Vocabulary = { methods, presets };

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link Spec}, or anything else.
 * @returns A new frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for one out of range, or that does
 * not go with the others.
 * @example
 * checkSpec({ method: "sinusoidal", dModel: 512 }).base; // 10000
 */
export function checkSpec<M extends MethodName>(spec: MethodSpec<M>): ResolvedSpec<M>;
export function checkSpec(spec: unknown): ResolvedSpec;
export function checkSpec(spec: unknown): ResolvedSpec {
  return checkSpecIn(vocabulary, spec);
}

/**
 * The canonical text of a spec, for a link's fragment: every field, in one order, as a query string. Fields of a nested
 * object follow it with its name and a dot; numbers of a list are apart by commas.
 *
 * @param spec A {@link Spec}.
 * @returns For example `version=1&method=sine&dModel=512&base=10000&start=0&precision=exact`.
 * @throws As {@link checkSpec} does.
 * @example
 * formatSpec({ preset: "simple-pe", dModel: 16 }); // "version=1&method=sine&dModel=16&base=10000&start=0&precision=exact"
 */
export const formatSpec = (spec: Spec): string => textOf(checkSpec(spec));

/**
 * Reads the text of a spec that may come from anywhere, such as a link: what cannot be used is replaced, and a note
 * says so.
 *
 * @param text A query string, as {@link formatSpec} makes it, of which the first 65536 characters are read; `preset` may
 * stand for the fields it names. A width that is left out is that of a common model.
 * @returns The spec, and one sentence for each thing that was not taken as it stood.
 * @throws TypeError when `text` is not a string; never because of its content.
 * @example
 * parseSpec("dModel=7.5").notes; // ["dModel \"7.5\" became 8"]
 */
export const parseSpec = (text: string): { spec: ResolvedSpec; notes: string[] } =>
  parseSpecIn(vocabulary, text);
