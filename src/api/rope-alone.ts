/** The functions and specs of the entry that has rotary embeddings alone. */
import type { MethodSpec, ResolvedSpec } from "./methods.ts";
import { type Dispose, dispose } from "./module/dispose.ts";
import type { Engine } from "./module/engine.ts";
import { rotaryResults } from "./module/self-test.ts";
import { rope } from "./rotary/rope.ts";
import { type AttentionFactor, attentionFactor } from "./rotate/attention-factor.ts";
import { type RotaryTable, rotaryTable } from "./rotate/rotary-table.ts";
import { type Rotate, rotate } from "./rotate/rotate.ts";
import { word } from "./spec/rules.ts";
import { takingBoth } from "./spec/together.ts";
import { checkSpecIn, type Vocabulary } from "./spec/vocabulary.ts";
import { version } from "./version.ts";

/** RoPE with any rule for longer texts, as plain data. */
export type RopeSpec = Omit<MethodSpec<"rope">, "precision">;

/** RoPE among the options of a call. */
export type RopeFields = Omit<RopeSpec, "method"> & {
  /** The encoding. Default `"rope"`. */
  method?: "rope" | undefined;
};

/** The object that `load` of posenc/rotary resolves to. Its functions are synchronous, and can be used without the object. */
export interface Rotary
  extends Rotate<RopeFields>,
    RotaryTable<RopeSpec>,
    AttentionFactor<RopeSpec>,
    Dispose {}

const exact = { ...word("exact"), default: "exact" } as const;

const vocabulary: Vocabulary = {
  methods: { rope: { ...rope, fields: { ...rope.fields, precision: exact } } },
  presets: {},
  elsewhere: "posenc/full",
};

/**
 * Checks a spec of unknown origin, and fills in its defaults.
 *
 * @param spec A {@link RopeSpec}, or anything else.
 * @returns A frozen object with every field of the spec.
 * @throws TypeError for a field that is missing, unknown or of another type; RangeError for a field that is out of range or
 * conflicts with others, and for an encoding that only posenc/full has.
 * @example
 * checkSpec({ method: "rope", headDim: 128, pairing: "halves" }).base; // 10000
 */
export const checkRopeSpec = (spec: unknown): ResolvedSpec<"rope"> =>
  checkSpecIn(vocabulary, spec) as ResolvedSpec<"rope">;

const functions = (engine: Engine): Rotary =>
  Object.freeze({
    ...takingBoth(vocabulary, { rotaryTable: rotaryTable(engine, checkRopeSpec) }),
    rotate: rotate(engine, checkRopeSpec),
    attentionFactor: attentionFactor(engine, checkRopeSpec),
    dispose: dispose(engine),
  });

export const ropeAlone = { version: `${version} rotary`, functions, results: rotaryResults };
