import { sineFrequencies } from "../../../methods/sine.ts";
import { formatInteger, formatSmall } from "../../../plot/numbers.ts";
import { ATTEND, FITTED, type HeadEncoding, lookAt, mapped, WIDTH } from "./head-encoding.ts";

const SPEC = { method: "sine", dModel: WIDTH } as const;

export const sine: HeadEncoding = {
  title: "sines only",
  build(pe, settings, words) {
    const { offset: k, start } = settings;
    const rows = pe.encode(SPEC, { start, length: words });
    const { matrix, residual } = pe.fitShift(SPEC, { k, length: FITTED });
    return { weights: lookAt(pe, settings, rows, mapped(matrix, rows)), placed: words, residual };
  },
  reason: (_, { residual = 0 }) =>
    `Sines alone have no such matrix; the best fit to ${formatInteger(FITTED)} rows misses by ${formatSmall(residual)}.`,
  python: () => `${sineFrequencies({ dModel: WIDTH, base: 10_000 })}
fitted = np.sin(np.arange(${FITTED} + k)[:, None] * frequency)
matrix = np.linalg.lstsq(fitted[:${FITTED}], fitted[k:], rcond=None)[0]
table = np.sin(position[:, None] * frequency)
scores = table @ (table @ matrix).T
`,
  javascript: () => `const spec = { method: "sine", dModel: d };
const q = pe.encode(spec, { start, length: n });
const keys = mapped(pe.fitShift(spec, { k, length: ${FITTED} }).matrix, q);
const first = ${ATTEND};`,
};
