/** Positions of tokens are judged by the laws of their rule, and what needs more context is said. */
import { type Diagnosis, diagnose, type ToDiagnose } from "posenc/diagnose";
import { positionIds } from "posenc/full";
import { describe, expect, test } from "vitest";

const ask = (positionIds: unknown, context: object = {}): Diagnosis =>
  diagnose({ positionIds, ...context } as unknown as ToDiagnose);
const namesIn = (ids: unknown, context: object = {}) => ask(ids, context).findings.map(({ name }) => name);
const counting = (count: number, from = 0) => Array.from({ length: count }, (_, k) => from + k);

describe("of a text", () => {
  test("count from the start that is given", () => {
    expect(ask(counting(9, 4096), { start: 4096 })).toMatchObject({ is: "text", findings: [] });
    const late = ask(counting(9, 4097), { start: 4096 });
    expect(late.findings).toMatchObject([{ name: "position-offset", evidence: [{ value: 1 }] }]);
    const open = ask(counting(9, 4096));
    expect([open.findings, open.verdict]).toEqual([[], expect.stringContaining("give `start`")]);
  });

  test("with padding on the left need its mask", () => {
    const mask = [[0, 0, 0, 1, 1, 1, 1, 1]];
    expect(namesIn([[0, 0, 0, 0, 1, 2, 3, 4]], { mask })).toEqual([]);
    expect(namesIn([[1, 1, 1, 0, 1, 2, 3, 4]], { mask })).toEqual([]);
    expect(namesIn([counting(8)], { mask })).toEqual(["padding-counted"]);
    expect(ask([counting(8)]).verdict).toContain("give `mask`");
    const batch = [
      [0, 0, 0, 1, 1],
      [1, 1, 1, 1, 1],
      [0, 1, 1, 1, 1],
      [0, 0, 1, 1, 1],
    ];
    const right = batch.map((row) => row.map((_, k) => Math.max(0, k - row.indexOf(1))));
    expect(namesIn(right, { mask: batch })).toEqual([]);
    right[2] = [0, 1, 2, 3, 4];
    expect(namesIn(right, { mask: batch })).toEqual(["padding-counted"]);
  });

  test("that is packed begins anew at each boundary", () => {
    const packed = [...counting(3), ...counting(4)];
    expect(namesIn(packed, { boundaries: [0, 3, 7] })).toEqual([]);
    expect(ask(counting(7), { boundaries: [0, 3, 7] }).findings).toMatchObject([
      { name: "ids-differ", evidence: [{ value: 3 }, { value: 3 }, { value: 0 }] },
    ]);
    expect(ask(packed).findings).toMatchObject([{ name: "positions-restart", severity: "note" }]);
  });

  test("repeat, jump, fall and lose their low bits in bfloat16", () => {
    expect(namesIn([0, 1, 2, 2, 3, 4])).toEqual(["positions-repeat"]);
    expect(namesIn([0, 1, 2, 9, 10, 11])).toEqual(["positions-jump"]);
    expect(namesIn([5, 6, 7, 8, 3, 4, 5])).toEqual(["positions-fall"]);
    expect(namesIn([254, 255, 256, 256, 258, 260, 260])).toEqual(["positions-rounded"]);
  });
});

describe("with time, rows and columns", () => {
  const rule = "qwen-2-vl";
  const segments = [{ text: 3 }, { image: [1, 4, 6] }, { text: 4 }, { image: [1, 8, 4] }, { text: 2 }];
  const grids = [
    [1, 4, 6],
    [1, 8, 4],
  ];
  const made = () => positionIds({ rule, segments } as never) as unknown as { positions: Float64Array[] };
  const right = () => made().positions.map((list) => [...list]);
  /** The first word after the first image of 2 × 3 tokens. */
  const AFTER = 3 + 6;

  test("that are right have no finding, with and without what is known of them", () => {
    expect(ask(right(), { grids })).toMatchObject({ is: "axes", findings: [] });
    expect(ask(right()).verdict).toContain("give `grids`");
    expect(ask(right())).toMatchObject({ is: "axes", findings: [] });
    expect(ask(right(), { rule, segments })).toMatchObject({ is: rule, findings: [] });
    const batch = right().map((axis) => [axis, axis]);
    expect(ask(batch, { grids }).findings).toEqual([]);
  });

  test("time never falls", () => {
    const ids = right();
    for (const axis of ids) for (let token = AFTER; token < axis.length; token++) axis[token]! -= 4;
    const found = ask(ids, { grids });
    expect(found.findings).toMatchObject([{ name: "time-falls", evidence: [{ value: AFTER }, {}, {}] }]);
    expect(found.is).toBeNull();
  });

  test("text after an image goes on at the largest position so far + 1", () => {
    const ids = right();
    for (const axis of ids) for (let token = AFTER; token < axis.length; token++) axis[token]! += 1;
    expect(ask(ids, { grids }).findings).toMatchObject([
      { name: "block-start", evidence: [{ value: AFTER }, { value: 7 }, { value: 6 }] },
    ]);
  });

  test("an image begins at the largest position so far + 1", () => {
    const ids = right();
    for (let token = 3; token < AFTER; token++) ids[1]![token]! += 1;
    expect(ask(ids, { grids }).findings).toMatchObject([
      { name: "block-start", evidence: [{ value: 3 }, { value: 4 }, { value: 3 }] },
    ]);
  });

  test("text has one number on all axes", () => {
    const ids = right();
    ids[2]![1] = 0;
    expect(ask(ids, { grids }).findings).toMatchObject([
      { name: "block-start", evidence: [{ value: 1 }, {}, {}] },
    ]);
  });

  test("two tokens at different times are not a row of an image", () => {
    const time = [0, 1, 2, 2, 2, 2, 4, 5];
    const found = ask([time, [0, 0, 2, 2, 3, 3, 4, 5], [0, 1, 2, 3, 2, 3, 4, 5]]);
    expect(found.findings).toMatchObject([
      { name: "block-start", evidence: [{ value: 1 }, { value: 0 }, { value: 1 }] },
    ]);
  });

  test("the sizes of images fit their grids", () => {
    const swapped = ask(right(), { grids: [[1, 6, 4], grids[1]!] });
    expect(swapped.findings).toMatchObject([
      {
        name: "grid-mismatch",
        evidence: [{ value: 3 }, { value: 2 }, { value: 3 }, { value: 3 }, { value: 2 }],
      },
    ]);
    expect(namesIn(right(), { grids: [...grids, [1, 4, 4]] })).toEqual(["grid-mismatch"]);
  });

  test("one number that differs from the rule is shown with both values", () => {
    const ids = right();
    ids[2]![5] = 40;
    const [expected] = [right()[2]![5]];
    expect(ask(ids, { rule, segments }).findings).toMatchObject([
      { name: "ids-differ", evidence: [{ value: 5 }, { value: 40 }, { value: expected }, { value: 2 }] },
    ]);
  });
});
