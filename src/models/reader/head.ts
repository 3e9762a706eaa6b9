/** The width of a head, and of its last channels if a file counts them by themselves. */
import { scaling } from "../../api/rotary/scaling.ts";
import { isCount, mostCounted } from "../types/facts.ts";
import type { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import type { Layer } from "./layers.ts";
import type { Found, Part } from "./part.ts";
import { objectOfLayer } from "./per-layer.ts";
import { ruleOfKind } from "./rules.ts";
import { agreed, type RuleType } from "./scaling.ts";
import { widthsIn } from "./sections.ts";

interface Head {
  whole: Found;
  /** In latent attention, the last channels, which the file counts by themselves. */
  last?: Found | undefined;
}

/** The head of the layers with a rule. */
export function headOf(part: Part, rule: string, layers: readonly Layer[]): Head | undefined {
  const other = otherHead(part, rule, layers);
  if (other !== undefined) return { whole: other };
  const own = part.row?.latent === "parts" ? ofLayers(part, rule, layers) : undefined;
  const whole = widthOf(part, own);
  return whole && { whole, last: rotatedChannels(part, own) };
}

/** The width of heads that differ from those of other layers. Classes without a row may have it, too. */
function otherHead(part: Part, rule: string, layers: readonly Layer[]): Found | undefined {
  const { kind, field = "global_head_dim" } = part.row?.otherHead ?? {};
  if (rule !== "full_attention" && rule !== kind) return undefined;
  return ofLayers(part, rule, layers)?.first("head_dim") ?? part.file.first(field) ?? part.standard(field);
}

/** The fields of the first layer with a rule. */
function ofLayers(part: Part, rule: string, layers: readonly Layer[]): ConfigObject | undefined {
  const layer = layers.find(({ kind }) => ruleOfKind(part, kind) === rule);
  return layer && objectOfLayer(part, layer);
}

/** In latent attention, the channels that rotate. */
const rotatedChannels = (part: Part, own?: ConfigObject): Found | undefined =>
  part.row === undefined || part.row.latent !== undefined
    ? (own?.first("qk_rope_head_dim") ?? part.fact("rope"))
    : undefined;

/** The width of a head. @param layer The fields of the layer. */
function widthOf(part: Part, layer?: ConfigObject): Found | undefined {
  const rope = rotatedChannels(part, layer);
  if (rope === undefined) return wholeHead(part);
  const own = part.row?.latent === "whole" ? part.fact("head") : undefined;
  if (own !== undefined || !isCount(rope.value)) return own ?? rope;
  const nope = layer?.first("qk_nope_head_dim") ?? part.fact("nope");
  if (nope === undefined) return rope;
  return isCount(nope.value) ? { value: nope.value + rope.value, path: rope.path } : nope;
}

function wholeHead(part: Part): Found | undefined {
  const head = part.inFile("head") ?? (part.isNull("head") ? undefined : part.fact("head"));
  if (head !== undefined) return head;
  const [width, heads] = [part.fact("hidden"), part.fact("heads")];
  if (heads === undefined) return sumOfWidths(part);
  if (width === undefined || Array.isArray(heads.value)) return undefined;
  if (!isCount(width.value)) return width;
  if (!isCount(heads.value)) return heads;
  const share = part.row?.headShare ?? 1;
  return { value: Math.floor((share * width.value) / heads.value), path: width.path };
}

/** Without a number of heads, the widths of the axes make the head. */
function sumOfWidths(part: Part): Found | undefined {
  const rule = part.row?.widths;
  if (rule?.field === undefined) return undefined;
  const value = widthsIn(part, rule, 0)?.reduce((a, b) => a + b, 0);
  return { value: value ?? part.get(rule.field), path: part.file.pathOf(rule.field) };
}

interface Width {
  /** The name of the rule. */
  rule: string;
  layers: readonly Layer[];
  /** The share of the head that rotates. */
  partial: Found | undefined;
  type: RuleType;
}

/** Sets the width of the head and the channels that rotate. Returns the path of a field that is missing or contradicts them. */
export function setHead(
  part: Part,
  draft: Draft,
  { rule, layers, partial, type }: Width,
): string | undefined {
  const head = headOf(part, rule, layers);
  if (head === undefined) return `${part.file.path}head_dim`;
  const { whole, last } = head;
  for (const width of [whole, last])
    if (width !== undefined && !part.counts(width.value, width.path)) return width.path;
  set(draft, "headDim", whole);
  set(draft, "rotaryDim", last);
  if (last !== undefined)
    set(draft, "rotaryOffset", { value: Number(whole.value) - Number(last.value), path: last.path });
  const isIgnored = last !== undefined && type.name === "none" && isNotRead(part);
  const disagreement = disagreeing(head, partial);
  if (isIgnored && disagreement !== undefined) reportIgnored(part, partial!.path);
  const wrong = isIgnored ? undefined : disagreement;
  if (wrong !== undefined || last !== undefined || "partialRotaryFactor" in scaling.of[type.name])
    return wrong;
  const width = rotaryDim(part, { head: whole, partial, type });
  if (typeof width === "string") return width;
  set(draft, "rotaryDim", width);
  return undefined;
}

/** The field, if a share of the head contradicts the width of the channels that rotate. */
function disagreeing({ whole, last }: Head, share: Found | undefined): string | undefined {
  if (last === undefined || typeof share?.value !== "number") return undefined;
  const part = share.value;
  const widths = [whole.value, last.value].map((width) => Math.trunc(Number(width) * part));
  return widths.includes(Number(last.value)) ? undefined : share.path;
}

/** The number of channels that rotate, rounded down as in transformers; or the path of the field that was not understood. */
function rotaryDim(
  part: Part,
  { head, partial, type }: { head: Found; partial: Found | undefined; type: RuleType },
): Found | string | undefined {
  // The widths of axes say it.
  if (part.row?.widths !== undefined) return undefined;
  const given = part.reads("rotary") ? part.fact("rotary") : part.use("rotary", part.inFile("rotary"));
  if (given !== undefined && !isCount(given.value)) return given.path;
  // A class with a width of its own takes null for the width of the whole model, which fits no head.
  const isNull = part.nullOf("rotary");
  const isSaid = part.inFile("rotary") !== undefined;
  if (isNull !== undefined && !isSaid && given !== undefined) return part.file.pathOf(isNull);
  if (given !== undefined && partial !== undefined) {
    const width =
      typeof head.value === "number" && typeof partial.value === "number"
        ? Math.trunc(head.value * partial.value)
        : Number.NaN;
    if (isSaid && part.inFile("partial") !== undefined)
      agreed(part, given, { value: width, path: partial.path });
  }
  if (given !== undefined || partial === undefined) return given;
  const { value, path } = partial;
  if (typeof value !== "number" || typeof head.value !== "number") return path;
  const width = Math.trunc(head.value * value);
  if (!(width >= 0 && width <= mostCounted)) return path;
  if (value === 1 || part.reads("partial")) return { value: width, path };
  // A class that does not read the factor rotates the whole head, if no rule that all classes share reads it.
  if (type.name !== "none" || !isNotRead(part)) return path;
  reportIgnored(part, path);
  return undefined;
}

/** Whether the class of a type in transformers does not read a share of the head. */
const isNotRead = (part: Part) =>
  part.row !== undefined &&
  part.row.source === undefined &&
  part.row.widths === undefined &&
  !part.reads("partial");

const reportIgnored = (part: Part, path: string) =>
  part.misses(path, `${path} is not read by the class of ${part.type}`);
