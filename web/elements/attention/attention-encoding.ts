import {
  checkSpec,
  type MethodName,
  methods,
  type Posenc,
  presets,
  type ResolvedSpec,
  type Spec,
} from "../../../src/api/full.ts";
import { titleOf } from "../controls/encoding-choice.ts";
import { specOf } from "../figure/any-spec.ts";
import type { Draw } from "../figure/uniforms.ts";
import { MAX_TOKENS } from "../words/tokens.ts";

/**
 * The encoding of one side, and how it gets into the layer: added to the words, by turning queries and keys, or as a
 * bias on the scores. What a method would have learned is drawn, as everything here is.
 */

export interface Encoding {
  readonly title: string;
  readonly spec: ResolvedSpec;
}

/** What an encoding must fit: its width is that of the layer. */
interface Widths {
  readonly dModel: number;
  readonly heads: number;
}

/** The methods that place words in a row and need no more than a width. */
export const METHODS = [
  "none",
  "sinusoidal",
  "sine",
  "index",
  "normalized-index",
  "one-hot",
  "learned",
  "rope",
  "xpos",
  "alibi",
  "t5",
  "kerple",
  "sandwich",
  "fire",
] as const satisfies readonly MethodName[];

/** A spec as text, in full for a bare name of a method or a preset. */
export function textOf(text: string): string {
  if (text.includes("=")) return text;
  if (Object.hasOwn(presets, text)) return `preset=${text}`;
  return text === "rope" || text === "xpos" ? `method=${text}&pairing=halves` : `method=${text}`;
}

/** The encoding that a text names, in the widths of the layer; throws a RangeError with a sentence for the reader. */
export function encodingOf(text: string, widths: Widths): Encoding {
  const spec = specOf(textOf(text));
  const { method } = spec;
  if (!METHODS.some((known) => known === method)) {
    throw new RangeError(`The method "${method}" is not for words in a row, or needs more than a width.`);
  }
  return { spec: fitted(spec, widths), title: titleOf(textOf(text)) ?? method };
}

/** The same conventions in the widths of the layer. */
function fitted(spec: ResolvedSpec, { dModel, heads }: Widths): ResolvedSpec {
  if (spec.method === "learned") {
    return checkSpec({ ...spec, dModel, maxLength: Math.min(spec.maxLength, MAX_TOKENS) });
  }
  if (spec.method !== "rope" && spec.method !== "xpos") {
    return methods[spec.method].family === "additive" ? checkSpec({ ...spec, dModel } as Spec) : spec;
  }
  const headDim = dModel / heads;
  if (headDim % 2 !== 0) {
    throw new RangeError(`Heads of ${headDim} channels have no pairs to turn: choose fewer heads.`);
  }
  const rotaryDim = Math.max(2, 2 * Math.round(((spec.rotaryDim / spec.headDim) * headDim) / 2));
  // Axes are alike for words, which stand in one row.
  const {
    sections: _,
    interleavedSections: __,
    restartSections: ___,
    ...rest
  } = spec as ResolvedSpec<"rope">;
  return checkSpec({ ...rest, headDim, rotaryDim } as Spec);
}

/** What is added to the words, (tokens, dModel). */
export function tableOf(
  pe: Posenc,
  { spec }: Encoding,
  draw: Draw,
  tokens: number,
): Float32Array | undefined {
  if (methods[spec.method].family !== "additive") return undefined;
  const learned = spec.method === "learned" && { table: draw("learned", spec.maxLength * spec.dModel) };
  return pe.encode(spec as Spec, { length: tokens, ...learned });
}

/** Queries or keys, turned where the encoding turns them. */
export function turned(
  pe: Posenc,
  { spec }: Encoding,
  x: Float32Array<ArrayBuffer>,
  heads: number,
  side: "query" | "key",
): Float32Array<ArrayBuffer> {
  if (spec.method === "rope") return pe.rotate(x, { ...spec, heads, out: x });
  if (spec.method === "xpos") return pe.rotate(x, { ...spec, heads, side, out: x });
  return x;
}

/** What is added to the scores, as `pe.attention` takes it. */
export function biasOf(pe: Posenc, { spec }: Encoding, draw: Draw, heads: number, tokens: number) {
  const size = { heads, queries: tokens, keys: tokens };
  const learned = learnedBias(spec, draw, heads);
  switch (spec.method) {
    case "alibi":
    case "t5":
    case "kerple":
    case "sandwich":
      return { relativeBias: pe.bias(spec, { ...size, ...learned, as: "vector" }) };
    case "fire":
      return { bias: pe.bias(spec, { ...size, ...learned }) };
    default:
      return {};
  }
}

/** Hidden units of FIRE's perceptron. Source: Li et al. 2023, arXiv 2310.04418, section 4. */
export const FIRE_UNITS = 32;

function learnedBias(spec: ResolvedSpec, draw: Draw, heads: number) {
  switch (spec.method) {
    case "t5":
      return { table: draw("t5", spec.buckets * heads) };
    case "kerple": // both are above 0
      return { r1: draw("kerple/r1", heads).map(aboveZero), r2: draw("kerple/r2", heads).map(aboveZero) };
    case "fire":
      return {
        perceptron: {
          hiddenWeight: draw("fire/hidden", FIRE_UNITS),
          hiddenBias: draw("fire/bias", FIRE_UNITS),
          outputWeight: draw("fire/output", heads * FIRE_UNITS),
        },
      };
    default:
      return {};
  }
}

/** From [−1, 1) to (0, 1], exact in float32. */
const aboveZero = (value: number): number => (1 - value) / 2;
