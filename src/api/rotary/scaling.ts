/** The list of all rules that change RoPE's frequencies f[i] for longer texts than a model was trained with. */
import { type Conflict, choice, type Resolved } from "../spec/rules.ts";
import { dynamic, dynamicKernels } from "./scaling/dynamic.ts";
import type { ScalingKernels } from "./scaling/kernels.ts";
import { linear, linearKernels } from "./scaling/linear.ts";
import { llama3, llama3Conflict, llama3Kernels } from "./scaling/llama3.ts";
import { longrope, longropeConflict, longropeKernels } from "./scaling/longrope.ts";
import { none, noneKernels } from "./scaling/none.ts";
import { ntk, ntkKernels } from "./scaling/ntk.ts";
import { noExponent } from "./scaling/other-rule.ts";
import { proportional, proportionalKernels } from "./scaling/proportional.ts";
import { yarn, yarnConflict, yarnKernels } from "./scaling/yarn.ts";

/** The rules by name. With `typeof`, the package's declarations keep the comments of the fields. */
type ScalingTypes = {
  readonly none: typeof none;
  readonly linear: typeof linear;
  readonly ntk: typeof ntk;
  readonly dynamic: typeof dynamic;
  readonly yarn: typeof yarn;
  readonly longrope: typeof longrope;
  readonly llama3: typeof llama3;
  readonly proportional: typeof proportional;
};

const types: ScalingTypes = { none, linear, ntk, dynamic, yarn, longrope, llama3, proportional };

export const scaling = choice("none", types);

type Scaling = Resolved<{ scaling: typeof scaling }>["scaling"];

interface Spec {
  rotaryDim: number;
  base: number;
  scaling: Scaling;
}

/** Conflicts between the fields of a type, each of which is right by itself. */
const conflicts: { readonly [Type in keyof ScalingTypes]?: (spec: never) => Conflict | undefined } = {
  ntk: noExponent,
  dynamic: noExponent,
  yarn: yarnConflict,
  longrope: longropeConflict,
  llama3: llama3Conflict,
};

export const scalable = (spec: Spec): Conflict | undefined => conflicts[spec.scaling.type]?.(spec as never);

const kernels: { readonly [Type in keyof ScalingTypes]: ScalingKernels<Resolved<ScalingTypes[Type]>> } = {
  none: noneKernels,
  linear: linearKernels,
  ntk: ntkKernels,
  dynamic: dynamicKernels,
  yarn: yarnKernels,
  longrope: longropeKernels,
  llama3: llama3Kernels,
  proportional: proportionalKernels,
};

export const scalingKernelsOf = ({ type }: Scaling): ScalingKernels<Scaling> =>
  kernels[type] as ScalingKernels<never> as ScalingKernels<Scaling>;
