import { type Box, type CellBox, cellBox, cellUnder } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { divergingKey } from "../../plot/colour-key.ts";
import { outline, stroke, svg, textMeasure } from "../../plot/dom.ts";
import { CanvasPlot, type DrawingPart, DrawingParts, type Size } from "../../plot/layered-plot.ts";
import { cellFrame } from "../../plot/raster.ts";
import { FRAME, pairingLines, QUIET } from "../attention/attention-annotation.ts";
import {
  joint,
  rowHeight,
  type Stage,
  type Strips,
  stageOf,
  stripsIn,
  type Type,
  wordColumn,
} from "../attention/attention-layout.ts";
import { largest } from "../attention/attention-model.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { label } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-field.ts";
import { type RecurrentShown, stripsOf } from "./recurrent-shown.ts";

/** The picture: the cell's states, one after another, beside attention's outputs, which are computed at once. */

// In font sizes.
const HEAD = 4.4; // title, count of steps, and captions of strips
const BELOW = 1.25;
const KEY = 2.25;
const BETWEEN = 2; // panels

/** The height of a panel, in font sizes. */
export const reserve = (rows: number): number => HEAD + rows * rowHeight(Math.max(1, rows)) + BELOW;

interface CellPanel {
  readonly left: number;
  readonly top: number;
  readonly strips: Strips;
}

export class RecurrentPlot extends CanvasPlot implements Plot<RecurrentShown> {
  readonly #painter = new CellPainter(this.canvas);
  readonly #parts = new DrawingParts(this.content);
  #panels: readonly CellPanel[] = [];

