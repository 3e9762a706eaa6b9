/** Biases against independent numbers. */
import { type BiasOptions, load, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture, nearest, ulps } from "./harness/fixture.ts";

const pe = await load();
const { alibi, t5, kerple, sandwich, fire, swin } = fixture("bias");

/** One query at the end of as many keys as make the distance, so that key 0 is that far away. */
const atDistance = (distance: number) => ({ queries: 1, keys: 1, offset: distance });

describe("ALiBi", () => {
  test.each(alibi.slopes as { heads: number; slopes: string[] }[])("slopes of $heads heads", (record) => {
    const slopes = pe.alibiSlopes({ heads: record.heads });
    expect(slopes).toHaveLength(record.heads);
    for (const [h, slope] of record.slopes.entries()) {
      expect(Math.abs(slopes[h]! / Number(slope) - 1)).toBeLessThan(2 ** -50);
      expect(Math.fround(slopes[h]!)).toBe(nearest(slope));
    }
  });

  test.each(alibi.biases as { heads: number; query: number; key: number; biasOfHead: string[] }[])(
    "query $query, key $key of $heads heads",
    ({ heads, query, key, biasOfHead }) => {
      const biases = pe.bias({ method: "alibi" }, { heads, queries: 1, keys: 1, offset: query - key });
      for (const [h, value] of biasOfHead.entries()) expect(ulps(biases[h]!, value)).toBeLessThan(0.51);
    },
  );

  test("a block behind a cache, as a matrix and as a vector", () => {
    const { heads, queries, keys, offset, bias } = alibi.cached;
    const expected = (bias as string[][][]).flat(2).map(nearest);
    expect([...pe.bias({ method: "alibi" }, { heads, queries, keys, offset })]).toEqual(expected);
    const vector = pe.bias({ method: "alibi" }, { heads, queries, keys, offset, as: "vector" });
    expect(vector).toHaveLength(heads * (queries + keys - 1));
    expectSpread(vector, expected, { heads, queries, keys });
  });

  test("the presets of BLOOM and MPT are ALiBi", () => {
    const options = { heads: 4, queries: 3 };
    for (const preset of ["bloom", "mpt"] as const) {
      expect(pe.bias({ preset }, options)).toEqual(pe.bias({ method: "alibi" }, options));
    }
  });
});

/** A matrix holds at (i, j) what its vector holds at j − i + queries − 1. */
function expectSpread(
  vector: Float32Array,
  matrix: ArrayLike<number>,
  { heads, queries, keys }: { heads: number; queries: number; keys: number },
): void {
  const length = queries + keys - 1;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < keys; j++) {
        expect(matrix[(h * queries + i) * keys + j]).toBe(vector[h * length + j - i + queries - 1]);
      }
    }
  }
}

interface Buckets {
  buckets: number;
  maxDistance: number;
  twoSided: boolean;
  firstRelative: number;
  bucketOf: number[];
  far: [relative: number, bucket: number][];
}

describe.each(t5.rows as Buckets[])(
  "T5: $buckets buckets up to $maxDistance, two-sided: $twoSided",
  (row) => {
    const spec: Spec = {
      method: "t5",
      buckets: row.buckets,
      maxDistance: row.maxDistance,
      bidirectional: row.twoSided,
    };

    test("all near relative positions and some far ones have the right bucket", () => {
      const block = { queries: 1, keys: row.bucketOf.length, offset: -row.firstRelative };
      expect([...pe.relativeIndex(spec, block)]).toEqual(row.bucketOf);
      for (const [relative, bucket] of row.far) {
        expect([...pe.relativeIndex(spec, atDistance(-relative))]).toEqual([bucket]);
      }
    });

    test("the bias is the learned number of the bucket", () => {
      const heads = 3;
      const table = Float32Array.from({ length: row.buckets * heads }, (_, i) => Math.sin(i));
      const block = { queries: 5, keys: 7, offset: 4 };
      const index = pe.relativeIndex(spec, block);
      const bias = pe.bias(spec, { heads, ...block, table });
      for (let h = 0; h < heads; h++) {
        for (const [n, bucket] of index.entries()) {
          expect(bias[h * index.length + n]).toBe(table[bucket * heads + h]);
        }
      }
    });
  },
);

