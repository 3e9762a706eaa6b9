/** The list of all rules that change RoPE's frequencies f[i] for longer texts than a model was trained with. */
import { type Conflict, choice, type Resolved } from "../spec/rules.ts";
import { dynamic, dynamicKernels, dynamicRule } from "./scaling/dynamic.ts";
import type { ScalingKernels, ScalingRule } from "./scaling/kernels.ts";
import { linear, linearKernels, linearRule } from "./scaling/linear.ts";
import { llama3, llama3Conflict, llama3Kernels, llama3Rule } from "./scaling/llama3.ts";
import { longrope, longropeConflict, longropeKernels, longropeRule } from "./scaling/longrope.ts";
import { none, noneKernels, noneRule } from "./scaling/none.ts";
import { ntk, ntkKernels, ntkRule } from "./scaling/ntk.ts";
import { noExponent } from "./scaling/other-rule.ts";
import { proportional, proportionalKernels, proportionalRule } from "./scaling/proportional.ts";
import { yarn, yarnConflict, yarnKernels, yarnRule } from "./scaling/yarn.ts";

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

const rules: { readonly [Type in keyof ScalingTypes]: ScalingRule<Resolved<ScalingTypes[Type]>> } = {
  none: noneRule,
  linear: linearRule,
  ntk: ntkRule,
  dynamic: dynamicRule,
  yarn: yarnRule,
  longrope: longropeRule,
  llama3: llama3Rule,
  proportional: proportionalRule,
};

export const scalingRuleOf = ({ type }: Pick<Scaling, "type">): ScalingRule<Scaling> =>
  rules[type] as ScalingRule<never> as ScalingRule<Scaling>;
