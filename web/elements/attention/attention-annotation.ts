import type { Box } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import type { Part } from "../../plot/parts.ts";
import { fitted, label } from "../words/label.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import type { Panel, Region, View } from "./attention-layout.ts";

/** What is written around outputs and weights: words, captions, and lines from each output to its partner. */

interface Lettering {
  /** CSS pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly view: View;
  /** Whether words above the columns of a matrix lie flat. */
  readonly flat: boolean;
  /** The head whose weights are drawn, from 0. */
  readonly head: number;
}

export const ORDINAL = ["first", "second"] as const;

// In font sizes.
const ROW_ROOM = 1.15; // that one line of text needs
const KEY_ROOM = 4.6; // above a matrix, for words upright
const BESIDE = 0.4; // between a word and what it names
const BASELINE = 0.36; // from the middle of a line of text down

export class Annotation {
  readonly #lettering: Lettering;
  readonly #measure: (text: string) => number;

  /** @param measure - width of a text in CSS pixels */
  constructor(lettering: Lettering, measure: (text: string) => number) {
    this.#lettering = lettering;
    this.#measure = measure;
  }

  /** Everything around one panel. */
  panel(panel: Panel, comparison: Comparison, sentences: Sentences): Part[] {
    const { title } = comparison.encoding;
    const part = (shown: unknown, make: () => readonly SVGElement[]): Part => ({
      key: JSON.stringify([this.#lettering, panel.box, shown]),
      make: () => svg("g", { "font-size": this.#lettering.fontSize, fill: "currentColor" }, ...make()),
    });
    const weights = this.#lettering.view === "lines" ? this.#words : this.#matrix;
    const around = (region: Region, make: typeof weights) => {
      const words = sentences[region.sentence];
      return part([region, words], () => make.call(this, region, words.map(label), panel.box));
    };
    return [
      part(title, () => [this.#title(title, panel.box)]),
      ...panel.outputs.map((region) => around(region, this.#strip)),
      part([panel.outputs, comparison.matching], () => this.#pairing(panel, comparison)),
      ...panel.weights.map((region) => around(region, weights)),
    ];
  }

  #title(title: string, { left, top }: Box): SVGElement {
    return this.#text(title, left, top + this.#lettering.fontSize, "start", { "font-weight": 600 });
  }

  /** Caption and words of a strip: left of the first, right of the second. */
  #strip({ box, sentence, rows, label: room }: Region, words: readonly string[]): SVGElement[] {
    const { fontSize } = this.#lettering;
    const isFirst = sentence === 0;
    const side = isFirst ? box.left : box.left + box.width;
    const anchor = isFirst ? "start" : "end";
    return [
      this.#text(`outputs, ${ORDINAL[sentence]}`, side, box.top - 0.45 * fontSize, anchor, QUIET),
      ...this.#column(words, { box, rows, room }, isFirst ? "left" : "right"),
    ];
  }

  /** Solid to the same row, dashed to the nearest that is not the same. */
  #pairing({ outputs: [from, to] }: Panel, { matching, rounding }: Comparison): SVGElement[] {
    const height = (region: Region) => region.box.height / region.rows;
    const [x1, x2] = [from.box.left + from.box.width, to.box.left];
    const bend = (x2 - x1) / 2;
    return (matching?.partners ?? []).map((partner, row) => {
      const y1 = from.box.top + (row + 0.5) * height(from);
      const y2 = to.box.top + (partner + 0.5) * height(to);
      const same = (matching?.distances[row] as number) <= rounding;
      return svg("path", {
        d: `M${x1 + 2} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}`,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 1.5,
        "stroke-dasharray": same ? undefined : "2 3",
        "stroke-opacity": same ? 0.9 : 0.55,
      });
    });
  }

  /** Caption of lines from word to word, and the words on both sides. */
  #words({ box, sentence, rows, label: room }: Region, words: readonly string[]): SVGElement[] {
    return [
      this.#caption(sentence, box.left - room, box.top - 0.6 * this.#lettering.fontSize),
      ...this.#column(words, { box, rows, room }, "left"),
      ...this.#column(words, { box, rows, room }, "right"),
    ];
  }

  /** Words beside a box, one for each of its rows. */
  #column(
    words: readonly string[],
    { box, rows, room }: { box: Box; rows: number; room: number },
    side: "left" | "right",
  ): SVGElement[] {
    const { fontSize } = this.#lettering;
    const x = side === "left" ? box.left - BESIDE * fontSize : box.left + box.width + BESIDE * fontSize;
    return words.map((word, row) => {
      const y = box.top + ((row + 0.5) * box.height) / rows + BASELINE * fontSize;
      return this.#text(
        this.#fitted(word, room - BESIDE * fontSize),
        x,
        y,
        side === "left" ? "end" : "start",
      );
    });
  }

  /** Caption, frame and words of a matrix of weights: queries to its left, keys above. */
  #matrix({ box, sentence, rows }: Region, words: readonly string[], panel: Box): SVGElement[] {
    const { fontSize, flat } = this.#lettering;
    const cell = box.width / Math.max(1, rows);
    const every = Math.max(1, Math.ceil((ROW_ROOM * fontSize) / cell)); // words that would overlap are left out
    const shown = [...words.entries()].filter(([index]) => index % every === 0);
    const left = panel.left + (box.left - panel.left > panel.width / 2 ? panel.width / 2 : 0);
    const queries = shown.map(([index, word]) => {
      const [x, y] = [box.left - BESIDE * fontSize, box.top + (index + 0.5) * cell + BASELINE * fontSize];
      return this.#text(this.#fitted(word, x - left), x, y, "end");
    });
    const keys = shown.map(([index, word]) =>
      this.#key(word, box.left + (index + 0.5) * cell, box.top, cell),
    );
    const caption = this.#caption(sentence, box.left, box.top - (flat ? 1.9 : KEY_ROOM + 0.8) * fontSize);
    const frame = svg("rect", { x: box.left, y: box.top, width: box.width, height: box.height, ...FRAME });
    return [caption, frame, ...queries, ...keys];
  }

  #caption(sentence: 0 | 1, x: number, y: number): SVGTextElement {
    const { head } = this.#lettering;
    return this.#text(`weights, ${ORDINAL[sentence]}, head ${head + 1}`, x, y, "start", QUIET);
  }

  /** A word above a column. */
  #key(word: string, x: number, bottom: number, cell: number): SVGTextElement {
    const { fontSize, flat } = this.#lettering;
    const y = bottom - 0.5 * fontSize;
    if (flat) return this.#text(this.#fitted(word, cell), x, y, "middle");
    const along = x + BASELINE * fontSize;
    const transform = `rotate(-90 ${along} ${y})`;
    return this.#text(this.#fitted(word, (KEY_ROOM - 0.5) * fontSize), along, y, "start", { transform });
  }

  #fitted(word: string, width: number): string {
    return fitted(word, width, this.#measure);
  }

  #text(
    text: string,
    x: number,
    y: number,
    anchor: string,
    more: Readonly<Record<string, string | number>> = {},
  ): SVGTextElement {
    return svg("text", { x, y, "text-anchor": anchor, ...more }, text);
  }
}

const QUIET = { "fill-opacity": 0.78 };
const FRAME = { fill: "none", stroke: "currentColor", "stroke-opacity": 0.22 };
