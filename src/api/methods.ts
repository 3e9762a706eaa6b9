/** The table of all methods, and the types of specs that follow from it. */

import type { Encoder } from "./additive/encoder.ts";
import { fourier, fourierEncoder } from "./additive/fourier.ts";
import { grid, gridEncoder } from "./additive/grid.ts";
import { learned, learnedEncoder } from "./additive/learned.ts";
import {
  index,
  indexEncoder,
  normalizedIndex,
  normalizedIndexEncoder,
  oneHot,
  oneHotEncoder,
} from "./additive/naive.ts";
import { randomFourier, randomFourierEncoder } from "./additive/random-fourier.ts";
import { sine, sineOnlyEncoder } from "./additive/sine.ts";
import { sinusoidal, sinusoidalEncoder } from "./additive/sinusoidal.ts";
import { alibi, alibiKernels } from "./bias/alibi.ts";
import { deberta, debertaKernels } from "./bias/deberta.ts";
import { fire, fireKernels } from "./bias/fire.ts";
import type { BiasKernels } from "./bias/kernels.ts";
import { kerple, kerpleKernels } from "./bias/kerple.ts";
import { none, noneKernels } from "./bias/none.ts";
import { sandwich, sandwichKernels } from "./bias/sandwich.ts";
import { shaw, shawKernels } from "./bias/shaw.ts";
import { swin, swinKernels } from "./bias/swin.ts";
import { t5, t5Kernels } from "./bias/t5.ts";
import { transformerXL, transformerXLKernels } from "./bias/transformer-xl.ts";
import type { RotaryKernels } from "./rotary/kernels.ts";
import { rope, ropeKernels } from "./rotary/rope.ts";
import { xpos, xposKernels } from "./rotary/xpos.ts";
import type { Family, Given, SpecOf } from "./spec/rules.ts";

/** The methods by name. With `typeof`, the package's declarations keep the comments of the fields. */
type Methods = {
  readonly sinusoidal: typeof sinusoidal;
  readonly sine: typeof sine;
  readonly index: typeof index;
  readonly "normalized-index": typeof normalizedIndex;
  readonly "one-hot": typeof oneHot;
  readonly learned: typeof learned;
  readonly fourier: typeof fourier;
  readonly "random-fourier": typeof randomFourier;
  readonly grid: typeof grid;
  readonly rope: typeof rope;
  readonly xpos: typeof xpos;
  readonly alibi: typeof alibi;
  readonly t5: typeof t5;
  readonly shaw: typeof shaw;
  readonly "transformer-xl": typeof transformerXL;
  readonly deberta: typeof deberta;
  readonly swin: typeof swin;
  readonly kerple: typeof kerple;
  readonly sandwich: typeof sandwich;
  readonly fire: typeof fire;
  readonly none: typeof none;
};

/** Every method, with its family and the rules of its fields: which numbers or words each takes, and its default. */
export const methods: Methods = {
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
  alibi,
  t5,
  shaw,
  "transformer-xl": transformerXL,
  deberta,
  swin,
  kerple,
  sandwich,
  fire,
  none,
};

/** The name of a method: a key of {@link methods}. */
export type MethodName = keyof typeof methods;

type FieldsOf<M extends MethodName> = (typeof methods)[M]["fields"];

/** The fields of a method as a caller gives them. */
export type GivenFields<M extends MethodName> = Given<FieldsOf<M>>;

/** A spec that names its method. As `preset` stands before `method`, TypeScript takes a spread of specs for one with a method. */
export type MethodSpec<M extends MethodName = MethodName> = {
  [N in M]: {
    /** The version of the fields' names and meanings: 1, the only one. */
    version?: 1 | undefined;
    /** A spec names a method or a preset, not both. */
    preset?: undefined;
    /** The encoding: a key of {@link methods}. */
    method: N;
  } & GivenFields<N>;
}[M];

/** A spec of one method, or of any, with its preset looked up and every default filled in. */
export type ResolvedSpec<M extends MethodName = MethodName> = {
  [N in M]: SpecOf<Methods[N], N>;
}[M];

/** Order of sines and cosines in a row. */
export type Layout = ResolvedSpec<"sinusoidal">["layout"];

type NamesOf<F extends Family> = {
  [M in MethodName]: (typeof methods)[M] extends { family: F } ? M : never;
}[MethodName];
export type AdditiveMethod = NamesOf<"additive">;
export type RotaryMethod = NamesOf<"rotary">;
export type BiasMethod = NamesOf<"bias">;

/** The kernels of a method; only the kernels of its family are present. */
export interface Kernels<Spec> extends Encoder<Spec>, RotaryKernels<Spec>, BiasKernels<Spec> {}

/** The kernels of each method. */
const kernels: { readonly [M in MethodName]: Kernels<ResolvedSpec<M>> } = {
  sinusoidal: sinusoidalEncoder,
  sine: sineOnlyEncoder,
  index: indexEncoder,
  "normalized-index": normalizedIndexEncoder,
  "one-hot": oneHotEncoder,
  learned: learnedEncoder,
  fourier: fourierEncoder,
  "random-fourier": randomFourierEncoder,
  grid: gridEncoder,
  rope: ropeKernels,
  xpos: xposKernels,
  alibi: alibiKernels,
  t5: t5Kernels,
  shaw: shawKernels,
  "transformer-xl": transformerXLKernels,
  deberta: debertaKernels,
  swin: swinKernels,
  kerple: kerpleKernels,
  sandwich: sandwichKernels,
  fire: fireKernels,
  none: noneKernels,
};

export const kernelsOf = ({ method }: ResolvedSpec): Kernels<ResolvedSpec> =>
  kernels[method] as Kernels<never> as Kernels<ResolvedSpec>;

/** The names of the methods with a part, for messages: "t5, shaw or swin". */
export function namesWith(part: keyof Kernels<never>): string {
  const names = Object.entries(kernels).flatMap(([name, parts]) => (part in parts ? name : []));
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((text) => text !== "").join(" or ");
}