  draw(shown: RecurrentShown, size: Size, palette: Palette): void {
    const stage = stageOf(this.element, size);
    const { fontSize } = stage;
    const measure = textMeasure(this.element, fontSize);
    this.#panels = panelsIn(stage, shown);
    const most = this.#fill(shown, size, palette);
    const transform = `translate(0 ${size.height - 0.4 * fontSize}) scale(${fontSize})`;
    const key = (): SVGGElement =>
      svg(
        "g",
        { transform, "font-size": 1, fill: "currentColor" },
        ...divergingKey("entries", { start: 0, bar: 7.4 }, most, palette),
      );
    this.#parts.show([
      { key: `${transform} ${most}`, make: key },
      ...this.#panels.flatMap((panel, index) => around(panel, index === 0, shown, { fontSize, measure })),
    ]);
  }

  /** The boxes of the strips, in the order of reading. */
  get #boxes(): readonly Box[] {
    return this.#panels.flatMap(({ strips }) => strips.boxes);
  }

  /** @returns the largest |entry|, at the ends of the colours */
  #fill(shown: RecurrentShown, size: Size, palette: Palette): number {
    const { dModel } = shown.settings;
    const strips = stripsOf(shown);
    const most = Math.max(...strips.map(({ values }) => largest(values)));
    this.#painter.clear(size.deviceWidth, size.deviceHeight, size.deviceWidth / size.width);
    for (const [index, box] of this.#boxes.entries()) {
      const { kind, values, rows } = strips[index] as ReturnType<typeof stripsOf>[number];
      const done = kind === "state" ? Math.min(shown.step, rows) : shown.step > 0 ? rows : 0;
      if (done === 0) continue;
      const part = { ...box, height: (box.height * done) / rows };
      const colours = divergingColours(values.subarray(0, done * dModel), most, palette);
      this.#painter.paint(part, dModel, colours);
    }
    return most;
  }

  /** Frames a cell of the matrix of all strips, or removes the frame. */
  point(cell: Cell | undefined, shown: RecurrentShown): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    let row = cell.row;
    for (const strip of this.#cells(shown)) {
      if (row >= 0 && row < strip.rows) this.cursor.append(...cellFrame(cellBox(strip, { ...cell, row })));
      row -= strip.rows;
    }
  }

  /** The cell at a place of the plot, CSS pixels from its corner. */
  cellAt(x: number, y: number, shown: RecurrentShown): Cell | undefined {
    let first = 0;
    for (const strip of this.#cells(shown)) {
      const place = cellUnder(strip, x, y);
      if (place) return { ...place, row: first + place.row };
      first += strip.rows;
    }
    return undefined;
  }

  #cells(shown: RecurrentShown): CellBox[] {
    const columns = shown.settings.dModel;
    return stripsOf(shown).map(({ rows }, index) => ({ ...(this.#boxes[index] as Box), rows, columns }));
  }
}

function panelsIn({ fontSize, beside, ...size }: Stage, { sentences }: RecurrentShown): CellPanel[] {
  const between = BETWEEN * fontSize;
  const height = (size.height - KEY * fontSize - (beside ? 0 : between)) / (beside ? 1 : 2);
  const width = beside ? (size.width - between) / 2 : size.width;
  const tokens = [sentences[0].length, sentences[1].length] as const;
  return [0, 1].map((index) => {
    const left = beside ? index * (width + between) : 0;
    const top = beside ? 0 : index * (height + between);
    return { left, top, strips: stripsIn({ left, width }, top + HEAD * fontSize, fontSize, tokens) };
  });
}

/** The texts around the panel of the cell, or of attention. */
function around(panel: CellPanel, isCell: boolean, shown: RecurrentShown, type: Type): DrawingPart[] {
  const { left, top, strips } = panel;
  const { sentences, steps: all, step, settings } = shown;
  const { fontSize } = type;
  const steps = isCell ? all : Math.min(1, all);
  const title = isCell ? "Recurrent: one word after another" : "Attention: all words at once";
  const part = (of: unknown, make: () => readonly SVGElement[]): DrawingPart => ({
    key: JSON.stringify([left, top, strips, fontSize, of]),
    make: () => svg("g", { "font-size": fontSize, fill: "currentColor" }, ...make()),
  });
  const text = (words: string, line: number, more: Readonly<Record<string, number>>) =>
    svg("text", { x: left, y: top + line * fontSize, ...more }, words);
  const formula = isCell
    ? `h(t) = ${settings.nonlinearity}(W x(t) + U h(t − 1) + b)`
    : `x(t) = √d · word${settings.positions ? " + P(t)" : ""}`;
  const count = `${formula} · step ${Math.min(step, steps)} of ${steps}`;
  return [
    part([title, count], () => [text(title, 1, { "font-weight": 600 }), text(count, 2.4, QUIET)]),
    part([sentences, isCell], () => captioned(strips, sentences, isCell, type)),
    part([isCell, step, shown.attention.matching], () => {
      if (isCell) return chain(strips, shown);
      return step === 0 ? [] : pairingLines(strips, shown.attention);
    }),
  ];
}

function captioned(
  { boxes, label: room }: Strips,
  sentences: RecurrentShown["sentences"],
  isCell: boolean,
  type: Type,
): SVGElement[] {
  return boxes.flatMap((box, index) => {
    const isFirst = index === 0;
    const [x, anchor] = isFirst ? [box.left, "start"] : [box.left + box.width, "end"];
    const caption = `${isCell ? "states" : "outputs"}, ${ORDINAL[index as 0 | 1]}`;
    return [
      svg("text", { x, y: box.top - 0.45 * type.fontSize, "text-anchor": anchor, ...QUIET }, caption),
      outline(box, { opacity: FRAME }),
      ...wordColumn((sentences[index] ?? []).map(label), box, room, isFirst ? "left" : "right", type),
    ];
  });
}

/** Arrows from each state to the next, on the inner side of the strips, and a line between the final states. */
function chain({ boxes, row, label }: Strips, { runs, step, difference }: RecurrentShown): SVGElement[] {
  const arrows = boxes.flatMap((box, sentence) => {
    const inward = sentence === 0 ? 1 : -1;
    const x = sentence === 0 ? box.left + box.width : box.left;
    const done = Math.min(step, runs[sentence as 0 | 1].steps);
    return Array.from({ length: Math.max(0, done - 1) }, (_, at) => {
      const [y1, y2] = [box.top + (at + 0.5) * row, box.top + (at + 1.5) * row];
      const reach = x + inward * Math.min(row, 14);
      const [from, tip] = [x + inward * 2, x + inward * 3];
      const curve = `M${from} ${y1 + 2}C${reach} ${y1 + 2} ${reach} ${y2 - 2} ${tip} ${y2 - 2}`;
      const head = `m${inward * 4} -4l${inward * -4} 4l${inward * 5} 2.5`;
      return stroke(curve + head, { width: 1.5, opacity: 0.8 });
    });
  });
  const [first, second] = runs;
  if (step < Math.max(first.steps, second.steps) || difference === undefined) return arrows;
  return [...arrows, joint({ boxes, row, label }, first.steps - 1, second.steps - 1, difference === 0)];
}
