import type { NamedArray } from "../share/array-contents.ts";
import { type Library, NUMPY, pythonFrequency, pythonHead, TORCH } from "./rope-frequency-code.ts";
import type { RopeSpec } from "./rope-rules.ts";

/** Code that makes the numbers of a rotary figure: float64, ending with `values`. */

type Code = NamedArray["code"];

/** Turned angles in radians, (pairs, 3): of the query, of the key, between them. */
export function anglesCode(spec: RopeSpec, query: number, key: number): Code {
  const python = (library: Library) => `${pythonHead(library)}
m, n = ${query}, ${key}
${pythonFrequency(spec, library)}
values = ${library.name}.stack([m * frequency, n * frequency, (m - n) * frequency], ${library.columns})
`;
  return {
    numpy: python(NUMPY),
    pytorch: python(TORCH),
    javascript: `import { load } from "posenc/full";

const pe = await load();
const [m, n] = [${query}, ${key}];
const frequency = pe.frequencies(${JSON.stringify(spec)});
const values = Array.from(frequency, (f) => [m * f, n * f, (m - n) * f]).flat();
`,
  };
}

/** Tokens in a turn, (pairs, rules). */
export function wavelengthsCode(specs: readonly RopeSpec[]): Code {
  const python = (library: Library) => `${pythonHead(library)}
wavelengths = []
${specs.map((spec) => `${pythonFrequency(spec, library)}\nwavelengths.append(2 * math.pi / frequency)`).join("\n\n")}

values = ${library.name}.stack(wavelengths, ${library.columns})
`;
  return {
    numpy: python(NUMPY),
    pytorch: python(TORCH),
    javascript: `import { load } from "posenc/full";

const pe = await load();
const specs = ${JSON.stringify(specs, undefined, 2)};
const wavelengths = specs.map((spec) => pe.frequencies(spec).map((frequency) => 2 * Math.PI / frequency));
const values = Array.from(wavelengths[0], (_, pair) => wavelengths.map((list) => list[pair])).flat();
`,
  };
}
