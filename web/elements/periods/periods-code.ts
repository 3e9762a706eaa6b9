import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";

/** Code that makes the frequencies and periods of all pairs, in double precision. */
export const periodsCode = ({ layout: _, ...spec }: Sinusoid): Code =>
  code(
    `${frequenciesOf(spec)}
values = xp.stack([frequency, 2 * xp.pi / frequency], 1)
`,
    `const spec = ${literal(spec)};
const periods = pe.periods(spec);
const values = Array.from(pe.frequencies(spec)).flatMap((frequency, i) => [frequency, periods[i]]);
`,
  );
