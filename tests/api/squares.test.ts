/** Which patches a patch sees in vision models that attend within squares: what executing the classes measured. */
import { readFileSync } from "node:fs";
import { type LayerWindow, modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";

type Seen = [row: number, column: number, top: number, bottom: number, left: number, right: number];

interface MeasuredLayer {
  grid: [rows: number, columns: number];
  seen?: Seen[];
  within?: Seen[];
  tokens?: number;
  times?: number;
}

interface Measured {
  config: Record<string, unknown>;
  layers: MeasuredLayer[];
}

type Square = Extract<LayerWindow, { square: number }>;

const file = new URL("../fixtures/executed/squares.json", import.meta.url);
const { models } = JSON.parse(readFileSync(file, "utf8")) as { models: Measured[] };

/** The first and the last place of a square along an axis. */
function ends(place: number, length: number, { square, shift }: Square): [number, number] {
  const first = Math.floor((place - shift) / square) * square + shift;
  return [Math.max(0, first), Math.min(length, first + square) - 1];
}

/** MaskFormer's own Swin moves squares of an image that is not larger than one, too. */
function usedIn({ grid: [rows, columns] }: MeasuredLayer, window: Square | null, type: unknown): Square {
  const square = window ?? { square: Math.max(rows, columns), shift: 0 };
  return rows <= square.square && type !== "maskformer-swin" ? { ...square, shift: 0 } : square;
}

function expectSquares(measured: MeasuredLayer, window: Square | null, type: unknown) {
  const [rows, columns] = measured.grid;
  const { seen = [], within = [], tokens } = measured;
  // A layer that pools its queries has a quarter of the outputs.
  const all = window === null ? rows * columns : window.square ** 2;
  if (tokens !== undefined) expect([all, all / 4]).toContain(tokens);
  const used = usedIn(measured, window, type);
  for (const [row, column, ...box] of seen)
    expect([...ends(row, rows, used), ...ends(column, columns, used)]).toEqual(box);
  for (const [row, column, top, bottom, left, right] of within) {
    const [first, last] = ends(row, rows, used);
    const [start, end] = ends(column, columns, used);
    expect(top >= first && bottom <= last && left >= start && right <= end).toBe(true);
    expect(bottom - top).toBeGreaterThan(0.6 * (last - first)); // not a smaller square
    expect(right - left).toBeGreaterThan(0.6 * (end - start));
  }
}

const nameOf = ({ model_type: type, window_size: side = "" }: Measured["config"]) => `${type} ${side}`;

describe.each(models.map((model) => ({ name: nameOf(model.config), ...model })))(
  "$name",
  ({ config, layers }) => {
    const measured = layers.flatMap(({ times = 1, ...layer }) => new Array<MeasuredLayer>(times).fill(layer));
    const answer = modelPositions(config).layers;

    test("has the measured number of layers", () => expect(answer).toHaveLength(measured.length));

    test("sees the measured squares", () => {
      for (const [index, layer] of measured.entries())
        expectSquares(layer, answer[index]!.window as Square | null, config.model_type);
    });
  },
);
