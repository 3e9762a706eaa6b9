/** Scores and values of relative vectors against independent numbers. */
import { load, type RelativeScoresOptions, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";

const pe = await load();
const { shaw, transformerXl, deberta } = fixture("scores");

const floats = (rows: number[][]) => Float32Array.from(rows.flat());

describe("Shaw", () => {
  const spec: Spec = { method: "shaw", clip: shaw.clip };
  const q = floats(shaw.query);
  const options = { q, heads: 1, headDim: 2, keys: 4, table: floats(shaw.keyTable) };

  test("each distance reads the right vector", () => {
    expect([...pe.relativeIndex(spec, { queries: 4 })]).toEqual(shaw.index.flat());
    expect([...pe.relativeIndex({ method: "shaw", clip: 3 }, { queries: 8 })]).toEqual(
      shaw.indexClip3.flat(),
    );
  });

  test("the term of keys", () => {
    expect([...pe.relativeScores(spec, { ...options, scale: 1 })]).toEqual(shaw.keyTerm.flat());
    const scaled = pe.relativeScores(spec, options);
    for (const [n, term] of shaw.keyTerm.flat().entries()) {
      expect(scaled[n]).toBe(Math.fround(term / Math.SQRT2));
    }
  });

  test("weights and output with both terms", () => {
    const [k, v] = [floats(shaw.key), floats(shaw.value)];
    const content = pe.attention({ q, k, v, heads: 1, headDim: 2, weights: true });
    expect(content.output).toHaveLength(8);
    const weights = Float32Array.from(shaw.weights.flat(), Number);
    const added = pe.relativeValues(spec, {
      weights,
      table: floats(shaw.valueTable),
      heads: 1,
      headDim: 2,
      queries: 4,
    });
    for (const [n, value] of shaw.output.flat().entries()) {
      const [i, c] = [Math.floor(n / 2), n % 2];
      const sum = [0, 1, 2, 3].reduce((sum, j) => sum + weights[4 * i + j]! * shaw.value[j][c], added[n]!);
      expect(sum).toBeCloseTo(Number(value), 5);
    }
  });

  test("align is the offset at either end of the keys", () => {
    const some = { queries: 2, keys: 4 };
    for (const [align, offset] of [
      ["start", 0],
      ["end", 2],
    ] as const) {
      const index = pe.relativeIndex(spec, { ...some, offset });
      expect(pe.relativeIndex(spec, { ...some, align })).toEqual(index);
      const values = { ...some, weights: q.slice(0, 8), table: options.table, heads: 1, headDim: 2 };
      const sums = pe.relativeValues(spec, { ...values, offset });
      expect(pe.relativeValues(spec, { ...values, keys: undefined, align })).toEqual(sums);
    }
  });

  test("heads may share a table, or have one each", () => {
    const two = Float32Array.from({ length: 4 * 2 * 2 }, (_, i) => i);
    const shared = { q: two, heads: 2, headDim: 2, keys: 4 };
    const one = pe.relativeScores(spec, { ...shared, table: options.table });
    const each = floats(shaw.keyTable.map((row: number[]) => [...row, ...row]));
    expect(pe.relativeScores(spec, { ...shared, table: each })).toEqual(one);
  });

  test("a row behind a cache is the last row of the block, and later keys may be hidden", () => {
    const whole = pe.relativeScores(spec, options);
    const row = pe.relativeScores(spec, { ...options, q: q.slice(6), offset: 3, keys: undefined });
    expect(row).toEqual(whole.slice(12));
    const last = { ...options, q: q.slice(6), keys: 4 };
    expect(pe.relativeScores(spec, { ...last, align: "end", causal: true })).toEqual(row);
    expect(pe.relativeScores(spec, { ...last, align: "start" })).toEqual(
      pe.relativeScores(spec, { ...last, offset: 0 }),
    );
    expectError(() => pe.relativeScores(spec, { ...last, causal: true }), TypeError, "missing", "offset");
    expectError(
      () => pe.relativeScores(spec, { ...last, align: "end", offset: 3 }),
      TypeError,
      "conflict",
      "align",
    );
    const causal = pe.relativeScores(spec, { ...options, causal: true });
    for (const [n, value] of causal.entries()) {
      expect(value).toBe(n % 4 > Math.floor(n / 4) ? -Infinity : whole[n]);
    }
  });
});

describe("Transformer-XL", () => {
  const spec: Spec = { method: "transformer-xl", dModel: 4, base: transformerXl.base };
  const options = {
    q: floats(transformerXl.query),
    k: floats(transformerXl.key),
    u: Float32Array.from(transformerXl.u),
    v: Float32Array.from(transformerXl.v),
    positionWeight: floats(transformerXl.positionWeight),
    heads: 1,
    headDim: 2,
    offset: transformerXl.memory,
    scale: 1,
  };

  test("all four terms", () => {
    const scores = pe.relativeScores(spec, { ...options, withContent: true });
    for (const [n, sum] of transformerXl.terms.sum.flat().entries()) {
      expect(scores[n]).toBeCloseTo(Number(sum), 5);
    }
  });

  test.each([
    ["interleaved", [0, 2, 1, 3]],
    ["flipped-halves", [2, 3, 0, 1]],
  ] as const)("%s: the columns of W stand in the order of R", (layout, columns) => {
    const { positionWeight: weight, ...rest } = options;
    const positionWeight = weight.map((_, n) => weight[n - (n % 4) + columns[n % 4]!]!);
    const moved = { ...spec, layout } as const;
    const scores = pe.relativeScores(moved, { ...rest, positionWeight, withContent: true });
    for (const [n, sum] of transformerXl.terms.sum.flat().entries())
      expect(scores[n]).toBeCloseTo(Number(sum), 5);
  });

  test("as a bias, without q·k", () => {
    const { sum, contentContent } = transformerXl.terms;
    const content = contentContent.flat();
    const scores = pe.relativeScores(spec, options);
    for (const [n, whole] of sum.flat().entries()) {
      expect(scores[n]).toBeCloseTo(Number(whole) - Number(content[n]), 5);
    }
  });

  test("each term by itself, with the others zero", () => {
    const zero = new Float32Array(2);
    const terms = {
      contentPosition: { u: zero, v: zero },
      biasContent: { v: zero, positionWeight: new Float32Array(8) },
      biasPosition: { u: zero, q: new Float32Array(4) },
    };
    for (const [name, change] of Object.entries(terms)) {
      const scores = pe.relativeScores(spec, { ...options, ...change });
      for (const [n, value] of transformerXl.terms[name].flat().entries()) {
        expect(scores[n]).toBeCloseTo(Number(value), 5);
      }
    }
  });
});

describe("DeBERTa", () => {
  const spec = { method: "deberta", maxRelativePositions: deberta.k } as const;
  const common = { q: floats(deberta.query), heads: 1, headDim: 2 };
  const k = floats(deberta.key);
  const keyTable = floats(deberta.keyTable);
  const queryTable = floats(deberta.queryTable);

  test("each distance reads the right vector, in both directions", () => {
    expect([...pe.relativeIndex(spec, { queries: 4 })]).toEqual(deberta.index.flat());
    expect([...pe.relativeIndex({ method: "deberta", maxRelativePositions: 4 }, { queries: 12 })]).toEqual(
      deberta.indexK4.flat(),
    );
    const back = pe.relativeIndex(spec, { queries: 4, term: "positionToContent" });
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) expect(back[4 * i + j]).toBe(deberta.index[j][i]);
    }
  });

  test("the two terms, one by one and together", () => {
    const toPosition = pe.relativeScores(
      { ...spec, positionToContent: false },
      { ...common, keys: 4, keyTable, scale: 1 },
    );
    expect([...toPosition]).toEqual(deberta.contentToPosition.flat());
    const toContent = pe.relativeScores(
      { ...spec, contentToPosition: false },
      { ...common, k, queryTable, scale: 1 },
    );
    expect([...toContent]).toEqual(deberta.positionToContent.flat());
    const both = pe.relativeScores(spec, { ...common, k, keyTable, queryTable });
    for (const [n, scaled] of deberta.scaled.flat().entries()) {
      const content = deberta.contentToContent.flat()[n] / Math.sqrt(6);
      expect(both[n]! + content).toBeCloseTo(Number(scaled), 5);
    }
  });

  test("integers stay integers", () => {
    const both = pe.relativeScores(spec, { ...common, k, keyTable, queryTable, scale: 1 });
    const sum = deberta.contentToPosition
      .flat()
      .map((value: number, n: number) => value + deberta.positionToContent.flat()[n]);
    expect([...both]).toEqual(sum);
  });
});

