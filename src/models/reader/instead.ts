/** Positions without a rotation: an encoding that is added to embeddings, or a bias on scores. */
import type { PosencError } from "../../api/arguments/errors.ts";
import { checkSpec, type ResolvedSpec } from "../../api/spec.ts";
import type { Positions } from "../types/row.ts";
import type { Part } from "./part.ts";

interface Kind<Name extends string, Spec> {
  /** What it is. It decides the type of `spec`. */
  readonly kind: Name;
  /** The spec; null if there is none for this kind, or if a field is not known. */
  readonly spec: Spec;
}

/** An encoding that is added to embeddings: `convolution` is one over neighbouring embeddings. */
export type AddedPositions = (
  | Kind<"learned", ResolvedSpec<"learned"> | null>
  | Kind<"sinusoidal" | "convolution", null>
) & {
  /** It is added to queries and keys in every layer, not once to embeddings, as in DETR. */
  readonly everyLayer?: true;
};

/** Kinds of biases that have no spec here. */
type OtherBias = "relative" | "buckets" | "disentangled" | "window-table" | "log-spaced" | "decomposed";

/**
 * A bias on scores that depends on positions. Kinds without a spec: `relative` (products of queries or keys with embeddings of
 * distances), `buckets`, `disentangled` (DeBERTa), `window-table` (Swin, BEiT), `log-spaced` (Swin v2), `decomposed` (a table
 * for each axis).
 */
export type BiasPositions = (
  | Kind<"alibi", ResolvedSpec<"alibi"> | null>
  | Kind<"t5", ResolvedSpec<"t5"> | null>
  | Kind<OtherBias, null>
) & {
  /** Whether the bias is added before the multiplication by `softmaxScale`. */
  readonly scaled: boolean;
};

export interface Instead {
  added: AddedPositions | null;
  bias(kind: string): BiasPositions | null;
}

type Reader = (part: Part) => Instead;

const nothing: Instead = { added: null, bias: () => null };

/** A spec, and the field of the file that each of its fields comes from. */
interface Made {
  spec: object;
  fields: Readonly<Record<string, string>>;
}

const adds =
  (kind: string, specOf: (part: Part) => Made | undefined): Reader =>
  (part) => ({
    ...nothing,
    added: { kind, spec: checked(part, specOf(part)) } as AddedPositions,
  });

const biases =
  (kind: string, specOf: (part: Part, layer: string) => Made | undefined): Reader =>
  (part) => ({
    ...nothing,
    bias: (layer) =>
      ({
        kind,
        spec: checked(part, specOf(part, layer)),
        scaled: part.row?.scaled ?? false,
      }) as BiasPositions,
  });

function checked<S>(part: Part, made: Made | undefined): S | null {
  if (made === undefined) return null;
  const spec: unknown = made.spec;
  try {
    return checkSpec(spec) as S;
  } catch (error) {
    const { param, message } = error as PosencError;
    const path = part.file.pathOf(made.fields[param] ?? param);
    part.misses(path, message.replace(param, path));
    return null;
  }
}

const learned = adds("learned", (part) => {
  const [dModel, maxLength] = [part.size("hidden"), part.size("length")];
  if (dModel === undefined || maxLength === undefined) return undefined;
  const fields = { dModel: part.inFile("hidden")?.path ?? "", maxLength: part.inFile("length")?.path ?? "" };
  return { spec: { method: "learned", dModel, maxLength }, fields };
});

/** Positions without a reader of their own are biases that have no spec. */
const readers: Partial<Record<Positions, Reader>> = {
  none: () => nothing,
  /** LayoutLM adds a bias, too, unless its file switches it off. */
  learned(part) {
    const field = part.row?.biased;
    const isBiased = field !== undefined && part.said(field) !== false;
    return isBiased
      ? { ...learned(part), bias: biases("buckets", () => undefined)(part).bias }
      : learned(part);
  },
  sinusoidal: (part) => {
    for (const [stack, kind] of Object.entries(part.row?.also ?? {}))
      part.notes.push(`the ${stack} of ${part.type} has ${kind} positions`);
    return adds("sinusoidal", () => undefined)(part);
  },
  convolution: adds("convolution", () => undefined),
  alibi: (part) => {
    const own = part.inside("attn_config", "alibi_bias_max");
    const most = own ?? part.said("alibi_bias_max") ?? 8;
    const biasMax = own === undefined ? "alibi_bias_max" : "attn_config.alibi_bias_max";
    return biases("alibi", () => ({ spec: { method: "alibi", biasMax: most }, fields: { biasMax } }))(part);
  },
  disentangled: (part) => ({
    added: part.get("position_biased_input") === true ? learned(part).added : null,
    bias:
      part.get("relative_attention") === true
        ? biases("disentangled", () => undefined)(part).bias
        : nothing.bias,
  }),
  t5: biases("t5", (part, layer) => ({
    spec: {
      method: "t5",
      buckets: part.get("relative_attention_num_buckets"),
      maxDistance: part.get("relative_attention_max_distance"),
      bidirectional: layer !== "decoder",
    },
    fields: {
      buckets: "relative_attention_num_buckets",
      maxDistance: "relative_attention_max_distance",
    },
  })),
};

export function insteadOf(part: Part, positions: Positions): Instead {
  const made = (readers[positions] ?? biases(positions, () => undefined))(part);
  const isAdded = isOn(part, part.row?.learned);
  const isOff = isAdded === false && positions === "learned";
  const beside = part.row?.adds === undefined ? null : readers[part.row.adds]!(part).added;
  const added = beside ?? (isAdded === true ? learned(part).added : isOff ? null : made.added);
  return {
    // Tables for rows and for columns have no spec.
    added: added && part.row?.everyLayer ? { kind: added.kind, spec: null, everyLayer: true } : added,
    bias: isOn(part, part.row?.bias) === false ? nothing.bias : made.bias,
  };
}

/** Whether one of the fields is true, in the file or, if it has none of them, by the class. */
function isOn(part: Part, fields: readonly string[] | undefined): boolean | undefined {
  const said = fields?.flatMap((field) => part.said(field) ?? []);
  return said?.length === 0 ? fields!.some((field) => part.get(field) === true) : said?.includes(true);
}
