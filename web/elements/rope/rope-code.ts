import { type Code, code, literal } from "../../methods/code.ts";
import { backwards, ropeFrequencies } from "../../methods/rope.ts";
import type { RopeSpec } from "./rope-shown.ts";

// Code that makes the numbers of a rotary figure in float64, as its last variable `values`.

/** Angles in radians, (pairs, 3): of the query, of the key, and between them. */
export const anglesCode = (spec: RopeSpec, query: number, key: number): Code =>
  code(
    `m, n = ${query}, ${key}
${ropeFrequencies(spec)}${backwards(spec)}
values = xp.stack([m * frequency, n * frequency, (m - n) * frequency], 1)
`,
    `const [m, n] = [${query}, ${key}];
const frequency = pe.frequencies(${literal(spec)})${spec.direction === "backward" ? ".map((f) => -f)" : ""};
const values = Array.from(frequency, (f) => [m * f, n * f, (m - n) * f]).flat();
`,
  );

/** Wavelengths in tokens, (pairs, rules). */
export const wavelengthsCode = (specs: readonly RopeSpec[]): Code =>
  code(
    (
      library,
    ) => `${library === "np" ? 'np.seterr(divide="ignore")  # pairs that do not rotate have no wavelength\n' : ""}wavelengths = []
${specs.map((spec) => `${ropeFrequencies(spec)}\nwavelengths.append(2 * math.pi / frequency)\n`).join("\n")}
values = xp.stack(wavelengths, 1)
`,
    `const specs = [
  ${specs.map(literal).join(",\n  ")},
];
const wavelengths = specs.map((spec) => pe.frequencies(spec).map((frequency) => 2 * Math.PI / frequency));
const values = Array.from(wavelengths[0], (_, pair) => wavelengths.map((list) => list[pair])).flat();
`,
  );
