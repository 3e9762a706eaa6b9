/** The positions of dual chunk attention. */
import { dualChunkIds } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";

interface Case {
  options: { length: number; chunk: number; local: number; start?: number };
  ids: Record<"chunks" | "keys" | "intra" | "successive" | "inter", number[]>;
}

const cases: Case[] = fixture("tokens").dualChunk;

test.each(cases)("$options", ({ options, ids }) => {
  const got = Object.entries(dualChunkIds(options)).map(([name, list]) => [name, [...list]]);
  expect(Object.fromEntries(got)).toEqual(ids);
});

describe("distances", () => {
  const [chunk, local] = [12, 4];
  const { chunks, keys, ...queries } = dualChunkIds({ length: 60, chunk, local });
  const distance = (i: number, j: number) => {
    const apart = chunks[i]! - chunks[j]!;
    const kind = apart === 0 ? "intra" : apart === 1 ? "successive" : "inter";
    return queries[kind][i]! - keys[j]!;
  };

  test("are from 0 to chunk, and those up to local are as they were", () => {
    for (let i = 0; i < 60; i++)
      for (let j = 0; j <= i; j++) {
        expect(distance(i, j)).toBeGreaterThanOrEqual(0);
        expect(distance(i, j)).toBeLessThanOrEqual(chunk);
        if (i - j <= local) expect(distance(i, j)).toBe(i - j);
      }
  });
});

test("later tokens continue those before", () => {
  const sizes = { chunk: 6, local: 2 };
  const all = dualChunkIds({ length: 20, ...sizes });
  const later = dualChunkIds({ length: 7, start: 13, ...sizes });
  for (const name of ["chunks", "keys", "intra", "successive", "inter"] as const)
    expect(later[name]).toEqual(all[name].slice(13));
});

test("wrong options are named", () => {
  const wrong = (change: object) => () => dualChunkIds({ length: 1, chunk: 4, local: 1, ...change });
  expectError(wrong({ length: -1 }), RangeError, "range", "length");
  expectError(wrong({ length: 2 ** 26 }), RangeError, "memory-limit", "length");
  expectError(wrong({ chunk: undefined }), TypeError, "missing", "chunk");
  expectError(wrong({ local: 4 }), RangeError, "range", "local");
  expectError(wrong({ local: 0.5 }), RangeError, "range", "local");
  expectError(wrong({ start: -1 }), RangeError, "range", "start");
  expectError(wrong({ chunkSize: 4 }), TypeError, "unknown-option", "chunkSize");
});
