/** Numbers of heads and their widths in a layer. */
import { isCount } from "../types/facts.ts";
import type { Layer } from "./layers.ts";
import type { Part } from "./part.ts";

export interface Sizes {
  readonly heads: number | null;
  readonly keyHeads: number | null;
  readonly headDim: number | null;
  readonly valueDim: number | null;
}

const encoder = {
  heads: ["encoder_attention_heads", "encoder_num_attention_heads", "num_encoder_attention_heads"],
  width: ["encoder_hidden_size"],
};
const decoder = {
  heads: ["decoder_attention_heads", "decoder_num_attention_heads", "num_decoder_attention_heads"],
  width: ["decoder_hidden_size"],
};

/** Names of the heads and of the width of a stack, in files with two. */
const ofStack: Readonly<Record<string, { heads: readonly string[]; width: readonly string[] }>> = {
  encoder,
  "encoder of images": encoder,
  decoder,
  "box queries": decoder,
  frames: decoder,
};

/** The names of all of them. */
export const namesOfStacks = Object.values(ofStack).flatMap(({ heads, width }) => [...heads, ...width]);

const count = (value: unknown): number | null => (isCount(value) ? value : null);

/** @param width The width of the head in layers without a stack of their own. */
export function sizesOf(part: Part, layer: Layer, width: number | null): Sizes {
  const heads = headsOf(part, layer.kind);
  const headDim = count(widthOfStack(part, layer.kind, heads) ?? width);
  return { heads, keyHeads: keyHeadsOf(part, heads), headDim, valueDim: valueDimOf(part, headDim) };
}

const firstOf = (part: Part, names: readonly string[] = []): unknown =>
  names.map((name) => part.get(name)).find((value) => value !== undefined);

function headsOf(part: Part, kind: string): number | null {
  const isOne = part.row?.stacks === undefined || part.row.fields?.heads !== undefined;
  const own = isOne ? undefined : count(firstOf(part, ofStack[kind]?.heads));
  return own ?? part.size("heads") ?? null;
}

/** The width of a head of a stack with a width of its own, if no field gives the width of heads. */
function widthOfStack(part: Part, kind: string, heads: number | null): number | undefined {
  if (part.row?.stacks === undefined || part.find("head") !== undefined) return undefined;
  const width = firstOf(part, ofStack[kind]?.width) ?? part.value("hidden");
  return typeof width === "number" && heads !== null ? Math.floor(width / heads) : undefined;
}

/** As many as queries have, where neither the file nor the class says another number. */
function keyHeadsOf(part: Part, heads: number | null): number | null {
  // In latent attention keys are made for every head.
  if (part.row?.latent !== undefined || part.isNull("keyHeads")) return heads;
  const said = part.size("keyHeads") ?? null;
  if (part.row === undefined || said !== null || part.inFile("keyHeads") !== undefined) return said;
  return heads;
}

function valueDimOf(part: Part, headDim: number | null): number | null {
  const own = part.row?.latent !== undefined || part.has("v_head_dim") ? count(part.get("v_head_dim")) : null;
  return own ?? headDim;
}
