/** The spec of a rule: a draft of its fields, each with its path in the file, which is then checked. */
import { show } from "../../api/arguments/check.ts";
import type { PosencError } from "../../api/arguments/errors.ts";
import { scaling } from "../../api/rotary/scaling.ts";
import { checkSpec, type ResolvedSpec } from "../../api/spec.ts";
import { isCount, mostCounted } from "../types/facts.ts";
import type { Beyond } from "../types/row.ts";
import type { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import { disagreeing, type Head, headOf, setHead } from "./head.ts";
import type { Layer } from "./layers.ts";
import { evenWidth } from "./odd-width.ts";
import type { Found, Part } from "./part.ts";
import { because } from "./reasons.ts";
import type { FileRule } from "./rules.ts";
import { agreed, type RuleType, setScaling, strangers, typeOfRule } from "./scaling.ts";
import { setSections } from "./sections.ts";

export type Pairing = ResolvedSpec<"rope">["pairing"];

/** A `rope` spec. Its pairing is null if neither the file, nor the model's type, nor the caller gives it. */
export type ConfigLayer<P = Pairing | null> = P extends unknown
  ? Omit<ResolvedSpec<"rope">, "pairing"> & {
      /** Which channels form a pair; null if that is not known. */
      readonly pairing: P;
    }
  : never;

/** Reasons why the rotation of a known model has no spec. */
const reasons: Record<Beyond, string> = {
  axes: "its pairs and axes go through all heads at once",
  blocks: "each axis has a block of channels with halves of its own",
  linear:
    "its frequencies go from π/2 up, for positions from −1 to 1, and its pairs go through all heads: rotateBy takes its angles",
  time: "its angles come from times, not from counts: rotateBy takes them",
  tiled: "its sines are tiled against its pairs, which is no rotation",
  mixed: "its angles come from a learned direction for each pair and head: rotateBy takes them",
  points: "its angles come from learned or given coordinates: rotateBy takes them",
};

interface Ruled {
  rule: FileRule;
  pairing: Pairing | null;
  layers: readonly Layer[];
}

/** The spec of a rule; undefined if a field was not understood. The part then lists the field. */
export function specOf(part: Part, { rule, pairing, layers }: Ruled): ConfigLayer | undefined {
  const draft = draftOf(part, rule, headOf(part, rule.name, layers));
  const beyond = part.row?.beyond;
  if (beyond !== undefined) {
    part.misses(`rotation of ${part.type}`, `${part.type} rotates, but ${reasons[beyond]}`);
    return undefined;
  }
  const spec = draft && checked(part, draft, rule.name);
  return spec && Object.freeze({ ...spec, pairing });
}

/** The checked spec. Its pairing, which no check of another field depends on, is set later. */
function checked(part: Part, { fields, paths }: Draft, layer: string): ResolvedSpec<"rope"> | undefined {
  const spec: unknown = { ...fields, method: "rope", pairing: "halves" };
  try {
    return checkSpec(spec) as ResolvedSpec<"rope">;
  } catch (error) {
    const { param, message } = error as PosencError;
    const path = paths.get(param.replace(/\[\d+\]$/, "")) ?? param;
    part.misses(path, `${message.replace(param, path)}, so that ${layer} layers have no spec`);
    return undefined;
  }
}

function draftOf(part: Part, source: FileRule, head: Head | undefined): Draft | undefined {
  const { rule, name: layer } = source;
  const draft: Draft = { fields: {}, paths: new Map() };
  if (head === undefined) return missing(part, layer, `${part.file.path}head_dim`);
  for (const width of [head.whole, head.last])
    if (width !== undefined && !part.counts(width.value, width.path)) return missing(part, layer, width.path);
  setHead(draft, head);
  const base = baseOf(part, source);
  if (base === undefined && part.row === undefined)
    return missing(part, layer, `${part.file.path}rope_theta`);
  set(draft, "base", base);
  const type = typeOfRule(part, rule);
  if (typeof type === "string") {
    const name = nameOf(rule);
    part.misses(type, `${type} ${show(name)} has no spec${because(name)}`);
    return undefined;
  }
  const share = agreed(part, rule?.first("partial_rotary_factor"), part.inFile("partial"));
  const partial = part.use("partial", share ?? part.find("partial"));
  const wrong = setWidth(part, draft, { head, partial, type });
  if (wrong !== undefined) return missing(part, layer, wrong);
  if (!evenWidth(part, draft, { rule: type.name, path: head.whole.path })) return missing(part, layer);
  setScaling({ part, source, type, partial }, draft);
  if (part.row?.direction !== undefined) draft.fields.direction = part.row.direction;
  const areRead = setSections(part, rule, draft);
  if (!areRead || strangers(part, rule, type)) return missing(part, layer);
  return draft;
}

const nameOf = (rule: ConfigObject | undefined): unknown => rule?.first("rope_type", "type")?.value;

/** Says why layers have no spec: for a field that is missing, or for the last one that was not understood. */
function missing(part: Part, layer: string, path?: string): undefined {
  const without = `so that ${layer} layers have no spec`;
  if (path !== undefined) {
    part.misses(path, `${path} is missing or not known, ${without}`);
    return;
  }
  const last = part.unknown.at(-1)!;
  part.notes.push(`${last} is not known, ${without}${because(last.slice(last.lastIndexOf(".") + 1))}`);
}

function baseOf(part: Part, { rule, theta }: FileRule): Found | undefined {
  const own = rule?.first("rope_theta");
  const beside = part.row?.bases === undefined ? part.inFile("theta") : undefined;
  const used = own === undefined ? (theta ?? part.find("theta")) : agreed(part, own, beside);
  const base = part.use("theta", used);
  const field = part.row?.ratio;
  const ratio = field === undefined ? undefined : part.said(field);
  if (field === undefined || ratio === undefined) return base;
  return {
    value: typeof ratio === "number" ? ratio * numberIn(base?.value ?? 10000) : ratio,
    path: part.file.pathOf(field),
  };
}

/** Without the methods of an object, which may throw. */
const numberIn = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

interface Width {
  head: Head;
  /** The share of the head that rotates. */
  partial: Found | undefined;
  type: RuleType;
}

/** Sets the number of channels that rotate. Returns the path of a field that contradicts it. */
function setWidth(part: Part, draft: Draft, { head, partial, type }: Width): string | undefined {
  const wrong = disagreeing(head, partial);
  if (wrong !== undefined || head.last !== undefined || "partialRotaryFactor" in scaling.of[type.name])
    return wrong;
  const width = rotaryDim(part, head.whole, partial);
  if (typeof width === "string") return width;
  set(draft, "rotaryDim", width);
  return undefined;
}

/** The number of channels that rotate, rounded down as in transformers; or the path of the field that was not understood. */
function rotaryDim(part: Part, head: Found, partial: Found | undefined): Found | string | undefined {
  const given = part.fact("rotary");
  if (given !== undefined && !isCount(given.value)) return given.path;
  // A class with a width of its own takes null for the width of the whole model, which fits no head.
  const isNull = part.nullOf("rotary");
  const isSaid = part.inFile("rotary") !== undefined;
  if (isNull !== undefined && !isSaid && given !== undefined) return part.file.pathOf(isNull);
  if (given !== undefined && partial !== undefined) {
    const width = Math.trunc(numberIn(head.value) * numberIn(partial.value));
    if (isSaid && part.inFile("partial") !== undefined)
      agreed(part, given, { value: width, path: partial.path });
  }
  if (given !== undefined || partial === undefined) return given;
  const { value, path } = partial;
  if (typeof value !== "number" || typeof head.value !== "number") return path;
  const width = Math.trunc(head.value * value);
  if (!(width >= 0 && width <= mostCounted)) return path;
  // A class that does not know the factor rotates the whole head.
  if (value !== 1 && !part.reads("partial")) return path;
  return { value: width, path };
}
