import { formatInteger, formatSmall } from "../../../plot/numbers.ts";
import { ATTEND, cosineScores, FITTED, type HeadEncoding, lookAt, mapped, WIDTH } from "./head-encoding.ts";

const SPEC = { method: "sinusoidal", dModel: WIDTH } as const;

export const sinusoidal: HeadEncoding = {
  title: "sinusoidal",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    const rows = pe.encode(SPEC, { start, length: words });
    const { residual } = pe.fitShift(SPEC, { k, length: FITTED });
    return {
      weights: lookAt(pe, settings, rows, mapped(pe.shiftMatrix(SPEC, { k }), rows)),
      placed: words,
      residual,
    };
  },
  reason: ({ offset }, { residual = 0 }) =>
    `One matrix maps every row to the row ${offset} later; fitted to ${formatInteger(FITTED)} rows, it misses by ${formatSmall(residual)}.`,
  python: cosineScores,
  javascript: () => `const spec = { method: "sinusoidal", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.shiftMatrix(spec, { k }), q);
const first = ${ATTEND};`,
};
