/** One mistake each with scaling rules, vectors, tables, slopes, biases and positions of tokens. Long: a row for each mistake. */
import { checkSpec, load, type Spec } from "posenc/full";
import type { Random } from "./random.ts";
import { bfloat16, normal, type Rows, rowsOf } from "./rows.ts";
import { additiveSpec, rotarySpec } from "./specs.ts";

const pe = await load();

/** Numbers with a mistake; undefined if the spec cannot have it. */
export interface Made {
  /** What is expected; left out if nothing is. */
  readonly spec?: Spec;
  readonly given: object;
}

type Make = (random: Random) => Made | undefined;

const LENGTH = 20;

interface Rope {
  readonly headDim: number;
  readonly rotaryDim: number;
  readonly base: number;
  readonly pairing: "halves" | "interleaved";
  readonly scaling: { readonly type: string; readonly factor: number; readonly originalLength: number };
}

const fieldsOf = (spec: Spec) => checkSpec(spec as never) as unknown as Rope;
const places = (random: Random) => {
  const from = random.pick([0, 0, random.below(3000)]);
  return Array.from({ length: LENGTH }, (_, k) => from + k);
};

/** Cosines and sines by frequencies, times a factor. */
function cacheBy(positions: readonly number[], frequencies: ArrayLike<number>, factor = 1) {
  const of = (wave: (angle: number) => number) =>
    positions.map((p) => Array.from(frequencies, (f) => Math.fround(factor * wave(p * f))));
  return { cos: of(Math.cos), sin: of(Math.sin), positions };
}

const frequenciesOf = (spec: Spec) => [...pe.frequencies(spec as never)];

/** A spec with a rule, and the cache of the same spec with another rule; undefined if both give the same numbers. */
function rule(random: Random, scaling: object, wrong: object): Made | undefined {
  const spec = { ...(rotarySpec(random) as object), scaling } as unknown as Spec;
  const made = { ...(spec as object), scaling: wrong } as unknown as Spec;
  if (!differ(spec, made)) return undefined;
  const positions = places(random);
  const { cos, sin } = pe.rotaryTable(made as never, { positions });
  const pairs = cos.length / LENGTH;
  return { spec, given: { cos: rowsOf(cos, pairs), sin: rowsOf(sin, pairs), positions } };
}

/** Whether cosines of two specs differ by more than their rounding: rules change slow pairs only, which narrow heads may lack. */
export function differ(one: Spec, other: Spec): boolean {
  const [left, right] = [one, other].map((spec) => pe.rotaryTable(spec as never, { length: LENGTH }));
  const isOther = (value: number, k: number) =>
    Math.abs(value - right!.cos[k]!) > 2 ** -20 || Math.abs(left!.sin[k]! - right!.sin[k]!) > 2 ** -20;
  return left!.cos.some(isOther);
}

const sizes = (random: Random) => ({
  factor: random.pick([4, 8, 16]),
  originalLength: random.pick([2048, 4096, 8192]),
});

/** Vectors that are rotated by a map of each pair: (x, y) becomes the two numbers. */
function vectorsBy(
  random: Random,
  spec: Spec,
  map: (
    x: number,
    y: number,
    angles: { own: number; x: number; y: number },
    head: number,
  ) => readonly [number, number],
  heads = 2,
): Made {
  const { headDim, rotaryDim, pairing } = fieldsOf(spec);
  const frequencies = frequenciesOf(spec);
  const positions = Array.from({ length: LENGTH }, (_, k) => k);
  const pairs = rotaryDim / 2;
  const before = Array.from({ length: heads }, () =>
    positions.map(() => Array.from({ length: headDim }, () => Math.fround(normal(random)))),
  );
  const after = before.map((tokens, head) =>
    tokens.map((x, token) => {
      const out = [...x];
      for (let pair = 0; pair < pairs; pair++) {
        const [a, b] = pairing === "halves" ? [pair, pair + pairs] : [2 * pair, 2 * pair + 1];
        const tiled = (channel: number) =>
          frequencies[pairing === "interleaved" ? channel % pairs : channel >> 1]! * token;
        const angles = { own: frequencies[pair]! * token, x: tiled(a), y: tiled(b) };
        const [one, other] = map(x[a]!, x[b]!, angles, head);
        [out[a], out[b]] = [Math.fround(one), Math.fround(other)];
      }
      return out;
    }),
  );
  return { spec, given: { before, after, positions, order: "heads-first" } };
}

