/** The channels of a head, and those of them that rotate if they are a part by themselves. */
import { type Draft, set } from "./draft.ts";
import { type Layer, ruleOfKind } from "./kinds.ts";
import type { Found, Part } from "./part.ts";

export interface Head {
  whole: Found;
  /** In latent attention, the last channels, which the file counts by themselves. */
  last?: Found | undefined;
}

/** The head of the layers with a rule. */
export function headOf(part: Part, rule: string, layers: readonly Layer[]): Head | undefined {
  const [kind, field = "", width] = part.supplied("otherhead")?.split(":") ?? [];
  if (rule === "full_attention" || kind === rule) {
    const own = part.file.first(...(field === "" ? ["global_head_dim"] : [field]));
    const layer = layers.findIndex((layer) => ruleOfKind(part, layer.kind) === rule);
    const each = part.file.object("per_layer_config")?.object(`${layer}`)?.first("head_dim");
    const other = each ?? own ?? (width && { value: Number(width), path: `${field} of ${part.row?.type}` });
    if (other) return { whole: other };
  }
  const last = part.knows("rope") ? part.fact("rope") : undefined;
  const whole = widthOf(part);
  return whole && { whole, last };
}

/** The width of a head. */
export function widthOf(part: Part): Found | undefined {
  const rope = part.knows("rope") ? part.fact("rope") : undefined;
  if (rope === undefined) return wholeHead(part);
  const own = part.supplied("head") === undefined ? undefined : part.fact("head");
  const nope = part.number("nope") ?? 0;
  return own ?? { value: typeof rope.value === "number" ? nope + rope.value : rope.value, path: rope.path };
}

function wholeHead(part: Part): Found | undefined {
  const said = part.said("head");
  if (said !== undefined) return said;
  const isNull = part.fieldsOf("head").some((name) => part.file.isNull(name));
  const head = isNull ? undefined : part.fact("head");
  if (head !== undefined) return head;
  const [width, heads] = [part.fact("hidden"), part.fact("heads")];
  if (width === undefined || typeof heads?.value !== "number") return undefined;
  const times = Number(part.supplied("times") ?? 1);
  const value =
    typeof width.value === "number" ? Math.floor((times * width.value) / heads.value) : width.value;
  return { value, path: width.path };
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
