/** The view of the heat map, and the cell that keys choose: functions without a page. */
import { describe, expect, test } from "vitest";
import { cellAfter, viewAround } from "../../../web/elements/heatmap/heatmap-shown.ts";
import { clamped, moved, zoomed } from "../../../web/plot/scale.ts";

const limits = { from: 0, to: 100, leastSpan: 4 };

describe("an interval", () => {
  test.each([
    [
      [10, 20],
      [10, 20],
    ],
    [
      [-5, 5],
      [0, 10],
    ],
    [
      [95, 105],
      [90, 100],
    ],
    [
      [50, 51],
      [50, 54],
    ],
    [
      [-50, 150],
      [0, 100],
    ],
  ] as const)("%j is %j inside the limits", (given, due) => {
    expect(clamped(given, limits)).toEqual(due);
  });
  test("that grows keeps the place under the pointer", () => {
    expect(zoomed([40, 60], 2, 45, limits)).toEqual([35, 75]);
    expect(zoomed([40, 60], 0.5, 60, limits)).toEqual([50, 60]);
    expect(zoomed([40, 60], 0.01, 50, limits)).toEqual([48, 52]);
  });
  test("moves up to the limits", () => {
    expect(moved([40, 60], 30, limits)).toEqual([70, 90]);
    expect(moved([40, 60], 50, limits)).toEqual([80, 100]);
  });
  test("moves no further than to the cell that is looked at", () => {
    expect(viewAround(50, [40, 60])).toEqual([40, 60]);
    expect(viewAround(39, [40, 60])).toEqual([39, 59]);
    expect(viewAround(59, [40, 60])).toEqual([40, 60]);
    expect(viewAround(60, [40, 60])).toEqual([41, 61]);
  });
});

describe("a key", () => {
  const shown = { positions: [100, 120], dimensions: [8, 16], across: false, spec: { dModel: 64 } };
  const cellFor = (key: string, more: object = {}, state: object = {}) =>
    cellAfter(
      { key, shiftKey: false, ctrlKey: false, ...more },
      { row: 110, column: 10 },
      { ...shown, ...state } as never,
      1,
    );
  test.each([
    ["ArrowUp", 109, 10],
    ["ArrowDown", 111, 10],
    ["ArrowLeft", 110, 9],
    ["ArrowRight", 110, 11],
    ["PageUp", 90, 10],
    ["PageDown", 130, 10],
    ["Home", 110, 8],
    ["End", 110, 15],
  ])("%s goes to row %d, column %d", (key, row, column) => {
    expect(cellFor(key)).toEqual({ row, column });
  });
  test("moves ten cells with Shift, and by the other axis where positions go across", () => {
    expect(cellFor("ArrowDown", { shiftKey: true })).toEqual({ row: 120, column: 10 });
    expect(cellFor("ArrowDown", {}, { across: true })).toEqual({ row: 110, column: 11 });
    expect(cellFor("Home", { ctrlKey: true })).toEqual({ row: 0, column: 8 });
    expect(cellFor("a")).toBe(undefined);
  });
});
