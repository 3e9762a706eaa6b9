import { formatInteger } from "../plot/numbers.ts";
import type { BiasMethod } from "./method.ts";

/** The simplest table: the number of a bucket is its index. */
const numbersUpTo = (count: number): number[][] => Array.from({ length: count }, (_, bucket) => [bucket]);

export const t5: BiasMethod<"t5"> = {
  family: "bias",
  title: "T5 buckets",
  form: "vector",
  quantity: "bucket",
  headsDiffer: () => false,
  learned: ({ buckets }) => ({
    table: { random: "t5", shape: [buckets, "heads"], plain: numbersUpTo(buckets) },
  }),
  learnedInWords: "T5’s buckets seed/t5",
  sentence({ buckets, maxDistance, bidirectional }) {
    const sides = bidirectional ? "half of them for keys ahead" : "all keys ahead share the first";
    return (
      `T5 learns a number for each of ${buckets} buckets, ${sides}. Shown is the bucket: one for each near ` +
      `distance, then wider ones, up to ${formatInteger(maxDistance)}.`
    );
  },
  // 1e-9 is added because the logarithm of a bucket's edge can be rounded to just below a whole step.
  python: ({ buckets, maxDistance, bidirectional }) => `${
    bidirectional
      ? `half = ${buckets} // 2\nahead = half * (key > query)`
      : `half, ahead = ${buckets}, 0\ndistance = (query - key).clip(0)`
  }
exact = half // 2
steps = xp.log(distance.clip(exact) / exact) / math.log(${maxDistance} / exact) * (half - exact)
far = (exact + (steps + 1e-9) // 1).clip(None, half - 1)
near = distance < exact
bucket = ahead + near * distance + ~near * far
bias = table[xp.asarray(bucket, dtype=xp.int64), head]`,
};
