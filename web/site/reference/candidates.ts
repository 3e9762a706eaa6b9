import { checkSpec, type Posenc, presets, type Spec } from "posenc/full";

/** Conventions that a table of some width may follow, each with the call that makes the same rows. */

export interface Candidate {
  /** JavaScript that gives the rows. */
  readonly code: string;
  /** Presets of this convention. */
  readonly models: readonly string[];
  /** The rows from a position on, row by row. */
  readonly rows: (count: number) => ArrayLike<number>;
  /** The last position of so many rows: what the float32 recipe adds to a difference grows with it. */
  readonly last: (count: number) => number;
}

/** Where tables begin: at 0, at 1, or after the padding of fairseq. */
const STARTS = [0, 1, 2, 3];
const BASES = [10_000, 1_000, 100, 500_000, 1_000_000];

type Sinusoidal = Extract<Spec, { method: "sinusoidal" }>;
type Fields = Omit<Sinusoidal, "method" | "dModel" | "version">;

/** All conventions of a width, the usual ones first. */
export function* candidatesFor(pe: Posenc, width: number): Generator<Candidate> {
  const named = namedSinusoids(width);
  for (const fields of sinusoidFields(width)) {
    const spec: Spec = { method: "sinusoidal", dModel: width, ...fields };
    for (const start of STARTS) yield addedRows(pe, spec, start, named.get(keyOf(spec)) ?? []);
  }
  for (const start of STARTS) yield addedRows(pe, { method: "sine", dModel: width }, start, ["simple-pe"]);
  yield* rotaryRows(pe, width);
  yield {
    code: `pe.alibiSlopes({ heads: ${width} })`,
    models: ["bloom", "mpt"],
    rows: () => pe.alibiSlopes({ heads: width }),
    last: () => 0,
  };
}

function* sinusoidFields(width: number): Generator<Fields> {
  const odd: Fields[] = [
    { oddWidth: "truncate" },
    { oddWidth: "truncate", divisor: "width" },
    { oddWidth: "zero" },
  ];
  for (const base of BASES)
    for (const layout of ["interleaved", "halves", "flipped-halves"] as const)
      for (const shift of [0, 1])
        for (const outputScale of [1, "inverse-sqrt"] as const)
          for (const rule of width % 2 === 0 ? [{}] : odd)
            if (shift === 0 || width > 3) yield { base, layout, shift, outputScale, ...rule };
}

/** What decides the numbers of a table, whatever its first row is. */
function keyOf(spec: Spec): string {
  const {
    start: _,
    paddingIndex: __,
    oddWidth,
    divisor,
    ...rest
  } = checkSpec(spec) as Record<string, unknown>;
  const isOdd = Number(rest.dModel) % 2 === 1;
  return JSON.stringify(isOdd ? { ...rest, oddWidth, divisor } : rest);
}

function namedSinusoids(width: number): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const [name, { spec }] of Object.entries(presets)) {
    if (spec.method !== "sinusoidal") continue;
    if (width % 2 === 1 && !("oddWidth" in spec)) continue; // refuses odd widths
    const key = keyOf({ preset: name, dModel: width } as Spec);
    named.set(key, [...(named.get(key) ?? []), name]);
  }
  return named;
}

function addedRows(pe: Posenc, spec: Spec, start: number, models: readonly string[]): Candidate {
  const options = (length: number) => ({ start, length });
  return {
    code: `pe.encode(${literal(spec)}, ${start === 0 ? "{ length }" : `{ start: ${start}, length }`})`,
    models,
    rows: (count) => pe.encode(spec, options(count)),
    last: (count) => start + count,
  };
}

/** Frequencies, and what models cache of them: cosines and sines, once, or twice in either order. */
function* rotaryRows(pe: Posenc, width: number): Generator<Candidate> {
  for (const [name, { spec }] of Object.entries(presets)) {
    if (spec.method !== "rope" || "sections" in spec) continue;
    const preset = { preset: name } as Spec;
    const pairs = pe.frequencies(preset).length;
    const models = [name];
    if (width === pairs) {
      const code = `pe.frequencies({ preset: "${name}" })`;
      yield { code, models, rows: () => pe.frequencies(preset), last: () => 0 };
    }
    if (width !== pairs && width !== 2 * pairs) continue;
    for (const part of ["cos", "sin"] as const) {
      const code = `pe.rotaryTable({ preset: "${name}" }, { length }).${part}`;
      const table = (count: number) => pe.rotaryTable(preset, { length: count })[part];
      const last = (count: number) => count;
      if (width === pairs) yield { code, models, rows: table, last };
      else {
        yield { code: `${code}, each row twice`, models, rows: (count) => twice(table(count), pairs), last };
        yield { code: `${code}, each number twice`, models, rows: (count) => twice(table(count), 1), last };
      }
    }
  }
}

/** Every piece of so many numbers followed by itself. */
function twice(values: Float32Array, piece: number): Float32Array {
  return Float32Array.from({ length: 2 * values.length }, (_, index) => {
    const number = Math.floor(index / (2 * piece));
    return values[number * piece + (index % piece)] ?? Number.NaN;
  });
}

const DEFAULTS: Readonly<Record<string, unknown>> = {
  base: 10_000,
  layout: "interleaved",
  shift: 0,
  outputScale: 1,
};

/** As JavaScript writes it, without what is the default. */
const literal = (spec: object): string =>
  `{ ${Object.entries(spec)
    .filter(([name, value]) => DEFAULTS[name] !== value)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;
