import { checkSpec, type Posenc, presets, type Spec } from "posenc/full";

/** The conventions that a table of a given width may follow, each with the call that makes the same rows. */

export interface Candidate {
  /** JavaScript that gives the rows. */
  readonly code: string;
  /** Presets of this convention. */
  readonly models: readonly string[];
  /** The first `count` rows, row by row. */
  readonly rows: (count: number) => ArrayLike<number>;
  /** The last position of `count` rows: the error of the float32 recipe grows with it. */
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

/** Equal for specs whose tables have the same numbers, apart from the first row. */
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

/** The presets of a method, with their specs. */
const presetsOf = (method: Spec["method"]) =>
  Object.entries(presets).flatMap(([name, { spec }]) =>
    spec.method === method ? [[name, spec] as const] : [],
  );

function namedSinusoids(width: number): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const [name, spec] of presetsOf("sinusoidal")) {
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

/** Frequencies, and the tables that models cache: cosines or sines, each once, or twice in one of two orders. */
function* rotaryRows(pe: Posenc, width: number): Generator<Candidate> {
  for (const [name, spec] of presetsOf("rope")) {
    if ("sections" in spec) continue;
    const preset = { preset: name, ...shortLength(spec) } as Spec;
    const pairs = pe.frequencies(preset).length;
    const models = [name];
    if (width === pairs) {
      const code = `pe.frequencies({ preset: "${name}" })`;
      yield { code, models, rows: () => pe.frequencies(preset), last: () => 0 };
    }
    if (width !== pairs && width !== 2 * pairs) continue;
    for (const part of ["cos", "sin"] as const) {
      const code = `pe.rotaryTable(${literal(preset)}, { length }).${part}`;
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

/** Rows beyond the trained length need a length if it chooses between divisors: here one with those of short texts. */
function shortLength(spec: object): { currentLength?: number } {
  const { scaling } = spec as Extract<Spec, { method: "rope" }>;
  return scaling !== undefined && "shortFactor" in scaling ? { currentLength: scaling.originalLength } : {};
}

/** Each piece of `piece` numbers, twice in a row. */
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

/** The spec as JavaScript, without the fields that have their default. */
const literal = (spec: object): string =>
  `{ ${Object.entries(spec)
    .filter(([name, value]) => DEFAULTS[name] !== value)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;