describe("KERPLE", () => {
  const { deltas, records } = kerple as {
    deltas: number[];
    records: { r1: number; r2: number; logarithmic: string[]; power: string[] }[];
  };
  test.each(records)("r1 = $r1, r2 = $r2", (record) => {
    for (const kernel of ["logarithmic", "power"] as const) {
      for (const [n, distance] of deltas.entries()) {
        const options = { heads: 2, r1: [record.r1, 2], r2: Float64Array.of(record.r2, 1) };
        const [bias] = pe.bias({ method: "kerple", kernel }, { ...options, ...atDistance(distance) });
        expect(ulps(bias!, record[kernel][n]!), `${kernel} at ${distance}`).toBeLessThan(0.51);
      }
    }
  });
});

describe("Sandwich", () => {
  const { deltas, records } = sandwich as {
    deltas: number[];
    records: { dimension: number; base: number; firstPair: number; values: string[] }[];
  };
  test.each(records)("width $dimension, base $base, from pair $firstPair", (record) => {
    const { dimension: dModel, base, firstPair } = record;
    for (const [n, distance] of deltas.entries()) {
      const options = { heads: 16, ...atDistance(distance) };
      const spec = { method: "sandwich", dModel, base, firstPair } as const;
      const [plain] = pe.bias({ ...spec, headRatios: false }, options);
      expect(ulps(plain!, record.values[n]!), `at ${distance}`).toBeLessThan(0.51);
      const ofHeads = pe.bias(spec, options);
      for (let h = 0; h < 16; h++) {
        expect(ofHeads[h]! / (Number(record.values[n]) / ((h + 1) / 2))).toBeCloseTo(1, 6);
      }
    }
  });

  test("is the inner product of two rows of a sinusoidal encoding", () => {
    const options = { heads: 1, queries: 1, keys: 50, offset: 49 };
    const bias = pe.bias({ method: "sandwich", dModel: 32, headRatios: false }, options);
    const rows = pe.similarity({ method: "sinusoidal", dModel: 32 }, { from: 0, to: 49 });
    expect([...bias].reverse()).toEqual([...rows].map(Math.fround));
  });
});

describe("FIRE", () => {
  const floats = (numbers: number[]) => Float32Array.from(numbers);
  const perceptron = {
    hiddenWeight: floats(fire.perceptron.hiddenWeight),
    hiddenBias: floats(fire.perceptron.hiddenBias),
    outputWeight: floats(fire.perceptron.outputWeight.flat()),
    outputBias: floats(fire.perceptron.outputBias),
  };
  interface Record_ {
    c: number;
    threshold: number;
    query: number;
    key: number;
    biasOfHead: string[];
  }
  test.each(fire.records as Record_[])("c = $c, L = $threshold, query $query, key $key", (record) => {
    const { c, threshold, query, key, biasOfHead } = record;
    const options = { heads: 2, queries: 1, keys: key + 1, offset: query, perceptron };
    const biases = pe.bias({ method: "fire", c, threshold }, options);
    for (const [h, value] of biasOfHead.entries()) {
      expect(ulps(biases[h * (key + 1) + key]!, value)).toBeLessThan(0.51);
    }
  });

  test("without a bias at the output", () => {
    const { outputBias, ...rest } = perceptron;
    const options = { heads: 2, queries: 1, keys: 1, offset: 5 };
    const withBias = pe.bias({ method: "fire" }, { ...options, perceptron });
    const without = pe.bias({ method: "fire" }, { ...options, perceptron: rest });
    for (const h of [0, 1]) expect(withBias[h]! - without[h]!).toBeCloseTo(outputBias[h]!, 5);
  });
});

