/** Values that a file may hold where a size is due. */
import type { Random } from "./random.ts";

const numbers = [
  ...[0, -0, 1, 2, 3, 7, 8, 64, 127, 128, 4096, 65_535, 65_536, 65_537, 131_072, 262_144, 2 ** 24],
  ...[-1, -8, -64, 0.5, -0.5, 7.5, 1.000001, 1e-9, 5e-324, 1e9, 1e15, 1e308, -1e308],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 5, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 64],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];

const texts = [
  ...["", " ", "64", "-8", "0x40", "1e3", "null", "true", "default", "yarn", "none", "ntk", "LLLG", "all"],
  ...[
    "constructor",
    "__proto__",
    "toString",
    "\u0000",
    "\u001b[2J",
    "\u202e",
    "\ud800",
    "…",
    "a".repeat(500),
  ],
  ...["full_attention", "sliding_attention", "chunked_attention", "linear_attention", "mamba", "conv"],
];

export const hostileNumber = (random: Random): number => random.pick(numbers);

/** A number, a text, or a value of another type. */
export function hostile(random: Random, depth = 2): unknown {
  const kind = random.below(depth === 0 ? 9 : 12);
  if (kind < 7) return hostileNumber(random);
  if (kind === 7) return random.pick(texts);
  if (kind === 8) return random.pick([null, true, false]);
  if (kind === 9) return random.list(random.below(5), () => hostile(random, depth - 1));
  if (kind === 10) return listOfOne(random);
  const names = random.list(random.below(4), () => random.pick(texts));
  return Object.fromEntries(names.map((name) => [name, hostile(random, depth - 1)]));
}

/** A list that repeats one value, short or long. */
function listOfOne(random: Random): unknown[] {
  const count = random.pick([1, 2, 3, 32, 64, 4097]);
  return new Array(count).fill(random.chance(0.5) ? random.pick(texts) : hostileNumber(random));
}
