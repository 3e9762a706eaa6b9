/** Which patches a patch sees in vision models that attend within squares: what executing the classes measured. */
import { readFileSync } from "node:fs";
import { type LayerWindow, modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";

type Seen = [row: number, column: number, top: number, bottom: number, left: number, right: number];

interface Measured {
  config: Record<string, unknown>;
  layers: { grid: [number, number]; seen?: Seen[]; tokens?: number[]; times?: number }[];
}

const { models } = JSON.parse(
  readFileSync(new URL("../fixtures/executed/squares.json", import.meta.url), "utf8"),
) as { models: Measured[] };

/** The first and the last place of a square along an axis. */
function ends(place: number, length: number, { square, shift }: { square: number; shift: number }) {
  const first = Math.floor((place - shift) / square) * square + shift;
  return [Math.max(0, first), Math.min(length, first + square) - 1];
}

const nameOf = ({ model_type: type, ...rest }: Measured["config"]) =>
  `${type} ${JSON.stringify(Object.fromEntries(Object.entries(rest).filter(([name]) => /window|attn/.test(name))))}`;

/** MaskFormer's own Swin moves squares of an image that is not larger than one, too. */
const movesAlways = (config: Measured["config"]) => config.model_type === "maskformer-swin";

describe.each(models.map((model) => ({ name: nameOf(model.config), ...model })))(
  "$name",
  ({ config, layers }) => {
    const measured = layers.flatMap(({ times = 1, ...layer }) => new Array<typeof layer>(times).fill(layer));
    const answer = modelPositions(config).layers;

    test("has the measured number of layers", () => expect(answer).toHaveLength(measured.length));

    test("sees the measured squares", () => {
      for (const [index, { grid, seen, tokens }] of measured.entries()) {
        const window = answer[index]!.window as Extract<LayerWindow, { square: number }> | null;
        const [rows, columns] = grid;
        if (tokens) {
          expect(window, `layer ${index}`).not.toBeNull();
          // A layer that pools its queries has a quarter of the outputs.
          expect([window!.square ** 2, window!.square ** 2 / 4], `layer ${index}`).toContain(
            Math.max(...tokens),
          );
          continue;
        }
        const isOne = window !== null && rows <= window.square && !movesAlways(config);
        const square = window ?? { square: Math.max(rows, columns), shift: 0 };
        const used = isOne ? { ...square, shift: 0 } : square;
        for (const [row, column, ...box] of seen!)
          expect([...ends(row, rows, used), ...ends(column, columns, used)], `layer ${index}`).toEqual(box);
      }
    });
  },
);
