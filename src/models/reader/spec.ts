/** The spec of a rule: a draft of its fields, each with its path in the file, which is then checked. */
import { show } from "../../api/arguments/check.ts";
import type { PosencError } from "../../api/arguments/errors.ts";
import { power } from "../../api/rotary/elementary.ts";
import { checkSpec, type ResolvedSpec } from "../../api/spec.ts";
import type { Beyond } from "../types/row.ts";
import { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import { setHead } from "./head.ts";
import type { Layer } from "./layers.ts";
import type { Found, Part } from "./part.ts";
import { because } from "./reasons.ts";
import type { FileRule } from "./rules.ts";
import { agreed, setScaling, typeOfRule } from "./scaling.ts";
import { setSections } from "./sections.ts";

/** Rules that change each frequency by itself, so that another base for another width gives the same ones. */
const byFrequency = ["none", "linear", "llama3"];

/**
 * Odd widths d: base^(−2i/d) for i = 0 … (d − 1)/2 rotates d + 1 channels in classes that take the width from their table,
 * with the base b^((d + 1)/d) of an even width. Other classes fail, as do all if the head has only d channels.
 *
 * @param rule The name of the rule.
 * @returns Whether there can be a spec. If not, the part lists the field.
 */
function evenWidth(part: Part, { fields, paths }: Draft, rule: string): boolean {
  const { headDim: head, rotaryDim: width = head, base = 10000 } = fields;
  if (part.row === undefined || typeof width !== "number" || width % 2 !== 1 || isOfAxes(part)) return true;
  if (width === head) {
    const sentence = `${part.type} cannot run with heads of ${width} channels: its class makes a table for ${width + 1}`;
    part.misses(paths.get("headDim") ?? "head_dim", sentence);
    return false;
  }
  if (!part.row.odd || !byFrequency.includes(rule)) return true;
  fields.rotaryDim = width + 1;
  if (typeof base !== "number" || !(base > 0)) return true; // the spec says what is wrong with it
  fields.base = power(base, (width + 1) / width);
  part.notes.push(
    `${width} channels are odd: the class rotates ${width + 1} with the frequencies of ${width}, which is the base ${fields.base}`,
  );
  return true;
}

const isOfAxes = ({ row }: Part) => row?.axes !== undefined || row?.widths !== undefined;

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

/** The spec of each rule by its name; undefined if a field was not understood. */
export type Specs = Map<string, ConfigLayer | undefined>;

interface Ruled {
  rules: readonly FileRule[];
  /** The pairing that the class rotates by; undefined if its type is not in the atlas. */
  positions: Pairing | undefined;
  /** The pairing, if the caller gives it. */
  given: Pairing | undefined;
  layers: readonly Layer[];
}

/** The specs of all rules of a part. */
export function specsOf(part: Part, { rules, positions, given, layers }: Ruled): Specs {
  const pairing = given ?? pairingOf(part, positions);
  return new Map(rules.map((rule) => [rule.name, specOf(part, { rule, pairing, layers })]));
}

/** Fields with the type of a model, in transformers, diffusers and timm. */
const typeNames = ["model_type", "_class_name", "architecture"] as const;

function pairingOf(part: Part, positions: Pairing | undefined): Pairing | null {
  const interleave = part.said("rope_interleave");
  if (typeof interleave === "boolean" && part.reads("interleave"))
    return interleave ? "interleaved" : "halves";
  const turns = part.said("rotary_emb_interleaved");
  if (typeof turns === "boolean") return turns ? "interleaved" : "halves";
  if (positions !== undefined) return positions;
  const { value: type, path } = part.file.first(...typeNames) ?? { path: part.file.pathOf("model_type") };
  const said = type === undefined ? `${path} is missing and` : `${path} ${show(type)}`;
  part.misses(path, `${said} does not tell the pairing; give it as an option`);
  return null;
}

interface OfRule {
  rule: FileRule;
  pairing: Pairing | null;
  layers: readonly Layer[];
}

/** The spec of a rule; undefined if a field was not understood. The part then lists the field. */
function specOf(part: Part, { rule, pairing, layers }: OfRule): ConfigLayer | undefined {
  const draft = draftOf(part, rule, layers);
  const beyond = part.row?.beyond;
  if (beyond !== undefined) {
    part.misses(`rotation of ${part.type}`, `${part.type} rotates, but ${reasons[beyond]}`);
    return undefined;
  }
  if (draft !== undefined) withoutFactor(part, draft);
  const spec = draft && checked(part, draft, rule.name);
  return spec && Object.freeze({ ...spec, pairing });
}

/** A normalisation after the rotation takes its attention factor away. */
function withoutFactor(part: Part, { fields }: Draft): void {
  const isNormed = part.row?.weighed === true || part.row?.normed?.of(part) === true;
  const { type, ...rest } = fields.scaling as { type: string };
  if (!isNormed || (type !== "yarn" && type !== "longrope")) return;
  fields.scaling = {
    type,
    ...rest,
    attentionFactor: 1,
    ...(type === "longrope" && { shortAttentionFactor: 1 }),
  };
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

function draftOf(part: Part, source: FileRule, layers: readonly Layer[]): Draft | undefined {
  const { rule, name: layer } = source;
  const draft: Draft = { fields: {}, paths: new Map() };
  set(draft, "base", baseOf(part, source));
  const type = typeOfRule(part, rule);
  if (typeof type === "string") {
    const name = nameOf(rule);
    part.misses(type, `${type} ${show(name)} has no spec${because(name)}`);
    return undefined;
  }
  const beside = ofOwnRule(part, rule, "partial") ?? part.inFile("partial");
  const share = agreed(part, rule?.first("partial_rotary_factor"), beside);
  const isIdle = part.row?.idle?.includes("partial_rotary_factor");
  const partial = isIdle ? undefined : part.use("partial", share ?? shareOfClass(part, source));
  const wrong = setHead(part, draft, { rule: layer, layers, partial, type });
  if (wrong !== undefined) return missing(part, layer, wrong);
  if (draft.fields.base === undefined && part.row === undefined)
    return missing(part, layer, `${part.file.path}rope_theta`);
  if (!evenWidth(part, draft, type.name)) return missing(part, layer);
  if (!setScaling({ part, source, type, partial }, draft)) return missing(part, layer);
  if (part.row?.direction !== undefined) draft.fields.direction = part.row.direction;
  return setSections(part, source, draft) ? draft : missing(part, layer);
}

/** The share of the head where the file gives none. */
function shareOfClass(part: Part, { rule, name }: FileRule): Found | undefined {
  if (part.row?.share === "lost" && isOfFile(rule)) return undefined;
  return ofKind(part, name)?.first("partial_rotary_factor") ?? part.find("partial");
}

/** The class's own rule of a kind of layer, where a rule in the file is completed by it. */
function ofKind(part: Part, name: string): ConfigObject | undefined {
  const own = part.row?.share === "kept" ? part.standard("rope_parameters")?.value : undefined;
  return own === undefined
    ? undefined
    : new ConfigObject(own as object, `rule of ${part.type}.`).object(name);
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

function baseOf(part: Part, { rule, theta, fixed, name }: FileRule): Found | undefined {
  if (fixed !== undefined) return part.use("theta", fixed);
  const own = rule?.first("rope_theta");
  const beside = part.row?.bases === undefined ? part.inFile("theta") : undefined;
  const ofClass = ofKind(part, name)?.first("rope_theta") ?? missingBase(part, rule);
  const given = ofOwnRule(part, rule, "theta") ?? theta ?? part.inFile("theta") ?? ofClass;
  const isOfAll = part.row?.baseOfAll && !isOfFile(rule) && beside !== undefined;
  const used = isOfAll
    ? beside
    : own === undefined
      ? (given ?? part.find("theta"))
      : agreed(part, own, beside);
  const base = part.use("theta", used);
  const field = part.row?.ratio;
  const ratio = field === undefined ? undefined : part.said(field);
  if (field === undefined || ratio === undefined) return base;
  return {
    value: typeof ratio === "number" ? ratio * numberIn(base?.value ?? 10000) : ratio,
    path: part.file.pathOf(field),
  };
}

/** Whether a rule is in the file. */
const isOfFile = (rule: ConfigObject | undefined) => rule !== undefined && !rule.path.startsWith("rule of ");

/** The class's default of a fact that it does not read beside its own rule. Names the field of the file. */
function ofOwnRule(part: Part, rule: ConfigObject | undefined, fact: "theta" | "partial"): Found | undefined {
  if (!part.row?.ofRule?.includes(fact) || isOfFile(rule)) return undefined;
  const [said, own] = [part.inFile(fact), part.standardOf(fact)];
  if (said !== undefined && said.value !== own?.value)
    part.misses(
      said.path,
      `${said.path} is not read by the class of ${part.type}, which has a rule of its own`,
    );
  return (
    own ??
    (fact === "partial" && said !== undefined ? { value: 1, path: `partial of ${part.type}` } : undefined)
  );
}

/** The base of a rule in the file that gives none. */
function missingBase(part: Part, rule: ConfigObject | undefined): Found | undefined {
  const value = part.row?.baseOfRule;
  return value === undefined || !isOfFile(rule) ? undefined : { value, path: `base of ${part.type}` };
}

/** Without the methods of an object, which may throw. */
const numberIn = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
