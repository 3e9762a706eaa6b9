import { type Area, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import { type Conflict, flag, method, number, type Resolved, type SpecOf } from "../spec/rules.ts";
import { byPosition } from "./by-position.ts";
import { indexByPosition } from "./index-by-position.ts";
import type { BiasKernels } from "./kernels.ts";
import { checkTable } from "./learned-table.ts";
import { relativePositions, type ScoreBlock } from "./score-block.ts";

const t5Fields = {
  /** Rows of the table, for both directions together. */
  buckets: number({ from: 2, to: 8192, integer: true, default: 32 }),
  /** All distances beyond this one (in tokens) share the last bucket. */
  maxDistance: number({ from: 2, to: 2 ** 31 - 1, integer: true, default: 128 }),
  /** Whether half of the buckets are for keys after the query, as in encoders. Decoders use all buckets for keys before it. */
  bidirectional: flag(true),
} as const;

/**
 * A learned number for each bucket of distances and each head.
 *
 *   bias[h,i,j] = table[bucket(j − i), h]        each short distance has a bucket; longer ones share buckets on a logarithmic scale
 *
 * Shape     (heads, queries, keys), from table (buckets, heads)
 * Source    Raffel et al. 2019, arXiv 1910.10683, section 2.1
 *
 * @example
 * pe.bias({ method: "t5", buckets: 4, maxDistance: 8, bidirectional: false }, { heads: 1, queries: 1, offset: 5, table: Float32Array.of(10, 20, 30, 40) }); // Float32Array [40, 40, 30, 30, 20, 10]
 */
export const t5 = method({ family: "bias", fields: t5Fields, relations: [enoughBuckets, farEnough] });

/** Number of buckets for one direction. */
const oneSide = ({ buckets, bidirectional }: Resolved<typeof t5Fields>) =>
  bidirectional ? Math.floor(buckets / 2) : buckets;

function enoughBuckets(spec: Resolved<typeof t5Fields>): Conflict | undefined {
  if (oneSide(spec) >= 2 && oneSide(spec) <= 4096) return undefined;
  const expected = spec.bidirectional ? "from 4 to 8193 for two sides" : "from 2 to 4096 for one side";
  return { param: "buckets", value: spec.buckets, expected, instead: 32 };
}

function farEnough(spec: Resolved<typeof t5Fields>): Conflict | undefined {
  const ones = Math.floor(oneSide(spec) / 2);
  if (spec.maxDistance > ones) return undefined;
  const expected = `more than ${ones}, the number of buckets with a single distance`;
  return { param: "maxDistance", value: spec.maxDistance, expected, instead: ones + 1 };
}

export const t5Kernels: BiasKernels<SpecOf<typeof t5>> = {
  bias: byPosition(["table"], (spec, given, { heads, block }) => {
    const table = checkTable(given.table, spec.buckets, heads, "buckets");
    const index = room(Int32Array, relativePositions(block));
    const lookUp = { index, table, heads, firstHead: 0 };
    return (out) => [...bucketSteps(spec, block, index), step("indexedBias", { ...lookUp, out })];
  }),
  index: indexByPosition([], bucketSteps),
};

/** The row of the learned table for each relative position. */
function bucketSteps(spec: SpecOf<typeof t5>, block: ScoreBlock, out: Area<Int32Array>): Step[] {
  const { buckets, maxDistance, bidirectional } = spec;
  const half = oneSide(spec);
  const steps = half - Math.floor(half / 2);
  const settings = { buckets, maxDistance, twoSided: bidirectional };
  const boundaries = room(Uint32Array, steps - 1);
  return [
    step("t5Boundaries", { settings, boundaries }),
    step("t5Buckets", { settings, boundaries, block, out }),
  ];
}
