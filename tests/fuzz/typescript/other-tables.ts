/** Right numbers of all kinds beside tables from position 0: grids, points, timesteps, vectors, lists, biases, and tables without a formula. */
import { load, type Spec } from "posenc/full";
import type { Random } from "./random.ts";
import { cut, logarithmic, normal, type Precision, precisions, type Rows, rowsOf } from "./rows.ts";
import { additiveSpec, type Case, rotarySpec } from "./specs.ts";

const pe = await load();

type Made = Omit<Case, "given"> & { readonly given: Readonly<Record<string, unknown>> };

const additive = (spec: object, options: object): Rows => {
  const table = pe.encode(spec as never, options as never);
  return rowsOf(table, (spec as { dModel: number }).dModel);
};

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((each) => [random.next(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

/** DETR, MAE and others: any order of the axes, with a class token or without. */
function grid(random: Random): Made {
  const axes = random.chance(0.2) ? [0, 1, 2] : [0, 1];
  const spec = {
    method: "grid",
    dModel: random.pick([12, 24, 48]),
    shape: axes.map(() => 2 + random.below(5)),
    axes: shuffled(random, axes),
    layout: random.pick(["interleaved", "halves", "flipped-halves"]),
    ...(random.chance(0.3) ? { base: logarithmic(random, 100, 1e5) } : {}),
    ...random.pick([{}, {}, { start: 1 }, { start: 1, normalize: true }, { classToken: true }]),
  };
  return { spec: spec as unknown as Spec, given: { table: additive(spec, {}) }, says: "a grid" };
}

/** Steps of a diffusion model: whole or not, in any order, times any scale. */
function timesteps(random: Random): Made {
  const spec = {
    method: "sinusoidal",
    dModel: random.pick([16, 32, 64]),
    layout: random.pick(["halves", "flipped-halves"]),
    shift: random.below(2),
    scale: random.pick([1, 1000, 0.5, 30]),
  };
  const positions = random.list(6 + random.below(20), () =>
    spec.scale === 1 ? random.below(1000) : Math.fround(random.next()),
  );
  const table = additive(spec, { positions });
  return { spec: spec as unknown as Spec, given: { table, positions }, says: "timesteps" };
}

/** Distances from the farthest key before the query to the farthest after it, or the reverse. */
function relative(random: Random): Made {
  const spec = { ...(additiveSpec(random) as object), dModel: random.pick([16, 32, 64]) };
  const reach = 4 + random.below(20);
  const from = random.pick([0, -reach]);
  const rising = Array.from({ length: reach - from + 1 }, (_, row) => from + row);
  const positions = random.chance(0.6) ? rising.reverse() : rising;
  const table = additive(spec, { positions });
  const isGiven = random.chance(0.5);
  const says = `distances from ${positions[0]} to ${positions.at(-1)}`;
  return {
    spec: spec as unknown as Spec,
    given: { table, ...(isGiven && { positions }) },
    says: isGiven ? `${says}, given` : says,
  };
}

/** Rows at any positions, also negative ones and the same one twice. */
function scattered(random: Random): Made {
  const positions = random.list(6 + random.below(20), () => random.below(3000) - 500);
  if (random.chance(0.5)) {
    const spec = additiveSpec(random);
    const table = additive({ ...(spec as object) }, { positions });
    return { spec, given: { table, positions }, says: "rows at any positions" };
  }
  const spec = rotarySpec(random);
  const made = pe.rotaryTable(spec as never, { positions });
  const pairs = made.cos.length / positions.length;
  const [cos, sin] = [rowsOf(made.cos, pairs), rowsOf(made.sin, pairs)];
  return { spec, given: { cos, sin, positions }, says: "cosines and sines at any positions" };
}

/** Fourier features of points, which are given or not. */
function fourier(random: Random): Made {
  const dimensions = 1 + random.below(3);
  const spec = {
    method: "fourier",
    dimensions,
    octaves: 1 + random.below(10),
    pi: random.chance(0.5),
    order: random.pick(["coordinate", "octave"]),
    includeInput: random.chance(0.4),
  };
  const count = 5 + random.below(20);
  const points = random.list(count * dimensions, () => Math.fround(2 * random.next() - 1));
  const width = dimensions * (2 * spec.octaves + Number(spec.includeInput));
  const table = rowsOf(pe.encode(spec as never, { points } as never), width);
  const axes = Array.from({ length: dimensions }, (_, axis) =>
    Array.from({ length: count }, (_, row) => points[row * dimensions + axis]!),
  );
  const isGiven = random.chance(0.5);
  return {
    spec: spec as unknown as Spec,
    given: { table, ...(isGiven && { positions: dimensions === 1 ? axes[0] : axes }) },
    says: isGiven ? "Fourier features at given points" : "Fourier features",
  };
}

function xposSpec(random: Random): Spec & { headDim: number } {
  return {
    method: "xpos",
    headDim: random.pick([16, 32, 64]),
    pairing: random.pick(["halves", "interleaved"]),
    ...(random.chance(0.3) ? { base: logarithmic(random, 1000, 1e6) } : {}),
    ...(random.chance(0.3) ? { scaleBase: random.pick([128, 1024]) } : {}),
  } as unknown as Spec & { headDim: number };
}

/** Cosines and sines of xPos, which grow for queries and shrink for keys. */
function xposCache(random: Random): Made {
  const spec = xposSpec(random);
  const length = 6 + random.below(20);
  const made = pe.rotaryTable(
    spec as never,
    { start: random.pick([0, 0, random.below(500)]), length, side: random.pick(["query", "key"]) } as never,
  );
  const pairs = made.cos.length / length;
  return {
    spec,
    given: { cos: rowsOf(made.cos, pairs), sin: rowsOf(made.sin, pairs) },
    says: "cosines and sines of xPos",
  };
}

/** Vectors of one or more heads, in both orders of heads and tokens. */
function vectors(random: Random): Made {
  const isXpos = random.chance(0.15);
  const spec = isXpos ? xposSpec(random) : rotarySpec(random);
  const { headDim } = spec as unknown as { headDim: number };
  const [tokens, heads] = [6 + random.below(12), 1 + random.below(3)];
  const start = random.pick([0, 0, random.below(2000)]);
  const before = Float32Array.from({ length: tokens * heads * headDim }, () => normal(random));
  const side = isXpos ? { side: random.pick(["query", "key"]) } : {};
  const after = pe.rotate(before, { ...(spec as object), heads, start, ...side } as never) as Float32Array;
  const isTurned = random.chance(0.5);
  const nested = (values: Float32Array) => {
    const at = (token: number, head: number) =>
      Array.from(values.subarray((token * heads + head) * headDim, (token * heads + head + 1) * headDim));
    return isTurned
      ? Array.from({ length: heads }, (_, head) =>
          Array.from({ length: tokens }, (_, token) => at(token, head)),
        )
      : Array.from({ length: tokens }, (_, token) =>
          Array.from({ length: heads }, (_, head) => at(token, head)),
        );
  };
  const positions = Array.from({ length: tokens }, (_, token) => start + token);
  const isOpen = start === 0 && random.chance(0.5);
  const given = { before: nested(before), after: nested(after), ...(!isOpen && { positions }) };
  const order = isTurned ? "heads-first" : "tokens-first";
  return {
    spec,
    given: { ...given, ...(random.chance(0.5) && { order }) },
    says: `vectors${isXpos ? " of xPos" : ""}, ${order}, ${heads} heads, from ${start}${isOpen ? ", not given" : ""}`,
  };
}

function slopes(random: Random): Made {
  const heads = 1 + random.below(random.pick([12, 48, 160]));
  const biasMax = random.pick([8, 8, 8, 4]);
  const spec = { method: "alibi", ...(biasMax !== 8 && { biasMax }) } as Spec;
  return {
    spec,
    given: { slopes: [...pe.alibiSlopes({ heads, biasMax })] },
    says: `slopes of ${heads} heads`,
    isUnnamed: biasMax !== 8 || heads < 2,
  };
}

/** A bias of one head: ALiBi of any number of heads, T5, and others that only other tools expect. */
function bias(random: Random): Made {
  const [queries, before] = [8 + random.below(40), random.pick([0, 0, random.below(20)])];
  const keys = queries + before;
  const causal = random.chance(0.5);
  const block = { queries, keys, offset: before, causal };
  const one = (values: Float32Array, head = 0) =>
    rowsOf(values.subarray(head * queries * keys, (head + 1) * queries * keys), keys);
  const kind = random.pick(["alibi", "t5", "kerple", "sandwich"]);
  if (kind === "alibi") {
    const heads = 1 + random.below(40);
    const all = pe.bias({ method: "alibi" }, { heads, ...block });
    return {
      spec: { method: "alibi" },
      given: { bias: one(all, random.below(heads)) },
      says: `ALiBi of ${heads} heads`,
    };
  }
  if (kind === "t5") {
    const buckets = random.pick([16, 32, 64]);
    const spec = { method: "t5", buckets, maxDistance: 128, bidirectional: random.chance(0.5) };
    const table = Float32Array.from({ length: buckets }, () => normal(random));
    return {
      spec: spec as unknown as Spec,
      given: { bias: one(pe.bias(spec as never, { heads: 1, ...block, table } as never)) },
      says: "buckets of T5",
    };
  }
  const given =
    kind === "sandwich"
      ? pe.bias({ method: "sandwich", dModel: 64 } as never, { heads: 2, ...block } as never)
      : pe.bias({ method: "kerple" } as never, { heads: 1, ...block, r1: [1.5], r2: [0.5] } as never);
  return { spec: undefined, given: { bias: one(given) }, says: `a bias of ${kind}` };
}

/** Frequencies of any schedule, in radians, in turns or as periods. */
function frequencies(random: Random): Made {
  const spec = rotarySpec(random);
  const of = random.pick([
    (f: number) => f,
    (f: number) => f,
    (f: number) => f / (2 * Math.PI),
    (f: number) => (2 * Math.PI) / f,
  ]);
  const right = [...pe.frequencies(spec as never)];
  return {
    spec,
    given: { frequencies: right.some((f) => f === 0) ? right : right.map(of) },
    says: "frequencies",
  };
}

/** A table that was trained, or was not yet: random rows, and sums of slow waves with them. */
function learned(random: Random): Made {
  const [rows, columns] = [20 + random.below(20), random.pick([8, 12, 16])];
  const waves = random.chance(0.5)
    ? random.list(columns, () => [normal(random), 0.3 * random.next(), 6 * random.next()] as const)
    : undefined;
  const table = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const [size, pace, from] = waves?.[column] ?? [0, 0, 0];
      return Math.fround(0.02 * normal(random) + 0.1 * size * Math.sin(pace * row + from));
    }),
  );
  return { spec: undefined, given: { table }, says: "a learned table" };
}

const kinds = [
  grid,
  timesteps,
  relative,
  scattered,
  fourier,
  xposCache,
  vectors,
  vectors,
  slopes,
  bias,
  frequencies,
  learned,
] as const;

/** Numbers that must keep their value: where rows are, and how axes are ordered. */
const KEPT = ["positions", "order"];

/** A right case of one of the other kinds, in a precision. */
export function otherCase(random: Random): Case {
  const { given, says, ...made } = random.pick(kinds)(random);
  const { says: precision, of } = random.pick(precisionsFor(given));
  const numbers = Object.entries(given).map(([name, value]) => [
    name,
    KEPT.includes(name) ? value : cut(value, of),
  ]);
  return { ...made, given: Object.fromEntries(numbers), says: `${says}, ${precision}` };
}

/** Lists of small numbers are printed with significant digits. In bfloat16 they are damaged, which is a finding. */
const precisionsFor = (given: object): readonly Precision[] => {
  const isList = "slopes" in given || "frequencies" in given;
  if (!isList && !("bias" in given)) return precisions;
  return precisions.filter(({ says }) => !says.endsWith("decimals") && !(isList && says === "bfloat16"));
};
