/** Diagnoses rows of unknown kind: an additive table first, then what else has rows of numbers. */
import { comparedIn } from "./compare-rows.ts";
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { precisionOf } from "./precision.ts";
import { diagnoseTable, type TableInput } from "./table.ts";

/** The first convention that makes all rows, if no sinusoidal table explains them. */
export function diagnoseRows(input: TableInput): Diagnosis {
  const found = diagnoseTable(input);
  const { matrix, assumed, print } = input;
  if (found.is !== null || found.findings.length > 0 || !assumed || matrix.values.every((x) => x === 0 || x === 1))
    return found;
  if (matrix.columns < 2 || matrix.values.length < 6) return found;
  const compared = [...comparedIn(matrix, precisionOf([matrix.values], print).errorOf)];
  const first = compared.find(({ fits }) => fits);
  if (first === undefined) return found;
  const { code, models } = first.convention;
  const is = models[0] ?? null;
  return diagnosisOf({ is, models, faults: [], confidence: 0.9, subject: "The table", says: `has the numbers of ${code}` });
}
