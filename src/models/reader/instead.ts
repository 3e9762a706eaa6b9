/** Positions without a rotation: an encoding that is added to embeddings, or a bias on scores. */
import type { PosencError } from "../../api/arguments/errors.ts";
import { checkSpec, type ResolvedSpec } from "../../api/spec.ts";
import type { Part } from "./part.ts";

interface Kind<Name extends string, Spec> {
  /** What it is. It decides the type of `spec`. */
  readonly kind: Name;
  /** The spec; null if there is none for this kind, or if a field is not known. */
  readonly spec: Spec;
}

/** An encoding that is added to embeddings: `convolution` is one over neighbouring embeddings. */
export type AddedPositions =
  | Kind<"learned", ResolvedSpec<"learned"> | null>
  | Kind<"sinusoidal" | "convolution", null>;

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
        scaled: part.supplied("scaled") !== undefined,
      }) as BiasPositions,
  });

function checked<S>(part: Part, made: Made | undefined): S | null {
  if (made === undefined) return null;
  try {
    return checkSpec(made.spec as never) as S;
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
  const fields = { dModel: part.said("hidden")?.path ?? "", maxLength: part.said("length")?.path ?? "" };
  return { spec: { method: "learned", dModel, maxLength }, fields };
});

const readers: Record<string, Reader> = {
  /** LayoutLM adds a bias, too, unless its file switches it off. */
  learned(part) {
    const field = part.supplied("biased");
    const isBiased = field !== undefined && part.file.get(field) !== false;
    return isBiased
      ? { ...learned(part), bias: biases("buckets", () => undefined)(part).bias }
      : learned(part);
  },
  sinusoidal: (part) => {
    const [stack, kind] = part.supplied("also")?.split(":") ?? [];
    if (kind !== undefined) part.notes.push(`the ${stack} of ${part.row?.type} has ${kind} positions`);
    return adds("sinusoidal", () => undefined)(part);
  },
  convolution: adds("convolution", () => undefined),
  alibi: (part) => {
    const own = part.file.object("attn_config");
    const most = own?.get("alibi_bias_max") ?? part.file.get("alibi_bias_max") ?? 8;
    const biasMax =
      own?.get("alibi_bias_max") === undefined ? "alibi_bias_max" : "attn_config.alibi_bias_max";
    return biases("alibi", () => ({ spec: { method: "alibi", biasMax: most }, fields: { biasMax } }))(part);
  },
  disentangled: (part) => {
    const isBiased = part.file.get("relative_attention") ?? part.supplied("relative") !== undefined;
    const isAdded = part.file.get("position_biased_input") ?? part.supplied("relative") === undefined;
    return {
      added: isAdded === true ? learned(part).added : null,
      bias: isBiased === true ? biases("disentangled", () => undefined)(part).bias : () => null,
    };
  },
  t5: biases("t5", (part, layer) => ({
    spec: {
      method: "t5",
      buckets: part.file.get("relative_attention_num_buckets") ?? 32,
      maxDistance: part.file.get("relative_attention_max_distance") ?? 128,
      bidirectional: layer !== "decoder",
    },
    fields: {
      buckets: "relative_attention_num_buckets",
      maxDistance: "relative_attention_max_distance",
    },
  })),
};

/** @param how The word of the table. */
export function insteadOf(part: Part, how: string): Instead {
  const made = readerOf(how)(part);
  const absolute = isOn(part, "absolute");
  return {
    added: absolute === undefined ? made.added : absolute ? learned(part).added : null,
    bias: isOn(part, "bias") === false ? nothing.bias : made.bias,
  };
}

function readerOf(how: string): Reader {
  if (how === "none") return () => nothing;
  return Object.hasOwn(readers, how) ? readers[how]! : biases(how, () => undefined);
}

/** Reads `field,other:true`: whether one of the fields is true, or, without them, whether `:true` is there. */
function isOn(part: Part, fact: string): boolean | undefined {
  const [fields, otherwise] = part.supplied(fact)?.split(":") ?? [];
  const said = fields?.split(",").flatMap((field) => part.file.get(field) ?? []);
  return said?.length === 0 ? otherwise === "true" : said?.includes(true);
}
