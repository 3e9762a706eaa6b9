import { type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, type Sinusoid } from "../../methods/sinusoidal.ts";
import type { SearchedStretch } from "./repeat-search.ts";

/** Code that finds the nearest repeat of each stretch. Python computes the distance at every offset, in double precision. */
export function repeatCode({ layout: _, ...spec }: Sinusoid, stretches: readonly SearchedStretch[]): Code {
  const list = literal(stretches.map(({ from, to }) => [from, to]));
  return code(
    `stretches = ${list}
${frequenciesOf(spec)}

def nearest(first, last):
    best = float("inf"), 0
    for start in range(first, last + 1, 4096):
        offset = xp.arange(start, min(start + 4096, last + 1))
        distance = 2 * xp.sqrt((xp.sin(offset[:, None] * frequency / 2) ** 2).sum(1))
        best = min(best, (distance.min().item(), offset[distance.argmin()].item()))
    return best

values = xp.asarray([[first, last, *nearest(first, last)[::-1]] for first, last in stretches], dtype=xp.float64)
`,
    `const spec = ${literal(spec)};
const stretches = ${list};
const values = stretches.flatMap(([from, to]) => {
  const { offset, distance } = pe.nearestRepeatSync(spec, { from, to });
  return [from, to, offset, distance];
});
`,
  );
}
