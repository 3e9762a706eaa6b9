import type { ResolvedSpec } from "posenc/full";
import { type Code, code, literal } from "../../methods/code.ts";
import { atAnyPosition, rope } from "../../methods/rope.ts";

/** Programs that make the cosines and sines of a rule at one position, (pairs, 2), as their last variable `values`. */
export function ruleCode(spec: ResolvedSpec<"rope">, position: number): Code {
  const known = atAnyPosition(spec);
  const axes = known.sections === undefined && known.axisOfPair === undefined ? "" : "  # on all axes";
  return code(
    `position = ${position}${axes}
${rope.python(known)}
angle = position * frequency
values = size(position, None) * xp.stack([xp.cos(angle), xp.sin(angle)], 1)
`,
    `const spec = ${literal(known)};
const { cos, sin } = pe.rotaryTable(spec, { start: ${position}, length: 1 });
const values = Array.from(cos, (cosine, pair) => [cosine, sin[pair]]).flat();
`,
  );
}
