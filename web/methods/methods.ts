import type { MethodName, ResolvedSpec } from "../../src/entries/encodings.ts";
import { alibi } from "./alibi.ts";
import { fire } from "./fire.ts";
import { kerple } from "./kerple.ts";
import { learned } from "./learned.ts";
import type { AdditiveMethod, BiasMethod, Method, RotaryMethod } from "./method.ts";
import { none, normalizedIndex, oneHot, plainIndex } from "./naive.ts";
import { rope } from "./rope.ts";
import { sandwich } from "./sandwich.ts";
import { sine } from "./sine.ts";
import { sinusoidal } from "./sinusoidal.ts";
import type { StandIns } from "./stand-in.ts";
import { t5 } from "./t5.ts";
import { xpos } from "./xpos.ts";

/** The methods of figures, in menu order: methods for a sequence of words that need only a width. */
const methods = {
  none,
  sinusoidal,
  sine,
  learned,
  index: plainIndex,
  "normalized-index": normalizedIndex,
  "one-hot": oneHot,
  rope,
  xpos,
  alibi,
  t5,
  kerple,
  sandwich,
  fire,
} as const satisfies { [M in MethodName]?: Method<M> };

export type ShownMethod = keyof typeof methods;
export type ShownSpec = ResolvedSpec<ShownMethod>;

type NamesOf<F extends Method<MethodName>["family"]> = {
  [M in ShownMethod]: (typeof methods)[M] extends { family: F } ? M : never;
}[ShownMethod];

export type AdditiveSpec = ResolvedSpec<NamesOf<"additive">>;
export type RotarySpec = ResolvedSpec<NamesOf<"rotary">>;
export type BiasSpec = ResolvedSpec<NamesOf<"bias">>;

export const METHODS = Object.keys(methods) as ShownMethod[];

export const isMethod = (name: string): name is ShownMethod => Object.hasOwn(methods, name);

export const methodNamed = (name: ShownMethod): Method<ShownMethod> => methods[name];

/** The spec of a method as text, with the usual values of its required fields. */
export function usualText(name: ShownMethod): string {
  const { usual } = methodNamed(name);
  return `method=${name}${usual === undefined ? "" : `&${usual}`}`;
}

export const isShown = (spec: ResolvedSpec): spec is ShownSpec => isMethod(spec.method);

const isOf = (spec: ResolvedSpec, family: string) =>
  isShown(spec) && methodNamed(spec.method).family === family;
export const isAdditive = (spec: ResolvedSpec): spec is AdditiveSpec => isOf(spec, "additive");
export const isRotary = (spec: ResolvedSpec): spec is RotarySpec => isOf(spec, "rotary");
export const isBias = (spec: ResolvedSpec): spec is BiasSpec => isOf(spec, "bias");

export function methodOf<S extends AdditiveSpec>(spec: S): AdditiveMethod<S["method"]>;
export function methodOf<S extends RotarySpec>(spec: S): RotaryMethod<S["method"]>;
export function methodOf<S extends BiasSpec>(spec: S): BiasMethod<S["method"]>;
export function methodOf<S extends ShownSpec>(spec: S): Method<S["method"]>;
export function methodOf({ method }: ShownSpec) {
  return methodNamed(method);
}

/** Whether the method ignores positions. */
export function addsNothing(name: ShownMethod): boolean {
  const row = methodNamed(name);
  return row.family === "bias" && row.form === "nothing";
}

/** Whether presets of the method have a picture: a learned table has none before training. */
export function hasPicture(name: MethodName): boolean {
  const row = isMethod(name) ? methodNamed(name) : undefined;
  return row?.family !== "additive" || row.learned === undefined;
}

/** Stand-ins for the learned parameters of a spec, if it has any. */
export const learnedOf = (spec: ShownSpec): StandIns => methodOf(spec).learned?.(spec) ?? {};

/** Python that makes `bias` of `head` of `heads` from the positions `query` and `key`. */
export const biasPython = (spec: BiasSpec): string =>
  `distance = abs(query - key)\n${methodOf(spec).python(spec)}`;
