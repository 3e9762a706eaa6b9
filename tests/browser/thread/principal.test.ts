/** The directions of a table: eigenvectors by their definition, and signs that stay. */
import { expect, test } from "vitest";
import { eigen, shapeOf } from "../../../web/elements/thread/principal.ts";

/** Numbers from −1 to 1 without a library. */
const numbers = (count: number, seed: number) =>
  Float64Array.from({ length: count }, (_, n) => Math.sin(12.9898 * (n + 1) + 78.233 * seed));

test("eigenvectors fulfil A v = λ v, and are at right angles", () => {
  const size = 12;
  const half = numbers(size * size, 1);
  const matrix = Float64Array.from(
    half,
    (_, n) => half[n]! + half[(n % size) * size + Math.floor(n / size)]!,
  );
  const { values, vectors } = eigen(matrix.slice(), size);
  const column = (k: number) => Array.from({ length: size }, (_, i) => vectors[i * size + k]!);
  for (let k = 0; k < size; k++) {
    const v = column(k);
    for (let i = 0; i < size; i++) {
      const product = v.reduce((sum, value, j) => sum + matrix[i * size + j]! * value, 0);
      expect(Math.abs(product - values[k]! * v[i]!)).toBeLessThan(1e-12); // some roundings of sums of 12
    }
    for (let other = 0; other <= k; other++) {
      const dot = column(other).reduce((sum, value, i) => sum + value * v[i]!, 0);
      expect(Math.abs(dot - (other === k ? 1 : 0))).toBeLessThan(1e-12);
    }
  }
});

test("rows on a line have all of the variance along it, in their order", () => {
  const line = Float32Array.from({ length: 8 * 5 }, (_, n) => (Math.floor(n / 5) - 3) * ((n % 5) + 1));
  const { places, shares } = shapeOf(line, 5, undefined);
  expect(shares[0]).toBeCloseTo(1, 12);
  for (let row = 0; row < 8; row++) {
    expect(places[3 * row]).toBeCloseTo((row - 3.5) * Math.sqrt(55), 10); // |(1, 2, 3, 4, 5)|
    expect(places[3 * row + 1]).toBeCloseTo(0, 10);
  }
});

test("the three shares are the variances of the places, the largest first", () => {
  const table = Float32Array.from(numbers(30 * 8, 2));
  const { places, shares } = shapeOf(table, 8, undefined);
  const mean = (j: number) => table.reduce((sum, value, n) => sum + (n % 8 === j ? value / 30 : 0), 0);
  const total = table.reduce((sum, value, n) => sum + (value - mean(n % 8)) ** 2, 0);
  for (const [axis, share] of shares.entries()) {
    const along = places.filter((_, n) => n % 3 === axis);
    expect(along.reduce((sum, value) => sum + value ** 2, 0) / total).toBeCloseTo(share, 6);
  }
  expect([...shares].sort((a, b) => b - a)).toEqual([...shares]);
});

test("a table that changes little keeps the signs of its directions", () => {
  const table = Float32Array.from(numbers(30 * 8, 3));
  const first = shapeOf(table, 8, undefined);
  const turned = { ...first, places: first.places.map((value) => -value) };
  const next = shapeOf(table, 8, turned);
  for (const [n, value] of next.places.entries()) expect(value).toBeCloseTo(turned.places[n]!, 10);
});