describe("Swin", () => {
  test.each(swin.tables as { window: number[]; index: number[][] }[])(
    "window $window",
    ({ window, index }) => {
      const spec: Spec = { method: "swin", window };
      expect([...pe.relativeIndex(spec, {})]).toEqual(index.flat());
      const rows = (2 * window[0]! - 1) * (2 * window[1]! - 1);
      const table = Float32Array.from({ length: 2 * rows }, (_, i) => i);
      const expected = [0, 1].flatMap((h) => index.flat().map((row) => 2 * row + h));
      expect([...pe.bias(spec, { heads: 2, table })]).toEqual(expected);
    },
  );

  test("window 7, the one in use", () => {
    const index = pe.relativeIndex({ method: "swin" }, {});
    for (const [i, j, row] of swin.window7.probes) expect(index[i * 49 + j]).toBe(row);
    expect(Math.max(...index) + 1).toBe(swin.window7.rows);
  });

  interface LogSpaced {
    window: number;
    pretrainedWindow: number;
    coordinates: string[];
  }
  test.each(swin.logSpaced as LogSpaced[])(
    "log-spaced: $window, trained with $pretrainedWindow",
    (record) => {
      const { window, pretrainedWindow, coordinates } = record;
      // max(0, y) − max(0, −y) and the same of x: what comes out is the coordinate of each head's axis.
      const perceptron = {
        hiddenWeight: Float32Array.of(1, 0, -1, 0, 0, 1, 0, -1),
        hiddenBias: new Float32Array(4),
        outputWeight: Float32Array.of(1, -1, 0, 0, 0, 0, 1, -1),
      };
      const trained = pretrainedWindow === 0 ? {} : { trainedWindow: [pretrainedWindow, pretrainedWindow] };
      const spec: Spec = { method: "swin", window: [window, window], logSpaced: true, ...trained };
      const bias = pe.bias(spec, { heads: 2, perceptron });
      const cells = window * window;
      for (let head = 0; head < 2; head++) {
        const step = head === 0 ? window : 1; // of a cell along the head's axis
        for (const [n, coordinate] of coordinates.entries()) {
          const offset = n - (window - 1);
          const [i, j] = offset >= 0 ? [offset * step, 0] : [0, -offset * step];
          const expected = 16 / (1 + Math.exp(-Number(coordinate)));
          expect(bias[(head * cells + i) * cells + j]! / expected).toBeCloseTo(1, 6);
        }
      }
    },
  );
});

test("the method none gives zeros", () => {
  expect([...pe.bias({ method: "none" }, { heads: 2, queries: 2 })]).toEqual(new Array(8).fill(0));
});

const learned = {
  perceptron: {
    hiddenWeight: Float32Array.of(1),
    hiddenBias: Float32Array.of(0),
    outputWeight: Float32Array.of(1, 2),
  },
};
const methods: [Spec, Partial<BiasOptions>][] = [
  [{ method: "alibi" }, {}],
  [{ method: "t5" }, { table: Float32Array.from({ length: 64 }, (_, i) => i) }],
  [{ method: "kerple" }, { r1: [1, 2], r2: [3, 4] }],
  [{ method: "sandwich" }, {}],
  [{ method: "fire" }, learned],
  [{ method: "none" }, {}],
];

describe.each(methods)("%o", (spec, more) => {
  test("hides keys after their query if causal", () => {
    for (const offset of [0, 2]) {
      const options = { heads: 2, queries: 4, keys: 6, offset, ...more };
      const whole = pe.bias(spec, options);
      const causal = pe.bias(spec, { ...options, causal: true });
      for (const [n, value] of causal.entries()) {
        const [i, j] = [Math.floor(n / 6) % 4, n % 6];
        expect(value).toBe(j > i + offset ? -Infinity : whole[n]);
      }
    }
  });

  test("is empty without queries or keys", () => {
    for (const [queries, keys] of [
      [0, 0],
      [0, 3],
      [3, 0],
    ] as const) {
      expect(pe.bias(spec, { heads: 2, queries, keys, ...more })).toHaveLength(0);
    }
  });

  test("a row behind a cache is the last row of the block", () => {
    const block = pe.bias(spec, { heads: 2, queries: 8, ...more });
    const row = pe.bias(spec, { heads: 2, queries: 1, offset: 7, ...more });
    for (const h of [0, 1]) {
      expect(row.slice(8 * h, 8 * h + 8)).toEqual(block.slice(64 * h + 56, 64 * h + 64));
    }
  });
});

test.each(methods.filter(([spec]) => (spec as { method: string }).method !== "fire"))(
  "%o as a vector has the numbers of the matrix",
  (spec, more) => {
    const shape = { heads: 2, queries: 3, keys: 5 };
    for (const causal of [false, true]) {
      const options = { ...shape, offset: 1, causal, ...more };
      expectSpread(pe.bias(spec, { ...options, as: "vector" }), pe.bias(spec, options), shape);
    }
  },
);
