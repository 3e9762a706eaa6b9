/** Vectors to which a table of positions was added. */
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { type Draft, draft } from "./findings.ts";
import type { Measured } from "./measured.ts";
import type { Precision } from "./precision.ts";
import { explainTable } from "./table.ts";

/** Finds `after = factor · before + table`, with the factor 1 or √d. */
export function explainSum(measured: Measured): Diagnosis | undefined {
  const { before, after, positions, assumed, scaled, print, errors } = measured;
  if (before.heads !== 1) return undefined;
  const { tokens: rows, width: columns } = before;
  for (const factor of [1, Math.sqrt(columns)]) {
    const values = after.values.map((value, at) => value - factor * before.values[at]!);
    const errorOf = largestError(measured, factor);
    const precision: Precision = {
      type: undefined,
      decimals: undefined,
      digits: undefined,
      errorOf: () => errorOf,
      printErrorOf: () => errorOf,
    };
    const matrix = { rows, columns, values };
    const found = explainTable({ matrix, positions: positions[0]!, assumed, print }, precision);
    if (found === undefined) continue;
    const faults: Draft[] = [...found.faults];
    const times = ["factor of the embeddings", factor] as [string, number];
    if (factor === 1 && scaled) faults.push(draft("scale-forgotten", times));
    return diagnosisOf({
      is: found.claim.is,
      models: found.models,
      faults,
      confidence: Math.min(found.confidence, 0.9),
      subject: "What is added to the vectors",
    });
  }
  return undefined;

  function largestError({ arithmetic }: Measured, factor: number) {
    let most = 0;
    for (let at = 0; at < before.values.length; at++) {
      const [b, a] = [before.values[at]!, after.values[at]!];
      const error =
        factor * errors.before(b) + errors.after(a) + arithmetic * (factor * Math.abs(b) + Math.abs(a));
      most = Math.max(most, error);
    }
    return most;
  }
}
