/** The spec of an encoding: plain data, its check, its text and its types. Needs no WebAssembly. */
import { typeError } from "./arguments/errors.ts";
import {
  type AdditiveMethod,
  type BiasMethod,
  type MethodName,
  type MethodSpec,
  methods,
  type ResolvedSpec,
  type RotaryMethod,
} from "./methods.ts";
import { type PresetSpec, type PresetsOf, presets } from "./presets.ts";
import { parseSpecIn, textOf } from "./spec/text.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";

export type { ResolvedSpec } from "./methods.ts";
export type { PresetSpec } from "./presets.ts";

/** The sinusoidal encoding and its conventions. */
export type SinusoidalSpec = MethodSpec<"sinusoidal">;

/** Any encoding of this package, as plain data: a method with its fields, or a preset with the fields it leaves open. */
export type Spec = MethodSpec | PresetSpec;

type SpecOf<M extends MethodName> = MethodSpec<M> | PresetSpec<PresetsOf<M>>;

/** An encoding that is added to embeddings: for `encode` and `blocks`. */
export type AdditiveSpec = SpecOf<AdditiveMethod>;

/** A rotary encoding: for `rotaryTable`, and to spread into the options of `rotate`. */
export type RotarySpec = SpecOf<RotaryMethod>;

/** A bias on attention's scores: for `bias`, `relativeScores` and `relativeIndex`. */
export type BiasSpec = SpecOf<BiasMethod>;

export const vocabulary: Vocabulary = { methods, presets };

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link Spec}, or anything else.
 * @returns A frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for a field that is out of range or
 * conflicts with others.
 * @example
 * checkSpec({ method: "sinusoidal", dModel: 512 }).base; // 10000
 */
export function checkSpec<M extends MethodName>(spec: MethodSpec<M>): ResolvedSpec<M>;
export function checkSpec(spec: unknown): ResolvedSpec;
export function checkSpec(spec: unknown): ResolvedSpec {
  return checkSpecIn(vocabulary, spec, refuseReading) as ResolvedSpec;
}

/** Throws if the whole result of `specFromConfig` is passed, and says how to get a spec from it. */
function refuseReading(given: ReadonlyMap<string, unknown>): void {
  if (!["layers", "unknown", "notes"].every((name) => given.has(name))) return;
  const text =
    "spec must be a spec; got the result of specFromConfig. Pass one of its layers, such as .layers.all";
  throw typeError(text, { code: "type", param: "spec", value: given.get("layers") });
}

/**
 * The canonical text of a spec, for the fragment of a link: a query string with every field, in a fixed order. The fields of
 * a nested object have its name and a dot before their own; the numbers of a list are separated by commas.
 *
 * @param spec A {@link Spec}.
 * @returns For example `version=1&method=sine&dModel=512&base=10000&start=0&precision=exact`.
 * @throws As {@link checkSpec} does.
 * @example
 * formatSpec({ preset: "simple-pe", dModel: 16 }); // "version=1&method=sine&dModel=16&base=10000&start=0&precision=exact"
 */
export const formatSpec = (spec: Spec): string => textOf(checkSpec(spec));

/**
 * Reads the text of a spec that may come from anywhere, such as a link. Values that cannot be used are replaced, and a note
 * reports each of them.
 *
 * @param text A query string as {@link formatSpec} makes it, of which the first 65536 characters are read. It may have a
 * `preset` instead of the method and the fields that the preset fixes. A missing width becomes a common one.
 * @returns The spec, and one sentence for each part of the text that was changed or ignored.
 * @throws TypeError if `text` is not a string; never because of its content.
 * @example
 * parseSpec("dModel=7.5").notes; // ["dModel \"7.5\" was changed to 8"]
 */
export const parseSpec = (text: string): { spec: ResolvedSpec; notes: string[] } =>
  parseSpecIn(vocabulary, text) as { spec: ResolvedSpec; notes: string[] };