const plainRope = (random: Random) =>
  ({ ...(rotarySpec(random) as object), scaling: { type: "none" } }) as unknown as Spec;

const turn = (x: number, y: number, angle: number): readonly [number, number] => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

/** A sinusoidal table, and the spec that it is of. */
function tableOf(random: Random, change: (rows: Rows, random: Random) => Rows, fields: object = {}): Made {
  const spec = { ...(additiveSpec(random) as object), dModel: random.pick([16, 32, 64]), ...fields };
  const table = rowsOf(pe.encode(spec as never, { length: LENGTH } as never), spec.dModel);
  return { spec: spec as unknown as Spec, given: { table: change(table, random) } };
}

const oddHeads = (random: Random) => random.pick([5, 6, 7, 12, 20, 24, 40, 48, 112]);
const slopesOf = (heads: number) => [...pe.alibiSlopes({ heads })];
const alibi: Spec = { method: "alibi" };
const slopes = (list: readonly number[]): Made => ({ spec: alibi, given: { slopes: list } });

function alibiBias(random: Random, of: (distance: number, slope: number) => number): Made {
  const slope = random.pick(slopesOf(random.pick([8, 12, 16])));
  const bias = Array.from({ length: 24 }, (_, i) => Array.from({ length: 24 }, (__, j) => of(i - j, slope)));
  return { spec: alibi, given: { bias } };
}

function t5Bias(random: Random, expected: boolean): Made {
  const table = Float32Array.from({ length: 32 }, () => normal(random));
  const spec = { method: "t5", bidirectional: !expected };
  const bias = rowsOf(pe.bias(spec as never, { heads: 1, queries: 64, table } as never), 64);
  return { spec: { method: "t5", bidirectional: expected } as Spec, given: { bias } };
}

const ids = (list: readonly number[], context: object = {}): Made => ({
  given: { positionIds: list, ...context },
});
const counting = (count: number, from = 0) => Array.from({ length: count }, (_, k) => from + k);

/** The positions of an image of rows × columns between words, with a change. */
function image(
  random: Random,
  change: (axes: number[][], first: number, size: readonly [number, number]) => void,
): Made {
  const [words, rows, columns] = [2 + random.below(4), 2 + random.below(3), 2 + random.below(3)];
  const tokens = rows * columns;
  const cells = counting(tokens);
  const next = words + Math.max(rows, columns);
  const after = counting(3, next);
  const axes = [
    [...counting(words), ...cells.map(() => words), ...after],
    [...counting(words), ...cells.map((k) => words + Math.floor(k / columns)), ...after],
    [...counting(words), ...cells.map((k) => words + (k % columns)), ...after],
  ];
  change(axes, words, [rows, columns]);
  return { given: { positionIds: axes, grids: [[1, 2 * rows, 2 * columns]] } };
}

