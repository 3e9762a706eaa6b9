/** Diagnoses the positions that a batch gives to its tokens. */
import { cannotTell, type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { type Draft, draft } from "./findings.ts";
import { roundTo, stepAt } from "./precision.ts";
import type { Matrix } from "./read.ts";

const SUBJECT = "The list of position ids";

/** Reads rows of position ids, with the mask of a batch if there is one: 1 for a token, 0 for padding. */
export function diagnosePositions(ids: Matrix, mask: Matrix | undefined): Diagnosis {
  if (ids.columns < 2) return cannotTell(SUBJECT, "one number fits many rules");
  if (isAxes(ids, 1) || isAxes(ids, 2))
    return diagnosisOf({
      is: "axes",
      faults: [],
      confidence: 0.7,
      subject: SUBJECT,
      says: "has time, height and width",
    });
  const faults: Draft[] = [];
  for (let row = 0; row < ids.rows; row++) {
    const all = [...ids.values.subarray(row * ids.columns, (row + 1) * ids.columns)];
    const tokens = mask?.values.subarray(row * ids.columns, (row + 1) * ids.columns);
    faults.push(...faultsIn(all, tokens));
  }
  const counts = faults.length === 0;
  const says = counts ? "counts each text from 0" : "does not count each text from 0";
  return diagnosisOf({ is: counts ? "text" : null, faults, confidence: 0.9, subject: SUBJECT, says });
}

/** Three rows are time, height and width of one text, if the later ones follow the first where it has text. */
const isAxes = ({ rows, columns, values }: Matrix, row: number) => {
  if (rows !== 3) return false;
  const differs = (column: number) => values[row * columns + column] !== values[column];
  const count = [...new Array(columns).keys()].filter(differs).length;
  return count > 0 && count < columns;
};

function faultsIn(all: readonly number[], mask: ArrayLike<number> | undefined): Draft[] {
  const places = [...all.keys()].filter((place) => mask === undefined || mask[place] !== 0);
  const ids = places.map((place) => all[place]!);
  const first = ids[0];
  if (first === undefined || counts(ids, 0)) return [];
  const before = places[0]!;
  if (before > 0 && counts(ids, before))
    return [draft("padding-counted", ["padding before the first token", before, "tokens"])];
  const short = (["bfloat16", "float16"] as const).find((type) => isRounded(ids, type));
  if (short !== undefined) {
    const same = ids.findIndex((id, k) => k > 0 && id === ids[k - 1]);
    return [draft("positions-rounded", ["first token with the position of another", same, "index"])];
  }
  if (counts(ids, first)) return [draft("position-offset", ["offset", first, "positions"])];
  return brokenIn(ids);
}

const counts = (ids: readonly number[], first: number) => ids.every((id, k) => id === first + k);

function isRounded(ids: readonly number[], type: "bfloat16" | "float16"): boolean {
  const [first, step] = [ids[0]!, Math.ceil(stepAt(type, ids[0]! || 1))];
  const firsts = Array.from({ length: 2 * step + 1 }, (_, k) => first - step + k);
  const wholeFrom = (first: number) => ids.every((id, k) => id === roundTo(type, first + k));
  return !counts(ids, ids[0]!) && firsts.some(wholeFrom);
}

/** Where ids do not go on by one. */
function brokenIn(ids: readonly number[]): Draft[] {
  const steps = ids.slice(1).map((id, k) => id - ids[k]!);
  const restarts = steps.filter((step, k) => step < 0 && ids[k + 1]! <= 1).length;
  const jumps = steps.filter((step) => step > 1).length;
  const at = steps.findIndex((step) => step !== 1) + 1;
  const found: Draft[] = [];
  const place: [string, number, string] = ["first token", at, "index"];
  const zeros = leading(ids);
  if (zeros > 1 && counts(ids.slice(zeros), ids[zeros]!)) {
    // The padding has one number, as masked_fill leaves it.
    return ids[zeros] === 0 || ids[zeros] === ids[0]! + 1
      ? []
      : [draft("padding-counted", ["padding before the first token", zeros, "tokens"])];
  }
  if (restarts > 0) found.push(draft("positions-restart", ["times", restarts, "1"], place));
  if (jumps > 0) found.push(draft("positions-jump", ["times", jumps, "1"], place));
  if (found.length === 0)
    found.push(draft("positions-jump", ["times", steps.filter((step) => step !== 1).length, "1"], place));
  return found;
}

/** How many ids at the start are the same. */
const leading = (ids: readonly number[]) => {
  const end = ids.findIndex((id) => id !== ids[0]);
  return end < 0 ? ids.length : end;
};
