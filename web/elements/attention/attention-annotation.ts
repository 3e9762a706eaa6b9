import type { Box } from "../../plot/box.ts";
import { inkOpacity } from "../../plot/cells.ts";
import { colourKey, divergingKey, wedgeKey } from "../../plot/colour-key.ts";
import { outline, svg } from "../../plot/dom.ts";
import type { DrawingPart } from "../../plot/layered-plot.ts";
import { formatRough } from "../../plot/numbers.ts";
import { fitted, label } from "../words/label.ts";
import { ORDINAL } from "../words/sentence-field.ts";
import type { Comparison, Sentences } from "./attention-comparison.ts";
import {
  type AttentionPanel,
  joint,
  type Region,
  type Strips,
  type Type,
  type View,
  wordColumn,
} from "./attention-layout.ts";

/** Words and captions around outputs and weights, and the lines from each output to its partner. */

interface Lettering {
  /** CSS pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly view: View;
  /** Whether words above the columns of a matrix are horizontal. */
  readonly flat: boolean;
  /** The head of the drawn weights, from 0. */
  readonly head: number;
}

// In font sizes.
const ROW_ROOM = 1.15; // for one line of text
const KEY_ROOM = 4.6; // above a matrix, for words upright
const BESIDE = 0.4; // between a word and its row
const BASELINE = 0.36; // from the middle of a line of text down

export class Annotation {
  readonly #lettering: Lettering;
  readonly #type: Type;
  /** The labels of each sentence, made once for all its regions. */
  readonly #labels = new Map<readonly string[], readonly string[]>();

  /** @param measure - width of a text in CSS pixels */
  constructor(lettering: Lettering, measure: (text: string) => number) {
    this.#lettering = lettering;
    this.#type = { fontSize: lettering.fontSize, measure };
  }

  panel(panel: AttentionPanel, comparison: Comparison, sentences: Sentences): DrawingPart[] {
    const { title } = comparison.encoding;
    const part = (shown: unknown, make: () => readonly SVGElement[]): DrawingPart => ({
      key: JSON.stringify([this.#lettering, panel.box, shown]),
      make: () => svg("g", { "font-size": this.#lettering.fontSize, fill: "currentColor" }, ...make()),
    });
    const weights = this.#lettering.view === "lines" ? this.#words : this.#matrix;
    const around = (region: Region, make: typeof weights) => {
      const words = sentences[region.sentence];
      return part([region, words], () => make.call(this, region, this.#labelled(words), panel.box));
    };
    return [
      part(title, () => [this.#title(title, panel.box)]),
      ...panel.outputs.map((region) => around(region, this.#strip)),
      part([panel.outputs, comparison.matching], () => pairingLines(panel.strips, comparison)),
      ...panel.weights.map((region) => around(region, weights)),
    ];
  }

  #labelled(words: readonly string[]): readonly string[] {
    const known = this.#labels.get(words) ?? words.map(label);
    this.#labels.set(words, known);
    return known;
  }

  #title(title: string, { left, top }: Box): SVGElement {
    return this.#text(title, left, top + this.#lettering.fontSize, "start", { "font-weight": 600 });
  }

  /** Caption and words of a strip: left of the first, right of the second. */
  #strip({ box, sentence, label: room }: Region, words: readonly string[]): SVGElement[] {
    const { fontSize } = this.#lettering;
    const isFirst = sentence === 0;
    const side = isFirst ? box.left : box.left + box.width;
    const anchor = isFirst ? "start" : "end";
    return [
      this.#text(`outputs, ${ORDINAL[sentence]}`, side, box.top - 0.45 * fontSize, anchor, QUIET),
      ...wordColumn(words, box, room, isFirst ? "left" : "right", this.#type),
    ];
  }

  /** Caption of lines from word to word, and the words on both sides. */
  #words({ box, sentence, label: room }: Region, words: readonly string[]): SVGElement[] {
    return [
      this.#caption(sentence, box.left - room, box.top - 0.6 * this.#lettering.fontSize),
      ...wordColumn(words, box, room, "left", this.#type),
      ...wordColumn(words, box, room, "right", this.#type),
    ];
  }

  /** Caption, frame and words of a matrix of weights: queries to its left, keys above. */
  #matrix({ box, sentence, rows }: Region, words: readonly string[], panel: Box): SVGElement[] {
    const { fontSize, flat } = this.#lettering;
    const cell = box.width / Math.max(1, rows);
    const every = Math.max(1, Math.ceil((ROW_ROOM * fontSize) / cell)); // so that words do not overlap
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
    return [caption, outline(box, { opacity: FRAME }), ...queries, ...keys];
  }

  #caption(sentence: 0 | 1, x: number, y: number): SVGTextElement {
    const { head } = this.#lettering;
    return this.#text(`weights, ${ORDINAL[sentence]}, head ${head + 1}`, x, y, "start", QUIET);
  }

  #key(word: string, x: number, bottom: number, cell: number): SVGTextElement {
    const { fontSize, flat } = this.#lettering;
    const y = bottom - 0.5 * fontSize;
    if (flat) return this.#text(this.#fitted(word, cell), x, y, "middle");
    const along = x + BASELINE * fontSize;
    const transform = `rotate(-90 ${along} ${y})`;
    return this.#text(this.#fitted(word, (KEY_ROOM - 0.5) * fontSize), along, y, "start", { transform });
  }

  #fitted(word: string, width: number): string {
    return fitted(word, width, this.#type.measure);
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

/** A line from each output of the first sentence to its partner. */
export const pairingLines = (strips: Strips, { matching, rounding }: Comparison): SVGElement[] =>
  (matching?.partners ?? []).map((partner, row) =>
    joint(strips, row, partner, (matching?.distances[row] as number) <= rounding),
  );

export const QUIET = { "fill-opacity": 0.78 };
/** Opacity of the frame around a matrix or a strip. */
export const FRAME = 0.22;

/** Keys of the colours of outputs, and of the colours or lines of weights: two bars with their ends. */
export interface KeyOptions {
  /** Largest |output|: the end of its bar. */
  readonly outputs: number;
  /** The largest weight if weights are cells; if they are lines, the thickness of a weight of 1 in CSS pixels. */
  readonly weights: { readonly most: number } | { readonly thickness: number };
  /** Red, green and blue, for weights. */
  readonly ink: readonly number[];
  /** CSS pixels. */
  readonly fontSize: number;
  readonly bottom: number;
}

// In font sizes.
const OUTPUTS = { start: 0, bar: 7.4 };
const WEIGHTS = { start: 13.7, bar: 19 };

/** @param palette - 256 colours, RGBA bytes, for outputs */
export function colourKeys(
  { outputs, weights, ink, fontSize, bottom }: KeyOptions,
  palette: Uint8ClampedArray,
): SVGGElement {
  const colour = `rgb(${ink.join(" ")})`;
  const share = (value: number) => ({ "stop-color": colour, "stop-opacity": inkOpacity(value) });
  return svg(
    "g",
    {
      transform: `translate(0 ${bottom - 0.4 * fontSize}) scale(${fontSize})`,
      "font-size": 1,
      fill: "currentColor",
    },
    ...divergingKey("outputs", OUTPUTS, outputs, palette),
    ...("most" in weights
      ? colourKey("weights", WEIGHTS, ["0", formatRough(weights.most)], share)
      : wedgeKey("weights", WEIGHTS, weights.thickness / fontSize, colour)),
  );
}
