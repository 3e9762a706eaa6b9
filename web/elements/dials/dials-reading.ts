import { degrees } from "../../plot/angle.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { angleOf, type Dial, type DialsShown } from "./dials-shown.ts";

/** The degrees from the key's hand to the query's, from 0 to 360. */
const between = ({ query, key }: Dial): string => {
  const angle = degrees(angleOf(query) - angleOf(key));
  return `${formatFixed(((angle % 360) + 360) % 360, 1)}°`;
};

export function describeDial({ dials, score, settings }: DialsShown, index: number): string {
  const dial = dials[index] as Dial;
  return (
    `Pair ${index}, ${formatRough(dial.frequency)} radians a step, query at ${formatInteger(settings.query)}, key at ` +
    `${formatInteger(settings.key)}: ${between(dial)} from key to query, ${formatFixed(dial.product, 3)} of the score ${formatFixed(score, 3)}.`
  );
}

export function describeScore({ score, settings: { query, key } }: DialsShown): string {
  return (
    `Query at ${formatInteger(query)}, key at ${formatInteger(key)}, distance ${formatInteger(query - key)}: score ` +
    `${formatFixed(score, 3)}. Move both, and the hands turn together; move one, and the angles change.`
  );
}
