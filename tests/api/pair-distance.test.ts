/** Pairs of channels at any distance: i and i + D, of which the first n rotate with the frequencies of a head of 2n channels. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";

const pe = await load();

/** The formula, pair by pair. */
function rotated(
  x: Float32Array,
  place: { distance: number; pairs: number; base: number; position: number },
) {
  const { distance, pairs, base, position } = place;
  const out = Float64Array.from(x);
  for (let i = 0; i < pairs; i++) {
    const angle = position * base ** (-i / pairs);
    const [a, b] = [x[i]!, x[i + distance]!];
    out[i] = a * Math.cos(angle) - b * Math.sin(angle);
    out[i + distance] = a * Math.sin(angle) + b * Math.cos(angle);
  }
  return out;
}

describe.each([
  { distance: 64, pairs: 32, headDim: 128 },
  { distance: 64, pairs: 64, headDim: 128 },
  { distance: 40, pairs: 8, headDim: 128 },
  { distance: 3, pairs: 2, headDim: 16 },
  { distance: 5, pairs: 1, headDim: 10 },
])("channels i and i + $distance of $headDim, $pairs pairs", ({ distance, pairs, headDim }) => {
  const base = 10_000;
  const spec = {
    ...({ headDim, rotaryDim: 2 * distance, pairing: "halves" } as const),
    base: base ** (distance / pairs),
    scaling: { type: "proportional", partialRotaryFactor: pairs / distance } as const,
  };

  test.each([0, 1, 777, 100_000])("at position %d they rotate as the formula says", (position) => {
    const x = Float32Array.from({ length: headDim }, (_, i) => ((37 * i) % 19) / 16 - 0.5);
    const found = pe.rotate(x, { heads: 1, ...spec, start: position });
    const wanted = rotated(x, { distance, pairs, base, position });
    // rotate: 1.75 · 2^-24 of a pair's length, below 1; both powers of the base are off by some 2^-50, times the position.
    for (const [i, value] of found.entries()) expect(Math.abs(value - wanted[i]!)).toBeLessThan(2e-7);
  });
});
