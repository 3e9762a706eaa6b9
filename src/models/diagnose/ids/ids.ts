/** Diagnoses the positions that a model gives to its tokens: against a rule, or by the laws that every rule keeps. */

import { checkNumber } from "../../../api/arguments/check.ts";
import { counted } from "../../../api/arguments/counted.ts";
import { rangeError } from "../../../api/arguments/errors.ts";
import { positionIds } from "../../tokens/position-ids.ts";
import { cannotTell, type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { roundTo, stepAt } from "../findings/precision.ts";
import { lengthError, type Matrix, readAxes, readList, readMatrix } from "../input/read.ts";
import type { Input } from "../input/read-input.ts";
import { blockFaults, isAxes } from "./ids-of-blocks.ts";

const SUBJECT = "The list of position ids";

/** What is known of the tokens beside their positions. */
export interface IdContext {
  /** 1 for a token, 0 for padding; one row for each text. */
  readonly mask?: Matrix | undefined;
  /** The position of the first token. */
  readonly start?: number | undefined;
  /** Where packed sequences begin, and where the last ends. */
  readonly boundaries?: readonly number[] | undefined;
  /** Frames, rows and columns of patches of each image. */
  readonly grids?: readonly (readonly number[])[] | undefined;
  /** Rows and columns of patches in one token. */
  readonly spatialMerge: number;
  /** The rule and the tokens, as for `positionIds`. */
  readonly rule?: string | undefined;
  readonly segments?: unknown;
}

function diagnoseIds(ids: Matrix, context: IdContext): Diagnosis {
  const lists = Array.from({ length: ids.rows }, (_, row) =>
    ids.values.subarray(row * ids.columns, (row + 1) * ids.columns),
  );
  if (context.segments !== undefined) return againstRule(lists, context);
  const isBatch = context.mask?.rows === 3;
  const hasAxes = ids.rows === 3 && !isBatch && (isAxes(lists) || context.grids !== undefined);
  const blocks = hasAxes ? ofBlocks(lists, context) : undefined;
  if (blocks !== undefined && (blocks.findings.length === 0 || context.grids !== undefined)) return blocks;
  const faults = lists.flatMap((list, text) => textFaults(list, maskOf(context, text), context));
  const isRight = faults.every(({ name }) => name === "positions-restart");
  if (blocks !== undefined && faults.length > 0) return blocks;
  const first = lists[0]?.[firstToken(context)] ?? 0;
  const unchecked = uncheckedText(context, lists, isRight);
  const what = isRight ? `counts up by 1 from ${first}` : "does not count up by 1";
  const says = `${what}${unchecked.length === 0 ? "" : `. Not checked: ${unchecked.join("; ")}`}`;
  return diagnosisOf({ is: isRight ? "text" : null, faults, confidence: 0.9, subject: SUBJECT, says });
}

const maskOf = ({ mask }: IdContext, text: number) =>
  mask?.values.subarray((text % mask.rows) * mask.columns, ((text % mask.rows) + 1) * mask.columns);

const firstToken = ({ mask }: IdContext) => Math.max(0, mask?.values.indexOf(1) ?? 0);

function uncheckedText(
  { mask, start, boundaries }: IdContext,
  lists: readonly Float64Array[],
  isRight: boolean,
): string[] {
  const first = lists[0]?.[0] ?? 0;
  return [
    ...(isRight && start === undefined && boundaries === undefined && first !== 0 && mask === undefined
      ? [`whether the text begins at ${first} (give \`start\`)`]
      : []),
    ...(mask === undefined && boundaries === undefined ? ["padding (give `mask`)"] : []),
  ];
}

/** The rule makes the positions; each token is compared. */
function againstRule(
  lists: readonly Float64Array[],
  { mask, start, rule, segments, spatialMerge }: IdContext,
): Diagnosis {
  const isGrid = rule !== undefined && !/-vl$|-4v$|^text$/.test(rule);
  const options = {
    ...(rule !== undefined && { rule }),
    segments,
    ...(mask !== undefined && { mask: [...mask.values.subarray(0, mask.columns)] }),
    ...(start !== undefined && { start }),
    ...(!isGrid && { spatialMerge }),
  };
  const made = positionIds(options as Parameters<typeof positionIds>[0] & { rule: "qwen-2-vl" });
  const { positions } = made as { positions: Float64Array | readonly Float64Array[] };
  const right = positions instanceof Float64Array ? [positions] : positions;
  const padding = (token: number) => mask !== undefined && mask.values[token] === 0;
  let [wrong, first]: [number, Draft | undefined] = [0, undefined];
  const tokens = Math.min(lists[0]?.length ?? 0, right[0]?.length ?? 0);
  for (let token = 0; token < tokens; token++)
    for (let axis = 0; axis < Math.min(lists.length, right.length); axis++) {
      const [found, expected] = [lists[axis]![token]!, right[axis]![token]!];
      if (padding(token) || found === expected) continue;
      wrong++;
      first ??= draft(
        "ids-differ",
        ["token", token],
        ["position", found],
        ["expected", expected],
        ["axis", axis],
      );
    }
  const lengths = [lists[0]?.length ?? 0, right[0]?.length ?? 0];
  const isShort = lengths[0] !== lengths[1];
  if (isShort)
    first ??= draft(
      "ids-differ",
      ["token", Math.min(...lengths)],
      ["position", lengths[0]!],
      ["expected", lengths[1]!],
    );
  const says =
    first === undefined
      ? `agrees with the rule ${rule ?? "text"} at all ${counted(tokens, "token")}`
      : `differs from the rule ${rule ?? "text"} at ${isShort ? `its length, ${counted(lengths[0]!, "token")}; expected ${lengths[1]}` : `${counted(wrong, "place")}`}`;
  return diagnosisOf({
    is: first === undefined ? (rule ?? "text") : null,
    faults: first === undefined ? [] : [first],
    confidence: 0.97,
    subject: SUBJECT,
    says,
  });
}

function ofBlocks(lists: readonly Float64Array[], context: IdContext): Diagnosis {
  const faults = blockFaults(lists, { ...context, mask: maskOf(context, 0) });
  const unchecked = [
    ...(context.grids === undefined ? ["the sizes of images (give `grids`)"] : []),
    ...(context.start === undefined && lists[0]![0] !== 0
      ? [`whether the text begins at ${lists[0]![0]} (give \`start\`)`]
      : []),
  ];
  const what =
    faults.length === 0 ? "has time, rows and columns, which keep their laws" : "has time, rows and columns";
  const says = `${what}${unchecked.length === 0 ? "" : `. Not checked: ${unchecked.join("; ")}`}`;
  return diagnosisOf({
    is: faults.length === 0 ? "axes" : null,
    faults,
    confidence: 0.9,
    subject: SUBJECT,
    says,
  });
}

function textFaults(
  list: Float64Array,
  mask: ArrayLike<number> | undefined,
  { start, boundaries }: IdContext,
): Draft[] {
  if (boundaries !== undefined) return packedFaults(list, boundaries, start ?? 0);
  const places = [...list.keys()].filter((place) => mask === undefined || mask[place] !== 0);
  const ids = places.map((place) => list[place]!);
  const first = ids[0];
  if (first === undefined || counts(ids, start ?? 0)) return [];
  const before = places[0]!;
  if (before > 0 && counts(ids, before + (start ?? 0)))
    return [draft("padding-counted", ["padding before the first token", before, "tokens"])];
  const short = (["bfloat16", "float16"] as const).find((type) => isRounded(ids, type));
  if (short !== undefined) {
    const same = ids.findIndex((id, k) => k > 0 && id === ids[k - 1]);
    return [draft("positions-rounded", ["first token with the position of another", same])];
  }
  if (counts(ids, first))
    return start === undefined ? [] : [draft("position-offset", ["offset", first - start, "positions"])];
  return brokenIn(ids);
}

/** Every packed sequence counts from the same start. */
function packedFaults(list: Float64Array, boundaries: readonly number[], start: number): Draft[] {
  for (let k = 0; k + 1 < boundaries.length; k++)
    for (let token = boundaries[k]!; token < boundaries[k + 1]!; token++) {
      const expected = start + token - boundaries[k]!;
      const position = list[token];
      if (position === expected) continue;
      return [
        draft("ids-differ", ["token", token], ["position", position ?? Number.NaN], ["expected", expected]),
      ];
    }
  return [];
}

const counts = (ids: readonly number[], first: number) => ids.every((id, k) => id === first + k);

function isRounded(ids: readonly number[], type: "bfloat16" | "float16"): boolean {
  const [first, step] = [ids[0]!, Math.ceil(stepAt(type, ids[0]! || 1))];
  const firsts = Array.from({ length: 2 * step + 1 }, (_, k) => first - step + k);
  const wholeFrom = (from: number) => ids.every((id, k) => id === roundTo(type, from + k));
  return !counts(ids, ids[0]!) && firsts.some(wholeFrom);
}

/** Where ids do not go on by one. */
function brokenIn(ids: readonly number[]): Draft[] {
  const steps = ids.slice(1).map((id, k) => id - ids[k]!);
  const zeros = leading(ids);
  if (zeros > 1 && counts(ids.slice(zeros), ids[zeros]!)) {
    // The padding has one number, as masked_fill leaves it.
    return ids[zeros] === 0 || ids[zeros] === ids[0]! + 1
      ? []
      : [draft("padding-counted", ["padding before the first token", zeros, "tokens"])];
  }
  const found: Draft[] = [];
  const at = (is: (step: number, k: number) => boolean) => steps.findIndex(is);
  const restarts = steps.filter((step, k) => step < 0 && ids[k + 1]! <= 1).length;
  if (restarts > 0)
    found.push(
      draft("positions-restart", ["times", restarts, "times"], ["first token", at((step) => step < 0) + 1]),
    );
  const jump = at((step) => step > 1);
  if (jump >= 0)
    found.push(
      draft(
        "positions-jump",
        ["times", steps.filter((step) => step > 1).length, "times"],
        ["first token", jump + 1],
      ),
    );
  const fall = at((step, k) => step < 0 && ids[k + 1]! > 1);
  if (fall >= 0)
    found.push(
      draft("positions-fall", ["token", fall + 1], ["before", ids[fall]!], ["after", ids[fall + 1]!]),
    );
  const same = at((step) => step === 0);
  if (same >= 0)
    found.push(
      draft(
        "positions-repeat",
        ["tokens", steps.filter((step) => step === 0).length, "tokens"],
        ["first token", same + 1],
      ),
    );
  return found.length > 0 ? found : [draft("positions-jump", ["first token", at((step) => step !== 1) + 1])];
}

/** How many ids at the start are the same. */
const leading = (ids: readonly number[]) => {
  const end = ids.findIndex((id) => id !== ids[0]);
  return end < 0 ? ids.length : end;
};

/** Reads positions of tokens, and what is known of the tokens. */
export function ofPositions(input: Input): Diagnosis {
  const { shape, values } = readAxes("positionIds", input.positionIds, {});
  const bad = values.findIndex((id) => !Number.isFinite(id));
  if (bad >= 0) {
    const text = `positionIds must hold finite numbers; entry ${bad} is ${values[bad]}`;
    throw rangeError(text, { code: "range", param: `positionIds[${bad}]`, value: values[bad] });
  }
  const columns = shape.at(-1)!;
  const ids: Matrix = { rows: values.length / columns, columns, values: Float64Array.from(values) };
  const mask = input.mask === undefined ? undefined : readMatrix("mask", input.mask);
  if (mask !== undefined && (mask.columns !== columns || (mask.rows !== ids.rows && ids.rows % 3 !== 0)))
    throw lengthError(
      "mask",
      `${ids.rows} × ${counted(columns, "number")}; got ${mask.rows} × ${mask.columns}`,
      mask.rows,
    );
  const whole = { from: -(2 ** 53), to: 2 ** 53, integer: true };
  const context: IdContext = {
    mask,
    start: input.start === undefined ? undefined : checkNumber("start", input.start, whole),
    boundaries: input.boundaries === undefined ? undefined : [...readList("boundaries", input.boundaries)],
    grids: input.grids === undefined ? undefined : gridsIn(input.grids),
    spatialMerge:
      input.spatialMerge === undefined
        ? 2
        : checkNumber("spatialMerge", input.spatialMerge, { from: 1, to: 64, integer: true }),
    rule: input.rule === undefined ? undefined : `${input.rule}`,
    segments: input.segments,
  };
  if (columns < 2) return cannotTell("The list of position ids", "one number fits many rules");
  const texts = shape.length === 3 && shape[0] === 3 ? shape[1]! : 1;
  if (texts === 1) return diagnoseIds(ids, context);
  // (axes, texts, tokens)
  const all = Array.from({ length: texts }, (_, text) => {
    const rows = [0, 1, 2].map((axis) =>
      ids.values.slice((axis * texts + text) * columns, (axis * texts + text + 1) * columns),
    );
    const one = { rows: 3, columns, values: Float64Array.from(rows.flatMap((row) => [...row])) };
    const own = mask && { rows: 1, columns, values: mask.values.slice(text * columns, (text + 1) * columns) };
    return diagnoseIds(one, { ...context, mask: own });
  });
  return all.find(({ findings }) => findings.length > 0) ?? all[0]!;
}

const gridsIn = (grids: unknown): number[][] => {
  const { columns, values } = readMatrix("grids", grids);
  return Array.from({ length: values.length / columns }, (_, k) => [
    ...values.subarray(k * columns, (k + 1) * columns),
  ]);
};
