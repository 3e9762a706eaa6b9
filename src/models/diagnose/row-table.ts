/** Diagnoses rows of unknown kind: an additive table first, then what else has rows of numbers. */
import { isFrom } from "./compare-rows.ts";
import { conventionsFor } from "./conventions.ts";
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { precisionOf } from "./precision.ts";
import { diagnoseTable, type TableInput } from "./table.ts";

/** Fewer numbers fit many conventions. */
const FEWEST = 6;

/** The first convention that makes all rows, if no sinusoidal table explains them. */
export function diagnoseRows(input: TableInput): Diagnosis {
  const found = diagnoseTable(input);
  const { matrix, assumed, print } = input;
  const { rows, columns, values } = matrix;
  const isTold = found.is !== null || found.findings.length > 0;
  const isPlain = values.every((x) => x === 0 || x === 1);
  if (isTold || !assumed || isPlain || columns < 2 || values.length < FEWEST) return found;
  const rounding = values.map(precisionOf([values], print).errorOf);
  for (const made of conventionsFor(columns)) {
    if ((made.isOne && rows > 1) || !isFrom(matrix, made, rounding)) continue;
    const { code, models } = made;
    const is = models[0] ?? null;
    const says = `has the numbers of ${code}`;
    return diagnosisOf({ is, models, faults: [], confidence: 0.9, subject: "The table", says });
  }
  return found;
}