describe("bad input", () => {
  const spec: Spec = { method: "shaw", clip: 1 };
  const right = { q: new Float32Array(4), heads: 1, headDim: 2, table: new Float32Array(6) };
  const wrong = (change: object, of: Spec = spec) => {
    return () => pe.relativeScores(of, { ...right, ...change } as RelativeScoresOptions);
  };

  test("methods that need no queries are refused", () => {
    expectError(wrong({}, { method: "alibi" }), RangeError, "unsupported", "method");
    const values = { weights: right.q, table: right.table, heads: 1, headDim: 2, queries: 1 };
    expectError(() => pe.relativeValues({ method: "deberta" }, values), RangeError, "unsupported", "method");
  });

  test("the lengths of arrays must fit together", () => {
    expectError(wrong({ table: new Float32Array(5) }), RangeError, "length", "table");
    expectError(wrong({ table: new Float32Array(12) }), RangeError, "length", "table");
    expectError(wrong({ table: new Float64Array(6) }), TypeError, "type", "table");
    expectError(wrong({ q: new Float32Array(5) }), RangeError, "length", "q");
    expectError(wrong({ k: right.q }), TypeError, "unknown-option", "k");
    expectError(wrong({ scale: Number.NaN }), RangeError, "range", "scale");
    expectError(
      () =>
        pe.relativeValues(spec, { weights: right.q, table: right.table, heads: 1, headDim: 2, queries: 3 }),
      RangeError,
      "length",
      "weights",
    );
  });

  test("without queries or keys the result is empty", () => {
    expect(pe.relativeScores(spec, { ...right, q: new Float32Array(0), keys: 3 })).toHaveLength(0);
    const values = { weights: new Float32Array(0), table: right.table, heads: 1, headDim: 2 };
    expect(pe.relativeValues(spec, { ...values, queries: 0 })).toHaveLength(0);
    expect([...pe.relativeValues(spec, { ...values, queries: 1, keys: 0 })]).toEqual([0, 0]);
  });
});
