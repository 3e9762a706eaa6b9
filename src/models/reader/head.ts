/** The width of a head, and of its last channels if a file counts them by themselves. */
import { isCount } from "../types/facts.ts";
import { type Draft, set } from "./draft.ts";
import type { Layer } from "./layers.ts";
import type { Found, Part } from "./part.ts";
import { ruleOfKind } from "./rules.ts";

export interface Head {
  whole: Found;
  /** In latent attention, the last channels, which the file counts by themselves. */
  last?: Found | undefined;
}

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
function widthOf(part: Part): Found | undefined {
  const rope = rotatedChannels(part);
  if (rope === undefined) return wholeHead(part);
  const own = part.row?.latent === "whole" ? part.fact("head") : undefined;
  if (own !== undefined || !isCount(rope.value)) return own ?? rope;
  const nope = part.fact("nope");
  if (nope === undefined) return rope;
  return isCount(nope.value) ? { value: nope.value + rope.value, path: rope.path } : nope;
}

function wholeHead(part: Part): Found | undefined {
  const head = part.inFile("head") ?? (part.isNull("head") ? undefined : part.fact("head"));
  if (head !== undefined) return head;
  const [width, heads] = [part.fact("hidden"), part.fact("heads")];
  if (width === undefined || heads === undefined || Array.isArray(heads.value)) return undefined;
  if (!isCount(width.value)) return width;
  if (!isCount(heads.value)) return heads;
  const share = part.row?.headShare ?? 1;
  return { value: Math.floor((share * width.value) / heads.value), path: width.path };
}

export function setHead(draft: Draft, { whole, last }: Head): void {
  set(draft, "headDim", whole);
  set(draft, "rotaryDim", last);
  if (last === undefined) return;
  set(draft, "rotaryOffset", { value: Number(whole.value) - Number(last.value), path: last.path });
}

/** The field, if a share of the head contradicts the width of the channels that rotate. */
export function disagreeing({ whole, last }: Head, share: Found | undefined): string | undefined {
  if (last === undefined || typeof share?.value !== "number") return undefined;
  const part = share.value;
  const widths = [whole.value, last.value].map((width) => Math.trunc(Number(width) * part));
  return widths.includes(Number(last.value)) ? undefined : share.path;
}
