import type { Box } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { fitted } from "../words/label.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import type { Panel, Region } from "./attention-layout.ts";

/** What is written around the matrices: words, captions, and lines from each output to its partner. */

export interface Lettering {
  /** CSS pixels. */
  readonly fontSize: number;
  /** Width of a text at that size. */
  readonly measure: (text: string) => number;
  /** Whether words above columns lie flat. */
  readonly flat: boolean;
}

export const ORDINAL = ["first", "second"] as const;

// In font sizes.
const ROW_ROOM = 1.15; // that one line of text needs
const KEY_ROOM = 4.6; // above a matrix, for words upright

export class Annotation {
  readonly #lettering: Lettering;

  constructor(lettering: Lettering) {
    this.#lettering = lettering;
  }

  /** Everything around one panel, with the words as they are written. */
  panel(panel: Panel, comparison: Comparison, labels: Sentences): SVGGElement {
    const { fontSize } = this.#lettering;
    const { left, top } = panel.box;
    const title = panel.positions ? "With positions" : "Without positions";
    const group = svg("g", { "font-size": fontSize, fill: "currentColor" });
    group.append(this.#text(title, left, top + fontSize, "start", { "font-weight": 600 }));
    for (const region of panel.outputs) group.append(this.#strip(region, labels, panel.box));
    group.append(this.#lines(panel, comparison));
    for (const region of panel.weights) group.append(this.#matrix(region, labels, panel.box));
    return group;
  }

  /** Caption and words of a strip: left of the first, right of the second. */
  #strip({ box, sentence, rows }: Region, labels: Sentences, panel: Box): SVGGElement {
    const { fontSize } = this.#lettering;
    const [x, anchor, room] =
      sentence === 0
        ? [box.left - 0.4 * fontSize, "end", box.left - panel.left]
        : [box.left + box.width + 0.4 * fontSize, "start", panel.left + panel.width - box.left - box.width];
    const height = box.height / Math.max(1, rows);
    const words = labels[sentence].map((word, row) => {
      const y = box.top + (row + 0.5) * height + 0.36 * fontSize;
      return this.#text(this.#fitted(word, room - 0.4 * fontSize), x, y, anchor);
    });
    const side = sentence === 0 ? box.left : box.left + box.width;
    const caption = this.#text(
      `outputs, ${ORDINAL[sentence]}`,
      side,
      box.top - 0.45 * fontSize,
      sentence === 0 ? "start" : "end",
      QUIET,
    );
    return svg("g", {}, caption, ...words);
  }

  /** Solid to the same row, dashed to the nearest that is not the same. */
  #lines({ outputs: [from, to] }: Panel, { matching, rounding }: Comparison): SVGGElement {
    const group = svg("g", { fill: "none", stroke: "currentColor", "stroke-width": 1.5 });
    const height = (region: Region) => region.box.height / region.rows;
    const [x1, x2] = [from.box.left + from.box.width, to.box.left];
    const bend = (x2 - x1) / 2;
    for (const [row, partner] of (matching?.partners ?? []).entries()) {
      const y1 = from.box.top + (row + 0.5) * height(from);
      const y2 = to.box.top + (partner + 0.5) * height(to);
      const same = (matching?.distances[row] as number) <= rounding;
      group.append(
        svg("path", {
          d: `M${x1 + 2} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}`,
          "stroke-dasharray": same ? undefined : "2 3",
          "stroke-opacity": same ? 0.9 : 0.55,
        }),
      );
    }
    return group;
  }

  /** Caption, frame and words of a matrix of weights: queries to its left, keys above. */
  #matrix(region: Region, labels: Sentences, panel: Box): SVGGElement {
    const { fontSize } = this.#lettering;
    const { box, sentence, rows } = region;
    const cell = box.width / Math.max(1, rows);
    const every = Math.max(1, Math.ceil((ROW_ROOM * fontSize) / cell)); // words that would overlap are left out
    const shown = [...labels[sentence].entries()].filter(([index]) => index % every === 0);
    const left = panel.left + (box.left - panel.left > panel.width / 2 ? panel.width / 2 : 0);
    const queries = shown.map(([index, word]) => {
      const [x, y] = [box.left - 0.4 * fontSize, box.top + (index + 0.5) * cell + 0.36 * fontSize];
      return this.#text(this.#fitted(word, x - left), x, y, "end");
    });
    const keys = shown.map(([index, word]) =>
      this.#key(word, box.left + (index + 0.5) * cell, box.top, cell),
    );
    const y = box.top - (this.#lettering.flat ? 1.9 : KEY_ROOM + 0.8) * fontSize;
    const caption = this.#text(`weights, ${ORDINAL[sentence]}`, box.left, y, "start", QUIET);
    const frame = svg("rect", { x: box.left, y: box.top, width: box.width, height: box.height, ...FRAME });
    return svg("g", {}, caption, frame, ...queries, ...keys);
  }

  /** A word above a column. */
  #key(word: string, x: number, bottom: number, cell: number): SVGTextElement {
    const { fontSize, flat } = this.#lettering;
    const y = bottom - 0.5 * fontSize;
    if (flat) return this.#text(this.#fitted(word, cell), x, y, "middle");
    const along = x + 0.36 * fontSize;
    const transform = `rotate(-90 ${along} ${y})`;
    return this.#text(this.#fitted(word, (KEY_ROOM - 0.5) * fontSize), along, y, "start", { transform });
  }

  #fitted(word: string, width: number): string {
    return fitted(word, width, this.#lettering.measure);
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
