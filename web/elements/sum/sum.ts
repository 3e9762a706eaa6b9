import type { Posenc } from "../../../src/entries/encodings.ts";
import { type Box, cellUnder } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { text, textMeasure } from "../../plot/dom.ts";
import { CanvasPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { legend } from "../../plot/legend.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { cellFrame } from "../../plot/raster.ts";
import { checkWord, choose, widthSlider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { refusal, text as textRule, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import { fitted, label } from "../words/label.ts";
import { sentenceField, sentenceStyles } from "../words/sentence-field.ts";
import { firstTokens } from "../words/tokens.ts";
import { describeAll, describeEntry, MODES, norm, type SumShown, sumOf, titlesOf } from "./sum-shown.ts";

/** The mean of the entries under each pixel of a row, cut at ±1. */
function pixelMeans(entries: Float32Array, pixels: number): Float32Array {
  const each = entries.length / pixels;
  return Float32Array.from({ length: pixels }, (_, pixel) => {
    const mean = meanOver(entries, pixel * each, (pixel + 1) * each);
    return Math.min(Math.max(mean, -1), 1);
  });
}

/** The mean over an interval whose ends can be inside entries. */
function meanOver(entries: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let j = Math.floor(from); j < to && j < entries.length; j++) {
    sum += (entries[j] as number) * (Math.min(j + 1, to) - Math.max(j, from));
  }
  return sum / (to - from);
}

/** Three blocks of strips under each other. */
interface SumLayout {
  readonly fontSize: number;
  /** The blocks of words, of positions, and of the result. Each has a strip for every word. */
  readonly blocks: readonly [Box, Box, Box];
}

/** Font sizes. */
const NAMES = 7;
const NORMS = 3.4;
const TITLE = 2.1;
const KEY = 2.6; // the key to the colours, above all

function layOut(width: number, height: number, fontSize: number): SumLayout {
  const left = NAMES * fontSize;
  const stripWidth = Math.max(1, width - left - NORMS * fontSize);
  const top = KEY * fontSize;
  const blockHeight = Math.max(1, (height - top) / 3);
  const block = (index: number): Box => ({
    left,
    top: top + index * blockHeight + TITLE * fontSize,
    width: stripWidth,
    height: Math.max(1, blockHeight - TITLE * fontSize),
  });
  return { fontSize, blocks: [block(0), block(1), block(2)] };
}

/** The strip of a word in a block, with a little space below it. */
function stripOf({ left, top, width, height }: Box, row: number, count: number): Box {
  const each = height / count;
  return { left, top: top + row * each, width, height: Math.max(1, each - 2) };
}

/** Words, positions and their sum as strips of colour, with the length of each vector beside it. */

class SumPlot extends CanvasPlot implements Plot<SumShown> {
  readonly #painter = new CellPainter(this.canvas);
  #layout: SumLayout | undefined;

  draw(shown: SumShown, size: Size, palette: Palette): void {
    const layout = layOut(size.width, size.height, plotFontSize(this.element));
    this.#layout = layout;
    const scale = size.deviceWidth / size.width;
    this.#painter.clear(size.deviceWidth, size.deviceHeight, scale);
    const { fontSize, blocks } = layout;
    const right = blocks[0].left + blocks[0].width;
    this.content.replaceChildren(
      legend({ palette, right, top: 0, fontSize, label: "value, cut at ±1" }),
      ...blocks.flatMap((block, index) => this.#block(block, index, shown, palette, scale)),
    );
  }

  /** Frames an entry of the result, and the entries that it is made from. */
  point(cell: Cell | undefined, { words, width, spec: { dModel } }: SumShown): void {
    this.cursor.replaceChildren();
    if (!cell || !this.#layout) return;
    const apart = width > dModel;
    const places = [
      apart && cell.column >= dModel ? undefined : cell.column / dModel,
      apart && cell.column < dModel ? undefined : (cell.column % dModel) / dModel,
      cell.column / width,
    ];
    for (const [index, share] of places.entries()) {
      if (share === undefined) continue;
      const strip = stripOf(this.#layout.blocks[index] as Box, cell.row, words.length);
      const left = strip.left + share * strip.width;
      this.cursor.append(...cellFrame({ left, top: strip.top - 2, width: 1, height: strip.height + 4 }));
    }
  }

  /** The entry of the result at a place of any block. */
  cellAt(x: number, y: number, { words, width, spec: { dModel } }: SumShown): Cell | undefined {
    if (!this.#layout || words.length === 0) return undefined;
    for (const [index, block] of this.#layout.blocks.entries()) {
      const place = cellUnder({ ...block, rows: words.length, columns: index === 2 ? width : dModel }, x, y);
      if (place) return index === 1 && width > dModel ? { ...place, column: place.column + dModel } : place;
    }
    return undefined;
  }

  #block(block: Box, index: number, shown: SumShown, palette: Palette, scale: number): SVGElement[] {
    const { fontSize } = this.#layout as SumLayout;
    const { words, blocks } = shown;
    const entries = blocks[index] as Float32Array;
    const width = index === 2 ? shown.width : shown.spec.dModel;
    const pixels = Math.max(1, Math.min(width, Math.round(block.width * scale)));
    const small = Math.min(fontSize, 0.95 * (block.height / Math.max(1, words.length)));
    const measure = textMeasure(this.element, small);
    const names = words.flatMap((word, row) => {
      const strip = stripOf(block, row, words.length);
      const means = pixelMeans(entries.subarray(row * width, (row + 1) * width), pixels);
      this.#painter.paint(strip, pixels, divergingColours(means, 1, palette));
      const y = strip.top + strip.height / 2 + 0.34 * small;
      const length = formatFixed(norm(entries, row, width), 1);
      return [
        text(fitted(label(word), block.left - 8, measure), block.left - 8, y, "end", small),
        text(length, block.left + block.width + 6, y, "start", small, { "data-norm": index }),
      ];
    });
    const title = text(titlesOf(shown)[index] as string, 0, block.top - 0.6 * fontSize, "start", fontSize, {
      "font-weight": 600,
    });
    return [title, ...names];
  }
}

/** Most words with legible strips on a phone. */
const MOST_WORDS = 12;

/** Words as vectors and their positions as vectors, added or put side by side: what goes into the first layer. */
export const SumElement = figure({
  tag: "pe-sum",
  doc: "Word vectors and position vectors, added or side by side: the input of the first layer.",
  example: '<pe-sum d-model="64"></pe-sum>',
  module: fullModule,
  encoding: sinusoid({ dModel: 512, widest: 1024 }),
  state: {
    text: textRule({
      default: "a chicken wants to eat my sister",
      doc: `The words; at most ${MOST_WORDS} are shown`,
    }),
    mode: word(MODES, { doc: "Whether position vectors are added to word vectors, or placed beside them" }),
    scaling: word(["sqrt-d", "none"], {
      doc: "The factor of the word vectors: √d as in the paper, or 1",
    }),
  },
  styles: [sentenceStyles, readingStyles({ 0: 4, 44: 2 })],
  heights: [
    { aspect: [1, 3] },
    { from: 22, aspect: [2, 5] },
    { from: 30, aspect: [2, 3] },
    { from: 44, aspect: [13, 10] },
  ],
  kind: "strips of vectors",
  compute: (pe: Posenc, { spec, text, mode, scaling }): SumShown =>
    sumOf(pe, { spec, words: firstTokens(text, MOST_WORDS).words, mode, scaled: scaling === "sqrt-d" }),
  plot: () => new SumPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeEntry(shown, cell) : describeAll(shown)),
  grid: ({ words, width }) => ({ rows: words.length, columns: width }),
  array({ words, width, blocks }) {
    checkWords(words);
    return { corner: "word", rows: words.map(label), columns: range(0, width), values: blocks[2] };
  },
  async code(shown) {
    checkWords(shown.words);
    const { sumCode } = await import("./sum-code.ts");
    return sumCode(shown.spec, shown.words, shown);
  },
  controls: {
    sliders: [sentenceField("your words", MOST_WORDS)],
    bar: [choose("mode", "position is", { add: "added", concatenate: "concatenated" })],
    more: [widthSlider(512), checkWord("scaling", "words times √d", "sqrt-d", "none")],
  },
});

function checkWords({ length }: readonly string[]): void {
  if (length === 0) throw refusal("text", "at least one word", "");
}