/** Each mistake by the name of its finding. */
export const otherMistakes: Readonly<Record<string, Make>> = {
  "column-missing": (random) =>
    tableOf(random, (rows) => {
      const missing = random.below(rows[0]!.length);
      return rows.map((row) => row.filter((_, column) => column !== missing));
    }),
  "sign-reversed": (random) => tableOf(random, (rows) => rows.map((row) => row.map((x) => -x))),
  "embedding-added": (random) =>
    tableOf(random, (rows) => rows.map((row) => row.map((x) => x + 0.5 * normal(random)))),
  "positions-other": (random) => tableOf(random, (rows) => rows.map((_, p) => rows[p - (p % 3)]!)),
  "wrong-layout": (random) => {
    const wanted = random.pick(["interleaved", "halves"]);
    const made = tableOf(random, (rows) => rows, { layout: wanted });
    const layout = wanted === "halves" ? "interleaved" : "halves";
    return { ...made, spec: { ...(made.spec as object), layout } as Spec };
  },
  "sin-cos-exchanged": (random) => {
    const made = tableOf(random, (rows) => rows, { layout: "flipped-halves" });
    return { ...made, spec: { ...(made.spec as object), layout: "halves" } as Spec };
  },
  "wrong-divisor": (random) => {
    const shift = random.below(2);
    const made = tableOf(random, (rows) => rows, { shift });
    return { ...made, spec: { ...(made.spec as object), shift: 1 - shift } as Spec };
  },
  "axes-exchanged": (random) => {
    const spec = {
      method: "grid",
      dModel: 24,
      shape: [2 + random.below(3), 5 + random.below(3)],
      axes: [0, 1],
    };
    const table = rowsOf(pe.encode(spec as never, {} as never), 24);
    return { spec: { ...spec, axes: [1, 0] } as unknown as Spec, given: { table } };
  },
  "parts-differ": (random) => {
    const spec = plainRope(random);
    const other = frequenciesOf({ ...(spec as object), base: 3 * fieldsOf(spec).base } as Spec);
    const positions = places(random);
    const { sin } = cacheBy(positions, other);
    return { spec, given: { ...cacheBy(positions, frequenciesOf(spec)), sin } };
  },
  "order-reversed": (random) => {
    const spec = plainRope(random);
    return { spec, given: cacheBy(places(random), frequenciesOf(spec).reverse()) };
  },
  "wrong-rotary-width": (random) => {
    const spec = { ...(plainRope(random) as object), headDim: 64, rotaryDim: 32 } as unknown as Spec;
    return {
      spec,
      given: cacheBy(places(random), frequenciesOf({ ...(spec as object), rotaryDim: 64 } as Spec)),
    };
  },
  "attention-factor-missing": (random) => {
    const spec = {
      ...(plainRope(random) as object),
      scaling: { type: "yarn", ...sizes(random) },
    } as unknown as Spec;
    return { spec, given: cacheBy(places(random), frequenciesOf(spec)) };
  },
  "attention-factor-twice": (random) => {
    const { factor, originalLength } = sizes(random);
    const spec = {
      ...(plainRope(random) as object),
      scaling: { type: "yarn", factor, originalLength },
    } as unknown as Spec;
    const twice = (0.1 * Math.log(factor) + 1) ** 2;
    return { spec, given: cacheBy(places(random), frequenciesOf(spec), twice) };
  },
  "attention-factor-other": (random) => {
    const spec = plainRope(random);
    return { spec, given: cacheBy(places(random), frequenciesOf(spec), random.pick([0.7, 1.3, 2])) };
  },
  "scaling-inverted": (random) => {
    const { factor } = sizes(random);
    const plain = plainRope(random);
    const spec = { ...(plain as object), scaling: { type: "linear", factor } } as unknown as Spec;
    return {
      spec,
      given: cacheBy(
        places(random),
        frequenciesOf(plain).map((f) => f * factor),
      ),
    };
  },
  "scaling-twice": (random) => {
    const { factor } = sizes(random);
    return rule(random, { type: "linear", factor }, { type: "linear", factor: factor ** 2 });
  },
  "scaling-missing": (random) =>
    rule(random, { type: "ntk", factor: sizes(random).factor }, { type: "none" }),
  "scaling-unexpected": (random) =>
    rule(random, { type: "none" }, { type: "linear", factor: sizes(random).factor }),
  "wrong-factor": (random) =>
    rule(random, { type: "linear", factor: 4 }, { type: "linear", factor: random.pick([2, 8]) }),
  "wrong-scaling": (random) => {
    const { factor } = sizes(random);
    return rule(random, { type: "linear", factor }, { type: "ntk", factor });
  },
  "wrong-original-length": (random) => {
    const { factor, originalLength } = sizes(random);
    const long = { type: "llama3", factor, originalLength: originalLength * factor };
    return rule(random, { type: "llama3", factor, originalLength }, long);
  },
  "ramp-rounded": (random) => {
    const own = { type: "yarn", ...sizes(random) };
    return rule(random, { ...own, truncate: false }, { ...own, truncate: true });
  },
  "ramp-not-rounded": (random) => {
    const own = { type: "yarn", ...sizes(random) };
    return rule(random, { ...own, truncate: true }, { ...own, truncate: false });
  },
  "positions-rounded": (random) => {
    const spec = plainRope(random);
    const positions = counting(LENGTH, 500 + random.below(2000));
    return { spec, given: { ...cacheBy(positions.map(bfloat16), frequenciesOf(spec)), positions } };
  },
  "frequencies-rounded": (random) => {
    const spec = plainRope(random);
    return { spec, given: cacheBy(places(random), frequenciesOf(spec).map(bfloat16)) };
  },
  "heads-not-rotated": (random) =>
    vectorsBy(random, plainRope(random), (x, y, { own }, head) => (head === 0 ? turn(x, y, own) : [x, y])),
  "signs-equal": (random) =>
    vectorsBy(random, plainRope(random), (x, y, { own }) => [
      x * Math.cos(own) + y * Math.sin(own),
      y * Math.cos(own) + x * Math.sin(own),
    ]),
  overwritten: (random) =>
    vectorsBy(random, plainRope(random), (x, y, { own }) => {
      const first = x * Math.cos(own) - y * Math.sin(own);
      return [first, y * Math.cos(own) + first * Math.sin(own)];
    }),
  "tiled-angles": (random) =>
    vectorsBy(random, plainRope(random), (x, y, angles) => [
      x * Math.cos(angles.x) - y * Math.sin(angles.x),
      y * Math.cos(angles.y) + x * Math.sin(angles.y),
    ]),
  "rotated-twice": (random) => vectorsBy(random, plainRope(random), (x, y, { own }) => turn(x, y, 2 * own)),
  "positions-constant": (random) => {
    const spec = plainRope(random);
    const frequencies = frequenciesOf(spec);
    const one = 1 + random.below(40);
    return {
      spec,
      given: { ...cacheBy(counting(LENGTH).fill(one), frequencies), positions: counting(LENGTH) },
    };
  },
  "slopes-of-a-power": (random) => {
    const heads = oddHeads(random);
    return slopes(Array.from({ length: heads }, (_, head) => 2 ** ((-8 * (head + 1)) / heads)));
  },
  "slopes-cut": (random) => {
    const heads = oddHeads(random);
    return slopes(slopesOf(2 ** Math.ceil(Math.log2(heads))).slice(0, heads));
  },
  "slopes-start-at-one": (random) => {
    const heads = random.pick([4, 8, 12, 16]);
    return slopes(Array.from({ length: heads }, (_, head) => 2 ** ((-8 * head) / heads)));
  },
  "slopes-reversed": (random) => slopes(slopesOf(2 + random.below(60)).reverse()),
  "slopes-sorted": (random) => slopes(slopesOf(oddHeads(random)).sort((a, b) => b - a)),
  "slopes-inverted": (random) => slopes(slopesOf(2 + random.below(60)).map((slope) => 1 / slope)),
  "slopes-rounded": (random) => slopes(slopesOf(random.pick([12, 20, 24, 40])).map(bfloat16)),
  "bias-sign": (random) => alibiBias(random, (distance, slope) => slope * Math.abs(distance)),
  "bias-one-sided": (random) => alibiBias(random, (distance, slope) => -slope * Math.max(0, distance)),
  "buckets-one-directional": (random) => t5Bias(random, true),
  "buckets-bidirectional": (random) => t5Bias(random, false),
  "padding-counted": (random) => {
    const [padding, tokens] = [1 + random.below(5), 4 + random.below(20)];
    const mask = counting(padding + tokens).map((k) => Number(k >= padding));
    return ids(counting(padding + tokens), { mask: [mask] });
  },
  "positions-repeat": (random) => {
    const same = 2 + random.below(8);
    return ids([...counting(same), ...counting(10, same - 1)]);
  },
  "positions-jump": (random) => {
    const before = 2 + random.below(8);
    return ids([...counting(before), ...counting(10, before + 1 + random.below(50))]);
  },
  "positions-fall": (random) => {
    const before = 8 + random.below(8);
    return ids([...counting(before), ...counting(6, 2 + random.below(4))]);
  },
  "time-falls": (random) =>
    image(random, (axes, first, [rows, columns]) => {
      for (const axis of axes) axis.splice(first + rows * columns, 3, ...counting(3, first - 1));
    }),
  "grid-mismatch": (random) =>
    image(random, (axes, first, [rows, columns]) => {
      for (let k = 0; k < rows * columns; k++) axes[1]![first + k] = first;
    }),
};
