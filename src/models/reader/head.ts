/** The width of a head, and of its last channels if a file counts them by themselves. */
<<<<<<< HEAD
import { type Layer, ruleOfKind } from "./kinds.ts";
import { type Found, isCount, type Part } from "./part.ts";
import type { Head } from "./rotated-head.ts";
=======
import { type Draft, set } from "./draft.ts";
import type { Layer } from "./layers.ts";
import type { Found, Part } from "./part.ts";
import { ruleOfKind } from "./rules.ts";

export interface Head {
  whole: Found;
  /** In latent attention, the last channels, which the file counts by themselves. */
  last?: Found | undefined;
}
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)

/** The head of the layers with a rule. */
export function headOf(part: Part, rule: string, layers: readonly Layer[]): Head | undefined {
  const other = otherHead(part, rule, layers);
  if (other !== undefined) return { whole: other };
  const whole = widthOf(part);
  return whole && { whole, last: rotatedChannels(part) };
}

/** The width of heads that differ from those of other layers. Classes without a row may have it, too. */
function otherHead(part: Part, rule: string, layers: readonly Layer[]): Found | undefined {
  const { kind, field = "global_head_dim" } = part.row?.otherHead ?? {};
  if (rule !== "full_attention" && rule !== kind) return undefined;
  const layer = layers.findIndex((layer) => ruleOfKind(part, layer.kind) === rule);
  const each = part.file.object("per_layer_config")?.object(`${layer}`)?.first("head_dim");
  return each ?? part.file.first(field) ?? part.standard(field);
}

/** In latent attention, the channels that rotate. */
const rotatedChannels = (part: Part): Found | undefined =>
  part.row === undefined || part.row.latent !== undefined ? part.fact("rope") : undefined;

/** The width of a head. */
<<<<<<< HEAD
function widthOf(part: Part): Found | undefined {
  const rope = part.knows("rope") ? part.fact("rope") : undefined;
  if (rope === undefined) return wholeHead(part);
  const own = part.supplied("head") === undefined ? undefined : part.fact("head");
  if (own !== undefined || !isCount(rope.value)) return own ?? rope;
  const nope = part.fact("nope");
  if (nope === undefined) return rope;
  return isCount(nope.value) ? { value: nope.value + rope.value, path: rope.path } : nope;
=======
export function widthOf(part: Part): Found | undefined {
  const rope = rotatedChannels(part);
  if (rope === undefined) return wholeHead(part);
  if (part.row?.latent === "whole") return part.fact("head");
  const nope = part.number("nope") ?? 0;
  return { value: typeof rope.value === "number" ? nope + rope.value : rope.value, path: rope.path };
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
}

function wholeHead(part: Part): Found | undefined {
  const head = part.inFile("head") ?? (part.isNull("head") ? undefined : part.fact("head"));
  if (head !== undefined) return head;
  const [width, heads] = [part.fact("hidden"), part.fact("heads")];
<<<<<<< HEAD
  if (width === undefined || heads === undefined || Array.isArray(heads.value)) return undefined;
  if (!isCount(width.value)) return width;
  if (!isCount(heads.value)) return heads;
  const times = Number(part.supplied("times") ?? 1);
  return { value: Math.floor((times * width.value) / heads.value), path: width.path };
=======
  if (width === undefined || typeof heads?.value !== "number") return undefined;
  const share = part.row?.headShare ?? 1;
  const value =
    typeof width.value === "number" ? Math.floor((share * width.value) / heads.value) : width.value;
  return { value, path: width.path };
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
}

export function setHead(draft: Draft, { whole, last }: Head): void {
  set(draft, "headDim", whole);
  set(draft, "rotaryDim", last);
  if (last === undefined) return;
  set(draft, "rotaryOffset", { value: Number(whole.value) - Number(last.value), path: last.path });
}

/** The field, if a share of the head contradicts the width of the channels that rotate. */
export function disagreeing({ whole, last }: Head, share: Found | undefined): string | undefined {
  if (last === undefined || share === undefined) return undefined;
  const widths = [whole.value, last.value].map((width) => Math.trunc(Number(width) * Number(share.value)));
  return widths.includes(Number(last.value)) ? undefined : share.path;
}
