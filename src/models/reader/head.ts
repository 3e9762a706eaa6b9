/** The width of a head, and of its last channels if a file counts them by themselves. */
import { type Layer, ruleOfKind } from "./kinds.ts";
import { type Found, isCount, type Part } from "./part.ts";
import type { Head } from "./rotated-head.ts";

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
function widthOf(part: Part): Found | undefined {
  const rope = part.knows("rope") ? part.fact("rope") : undefined;
  if (rope === undefined) return wholeHead(part);
  const own = part.supplied("head") === undefined ? undefined : part.fact("head");
  if (own !== undefined || !isCount(rope.value)) return own ?? rope;
  const nope = part.fact("nope");
  if (nope === undefined) return rope;
  return isCount(nope.value) ? { value: nope.value + rope.value, path: rope.path } : nope;
}

function wholeHead(part: Part): Found | undefined {
  const said = part.said("head");
  if (said !== undefined) return said;
  const isNull = part.fieldsOf("head").some((name) => part.file.isNull(name));
  const head = isNull ? undefined : part.fact("head");
  if (head !== undefined) return head;
  const [width, heads] = [part.fact("hidden"), part.fact("heads")];
  if (width === undefined || heads === undefined || Array.isArray(heads.value)) return undefined;
  if (!isCount(width.value)) return width;
  if (!isCount(heads.value)) return heads;
  const times = Number(part.supplied("times") ?? 1);
  return { value: Math.floor((times * width.value) / heads.value), path: width.path };
}
