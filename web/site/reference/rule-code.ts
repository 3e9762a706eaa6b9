import type { ResolvedSpec } from "posenc/full";
import { type Code, code, literal } from "../../methods/code.ts";
import { atAnyPosition, rope } from "../../methods/rope.ts";

/** One token, at the same position on all axes. */
export const placesAt = ({ sections }: ResolvedSpec<"rope">, position: number): number[] | number[][] =>
  sections === undefined ? [position] : sections.map(() => [position]);

/** Programs that make the cosines and sines of a rule at one position, (pairs, 2), as their last variable `values`. */
export function ruleCode(spec: ResolvedSpec<"rope">, position: number): Code {
  const known = atAnyPosition(spec);
  const places = placesAt(known, position);
  return code(
    `position = ${position}${known.sections === undefined ? "" : "  # on all axes"}
${rope.python(known)}
angle = position * frequency
values = size(position, None) * xp.stack([xp.cos(angle), xp.sin(angle)], 1)
`,
    `const spec = ${literal(known)};
const { cos, sin } = pe.rotaryTable(spec, { positions: ${literal(places)} });
const values = Array.from(cos, (cosine, pair) => [cosine, sin[pair]]).flat();
`,
  );
}
