import { checkSpec, type Posenc, type ResolvedSpec, type Spec } from "../../../src/entries/encodings.ts";
import {
  isAdditive,
  isBias,
  isRotary,
  isShown,
  learnedOf,
  methodOf,
  type ShownSpec,
} from "../../methods/methods.ts";
import { atAnyPosition } from "../../methods/rope.ts";
import { randomOptions } from "../../methods/stand-in.ts";
import type { Sample } from "../../methods/uniforms.ts";
import { formatCount } from "../../plot/numbers.ts";
import { namedEncoding } from "../controls/encoding-menu.ts";
import { specOf } from "../definition/any-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { notShown } from "../definition/rules.ts";
import { MAX_TOKENS } from "../words/tokens.ts";
import type { LayerEncoding, LayerModule, Widths } from "./attention-model.ts";

/** The encodings that need the full module. */

export async function loadAny(): Promise<LayerModule> {
  const pe = await fullModule.load();
  return {
    attention: pe.attention,
    matmul: pe.matmul,
    encodingOf,
    tableOf: (encoding, sample, tokens) => tableOf(pe, encoding, sample, tokens),
    rotated: (encoding, x, heads, side) => rotated(pe, encoding, x, heads, side),
    biasOf: (encoding, sample, heads, tokens) => biasOf(pe, encoding, sample, heads, tokens),
  };
}

export function encodingOf(text: string, widths: Widths): LayerEncoding {
  const spec = specOf(text);
  if (!isShown(spec)) {
    const sentence = `The method "${spec.method}" does not encode a sequence of words, or needs more than a width.`;
    throw notShown(sentence, text);
  }
  const named = namedEncoding(text);
  return { spec: fitted(spec, widths), title: named?.title ?? spec.method, named };
}

/** The spec in the widths of the layer; its conventions stay. */
function fitted(spec: ShownSpec, { dModel, heads }: Widths): ShownSpec {
  if (isBias(spec)) return spec;
  if (isAdditive(spec)) {
    const limited = methodOf(spec).limited?.(spec, MAX_TOKENS) ?? spec;
    return checkSpec({ ...limited, dModel } as Spec) as ShownSpec;
  }
  const headDim = dModel / heads;
  if (headDim % 2 !== 0) {
    throw new RangeError(
      `Heads of ${formatCount(headDim, "channel")} cannot be rotated, because they have no pair of channels: choose fewer heads.`,
    );
  }
  const rotaryDim = Math.max(2, 2 * Math.round(((spec.rotaryDim / spec.headDim) * headDim) / 2));
  // Words have one position, the same on all axes: sections of axes would change nothing.
  const {
    sections: _,
    interleavedSections: __,
    restartSections: ___,
    axisOfPair: ____,
    baseOfAxis: _____,
    rotaryOffset,
    ...rest
  } = spec as ResolvedSpec<"rope">;
  // The channels before those that rotate keep their share of the head.
  const most = headDim - rotaryDim;
  const before = Math.min(most, Math.round((rotaryOffset / spec.headDim) * headDim));
  return atAnyPosition(checkSpec({ ...rest, headDim, rotaryDim, rotaryOffset: before } as Spec)) as ShownSpec;
}

function tableOf(
  pe: Posenc,
  { spec }: LayerEncoding,
  sample: Sample,
  tokens: number,
): Float32Array | undefined {
  if (!isAdditive(spec)) return undefined;
  return pe.encode(spec as Spec, { length: tokens, ...randomOptions(learnedOf(spec), sample) });
}

function rotated(
  pe: Posenc,
  { spec }: LayerEncoding,
  x: Float32Array<ArrayBuffer>,
  heads: number,
  side: "query" | "key",
): Float32Array<ArrayBuffer> {
  if (!isRotary(spec)) return x;
  return pe.rotate(x, { ...spec, heads, ...(methodOf(spec).hasSides ? { side } : {}), out: x });
}

function biasOf(pe: Posenc, { spec }: LayerEncoding, sample: Sample, heads: number, tokens: number) {
  if (!isBias(spec)) return {};
  const { form } = methodOf(spec);
  if (form === "nothing") return {};
  const options = { heads, queries: tokens, keys: tokens, ...randomOptions(learnedOf(spec), sample, heads) };
  return form === "vector"
    ? { relativeBias: pe.bias(spec, { ...options, as: form }) }
    : { bias: pe.bias(spec, options) };
}
