/** Tables whose sines and cosines have frequencies of their own: the exponent counts channels in place of pairs. */
import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { draft } from "../findings/findings.ts";
import type { Precision } from "../findings/precision.ts";
import { tableBases } from "../findings/sinusoids.ts";
import type { Matrix } from "../input/read.ts";

/** Exponents of channel c of a table with d channels, and their words. */
const exponents = [
  { of: (c: number, d: number) => (2 * c) / d, says: "2c/d" },
  { of: (c: number, d: number) => c / d, says: "c/d" },
];

const parts = [
  { of: (c: number) => c % 2 === 0, says: "even channels sines" },
  { of: (c: number, d: number) => c < d / 2, says: "the first half sines" },
];

/** Fewer rows or columns fit many rules. */
const FEWEST = 4;

/** The error of a phase in float32. */
const PHASE = 2 ** -21;

/** Finds channel c with the angle p / base^(2c/d), or with c/d, sines and cosines in turn or in halves. */
export function diagnoseByChannel(
  { rows, columns, values }: Matrix,
  positions: Float64Array,
  { errorOf }: Precision,
  subject: string,
): Diagnosis | undefined {
  if (rows < FEWEST || columns < FEWEST) return undefined;
  for (const base of tableBases)
    for (const exponent of exponents)
      for (const part of parts) {
        const isMade = values.every((value, at) => {
          const column = at % columns;
          const phase = positions[Math.floor(at / columns)]! * base ** -exponent.of(column, columns);
          const exact = part.of(column, columns) ? Math.sin(phase) : Math.cos(phase);
          return Math.abs(value - exact) <= errorOf(value) + 2 ** -24 + PHASE * Math.abs(phase);
        });
        if (!isMade) continue;
        const says = `has the angle p / ${base}^(${exponent.says}) in channel c, ${part.says}`;
        const faults = [draft("angle-by-channel", ["frequencies", columns], ["pairs", columns / 2, "pairs"])];
        return diagnosisOf({ is: null, faults, confidence: 0.95, subject, says });
      }
  return undefined;
}
