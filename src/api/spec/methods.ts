/** The table of all methods, and the types of specs that follow from it. */
import * as bias from "./bias.ts";
import { fourier, randomFourier } from "./features.ts";
import { grid } from "./grid.ts";
import { index, learned, normalizedIndex, oneHot } from "./naive.ts";
import { rope, xpos } from "./rotary.ts";
import type { Family, Given, Resolved } from "./rules.ts";
import { sine, sinusoidal } from "./sinusoidal.ts";

/** Every method, with its family and the rules of its fields: which numbers or words each takes, and its default. */
export const methods = {
  sinusoidal,
  sine,
  index,
  "normalized-index": normalizedIndex,
  "one-hot": oneHot,
  learned,
  fourier,
  "random-fourier": randomFourier,
  grid,
  rope,
  xpos,
  alibi: bias.alibi,
  t5: bias.t5,
  shaw: bias.shaw,
  "transformer-xl": bias.transformerXL,
  deberta: bias.deberta,
  swin: bias.swin,
  kerple: bias.kerple,
  sandwich: bias.sandwich,
  fire: bias.fire,
  none: bias.none,
} as const;

/** The name of a method: a key of {@link methods}. */
export type MethodName = keyof typeof methods;

type FieldsOf<M extends MethodName> = (typeof methods)[M]["fields"];

/** The fields of a method as a caller gives them. */
export type GivenFields<M extends MethodName> = Given<FieldsOf<M>>;

type SpecOf<M extends MethodName> = { [N in M]: { version?: 1 | undefined; method: N } & GivenFields<N> }[M];

/** A spec that names its method. */
export type MethodSpec<M extends MethodName = MethodName> = SpecOf<M>;

/** A spec of one method, or of any, with its preset looked up and every default filled in. */
export type ResolvedSpec<M extends MethodName = MethodName> = {
  [N in M]: Readonly<{ version: 1; method: N }> & Resolved<FieldsOf<N>>;
}[M];

type NamesOf<F extends Family> = {
  [M in MethodName]: (typeof methods)[M] extends { family: F } ? M : never;
}[MethodName];
export type AdditiveMethod = NamesOf<"additive">;
export type RotaryMethod = NamesOf<"rotary">;
