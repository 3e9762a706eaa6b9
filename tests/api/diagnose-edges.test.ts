/** Where one thing becomes another: masks, short distances, padding, roundings, and rules that are nearly plain. */
import { diagnose, type ToDiagnose } from "posenc/diagnose";
import { load } from "posenc/full";
import { expect, test } from "vitest";

const pe = await load();

const ask = (x: unknown) => diagnose(x as ToDiagnose);
const namesIn = (x: unknown) => ask(x).findings.map(({ name }) => name);
const rowsOf = (values: ArrayLike<number>, width: number) =>
  Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column]!),
  );

test("−10000 masks a score", () => {
  const bias = rowsOf(pe.bias({ method: "alibi" }, { heads: 1, queries: 16, causal: true }), 16);
  const masked = bias.map((row) => row.map((value) => (value === -Infinity ? -10_000 : value)));
  expect(ask({ bias: masked })).toMatchObject({ is: { method: "alibi", keysSeen: "causal" }, findings: [] });
  const { comparison } = diagnose({ bias: masked }, { expected: { method: "alibi" } });
  expect(comparison).toMatchObject({ equal: true, compared: (16 * 17) / 2 });
});

test("a number for each distance up to 15 shows no buckets", () => {
  const bias = Array.from({ length: 16 }, (_, query) =>
    Array.from({ length: 16 }, (_, key) => Math.sin((query - key) ** 2 + 0.5 * (query - key))),
  );
  expect(ask({ bias }).is).toBeNull();
});

test("padding that goes on with the number 1 is padding, and any other count is not", () => {
  expect(namesIn({ positionIds: [0, 0, 0, 1, 2, 3, 4] })).toEqual([]);
  expect(namesIn({ positionIds: [0, 0, 0, 3, 4, 5, 6] })).toEqual(["padding-counted"]);
});

test("slopes that are off by a ten-thousandth follow no rule", () => {
  const slopes = Array.from(pe.alibiSlopes({ heads: 12 }), (slope) => slope * (1 + 1e-4));
  expect(ask({ slopes }).is).toBeNull();
});

test("broken pairs are found in each of several heads", () => {
  const [heads, tokens, width] = [2, 8, 16];
  const before = Array.from({ length: heads }, (_, head) =>
    Array.from({ length: tokens }, (_, t) =>
      Array.from({ length: width }, (_, c) => Math.sin((head * 1000 + t * width + c) ** 2 + 1)),
    ),
  );
  // Both channels of a pair get the sine with the sign +.
  const after = before.map((vectors) =>
    vectors.map((x, t) =>
      x.map((value, c) => {
        const angle = t * 10_000 ** (-(c % 8) / 8);
        return value * Math.cos(angle) + x[(c + 8) % 16]! * Math.sin(angle);
      }),
    ),
  );
  expect(namesIn({ before, after, order: "heads-first" })).toContain("signs-equal");
  const oneHead = [after[0], before[1]];
  expect(namesIn({ before, after: oneHead, order: "heads-first" })).not.toContain("signs-equal");
});

test("a position in the middle of two bfloat16 numbers becomes the even one", () => {
  const positions = [0, 1, 2, 3, 4, 257, 259, 261, 263];
  const even = [0, 1, 2, 3, 4, 256, 260, 260, 264];
  const { cos, sin } = pe.rotaryTable(
    { method: "rope", headDim: 32, pairing: "halves" },
    { positions: even },
  );
  const given = { cos: rowsOf(cos, 16), sin: rowsOf(sin, 16), positions };
  expect(namesIn(given)).toEqual(["positions-rounded"]);
});

test("frequencies that are all slower by 5 % are scaled, not of another base", () => {
  const spec = { method: "rope", headDim: 64, pairing: "halves", scaling: { type: "linear", factor: 1.05 } };
  const { cos, sin } = pe.rotaryTable(spec as never, { length: 32 });
  const found = ask({ cos: rowsOf(cos, 32), sin: rowsOf(sin, 32) });
  expect(found, found.verdict).toMatchObject({
    is: { base: 10_000, scaling: { type: "linear", factor: 1.05 } },
    findings: [],
    comparison: { equal: true },
  });
});
