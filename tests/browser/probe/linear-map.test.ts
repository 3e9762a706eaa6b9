/** The linear map of the probe: against elimination over all sums written down, and where the answer is known. */
import { expect, test } from "vitest";
import { type Reading, RIDGE, readSums, type Sums } from "../../../web/elements/probe/linear-map.ts";

function readingOf(sums: Sums): Reading {
  const work = readSums(sums);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Numbers from −1 to 1 without a library. */
const numbers = (count: number, seed: number) =>
  Float64Array.from({ length: count }, (_, n) => Math.sin(12.9898 * (n + 1) * (seed + 0.37)));

const rowOf = (rows: Float64Array, width: number, row: number) => [
  ...rows.subarray(row * width, (row + 1) * width),
];

/** Solves by Gauss and Jordan, with the largest pivot; `right` has a column for each target. */
function eliminate(left: number[][], right: number[][]): number[][] {
  const rows = left.map((row, i) => [...row, ...right[i]!]);
  for (let column = 0; column < left.length; column++) {
    let pivot = column;
    for (let i = column; i < rows.length; i++)
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const first = rows[column]!;
    for (const [i, row] of rows.entries()) {
      if (i === column) continue;
      const factor = row[column]! / first[column]!;
      for (let j = column; j < row.length; j++) row[j]! -= factor * first[j]!;
    }
  }
  return rows.map((row, i) => row.slice(left.length).map((value) => value / row[i]!));
}

/** The same reading from a matrix of all sums. */
function expected({ width, words, positions, fitted }: Sums): Reading {
  const [wordCount, positionCount] = [words.length / width, positions.length / width];
  const all = Array.from(fitted, (isFitted, n) => {
    const [w, p] = [Math.floor(n / positionCount), n % positionCount];
    const place = rowOf(positions, width, p);
    return { isFitted, w, p, sum: [...rowOf(words, width, w).map((value, j) => value + place[j]!), 1] };
  });
  const own = all.filter(({ isFitted }) => isFitted);
  const gram = Array.from({ length: width + 1 }, (_, i) =>
    Array.from({ length: width + 1 }, (_, j) => own.reduce((total, { sum }) => total + sum[i]! * sum[j]!, 0)),
  );
  const trace = gram.reduce((total, row, i) => total + row[i]!, 0);
  for (const [i, row] of gram.entries()) row[i]! += (RIDGE * trace) / (width + 1);
  const targets = Array.from({ length: width + 1 }, (_, i) => {
    const row = new Array<number>(wordCount + positionCount).fill(0);
    for (const { sum, w, p } of own) {
      row[w]! += sum[i]!;
      row[wordCount + p]! += sum[i]!;
    }
    return row;
  });
  const map = eliminate(gram, targets);
  const misses = new Float64Array(2 * positionCount - 1);
  let [tested, right] = [0, 0];
  for (const { isFitted, sum, w, p } of all) {
    if (isFitted) continue;
    const scores = map[0]!.map((_, output) =>
      sum.reduce((total, value, i) => total + value * map[i]![output]!, 0),
    );
    const best = (own: number[]) => own.indexOf(Math.max(...own));
    tested++;
    if (best(scores.slice(0, wordCount)) === w) right++;
    misses[positionCount - 1 + best(scores.slice(wordCount)) - p]!++;
  }
  return { tested, words: right, misses };
}

test.each([4, 9, 30])("at width %i it reads what elimination over all sums reads", (width) => {
  const [wordCount, positionCount] = [12, 10];
  const fitted = Uint8Array.from(numbers(wordCount * positionCount, 5), (value) => Number(value < 0));
  const sums: Sums = {
    width,
    words: numbers(wordCount * width, 1),
    positions: numbers(positionCount * width, 2),
    fitted,
  };
  const reading = readingOf(sums);
  expect(reading).toEqual(expected(sums));
  expect(reading.misses.reduce((sum, count) => sum + count, 0)).toBe(reading.tested);
});

test("it reads everything where words and positions have dimensions of their own", () => {
  const [wordCount, positionCount, width] = [6, 5, 11];
  const one = (count: number, from: number) =>
    Float64Array.from({ length: count * width }, (_, n) =>
      Number(n % width === from + Math.floor(n / width)),
    );
  const fitted = Uint8Array.from({ length: 30 }, (_, n) => Number(n % 4 !== 0));
  const sums = { width, words: one(wordCount, 0), positions: one(positionCount, wordCount), fitted };
  const { tested, words, misses } = readingOf(sums);
  expect([tested, words, misses[positionCount - 1]]).toEqual([8, 8, 8]);
});

test("it reads no position where all positions are the same", () => {
  const [wordCount, positionCount, width] = [20, 10, 16];
  const fitted = Uint8Array.from({ length: 200 }, (_, n) => Number(n % 2 === Math.floor(n / 10) % 2));
  const sums = {
    width,
    words: numbers(wordCount * width, 3),
    positions: new Float64Array(160).fill(0.5),
    fitted,
  };
  const { tested, misses } = readingOf(sums);
  expect(tested).toBe(100);
  expect(misses[positionCount - 1]! / tested).toBeLessThan(0.3); // a guess gets 0.1
});
