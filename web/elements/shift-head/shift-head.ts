import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { fullModule } from "../figure/full-module.ts";
import { LinkedFigure } from "../figure/linked-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { label } from "../words/label.ts";
import { SentenceField } from "../words/sentence-field.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { firstTokens } from "../words/tokens.ts";
import { type BuiltHead, buildHead } from "./built-head.ts";
import { BEGIN, runInduction } from "./induction.ts";
import { shiftHeadCode } from "./shift-head-code.ts";
import { ShiftHeadControls } from "./shift-head-controls.ts";
import type { Layer } from "./shift-head-lines.ts";
import { ShiftHeadPlot } from "./shift-head-plot.ts";
import { describe, inductionVerdict, shiftVerdict, type Verdict } from "./shift-head-reading.ts";
import { checkSettings, ENCODINGS, type Encoding, HEADS, type Settings } from "./shift-head-settings.ts";
import { shiftHeadStyles } from "./shift-head-styles.ts";

const TEXT = "my sister wants to eat a chicken because my sister";
const HINT = "Point at a cell to read its weight, or move by keys.";

/** What is drawn. */
interface Drawn {
  readonly words: readonly string[];
  readonly head: BuiltHead;
  readonly layers: readonly Layer[];
  readonly verdict: Verdict;
  readonly foot: string;
}

/**
 * Attention heads that nobody trained, on the reader's text: one looks exactly k words back, two together continue a
 * text that repeats itself.
 *
 * @attr text - The words that the head looks over; at most 64 are shown.
 * @attr head - One head that looks back, or two that continue a text which repeats itself.
 * @attr encoding - The encoding that the head is built from.
 * @attr offset - How many words back it looks, a whole number from 0 to 63.
 * @attr temperature - The divisor of the scores, from 0.01 to 100.
 * @attr start - The position of the first word, a whole number from 0 to 10^6.
 * @example
 * <pe-shift-head offset="2"></pe-shift-head>
 */
export class ShiftHeadElement extends LinkedFigure<Posenc> {
  static override styles: CSSResultGroup = [
    LinkedFigure.styles,
    controlsStyles,
    sentenceStyles,
    shiftHeadStyles,
  ];

  static override properties: PropertyDeclarations = {
    text: { reflect: true, useDefault: true },
    head: wordAttribute("head", HEADS),
    encoding: wordAttribute("encoding", ENCODINGS),
    offset: numberAttribute("offset"),
    temperature: numberAttribute("temperature"),
    start: numberAttribute("start"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    text: () => true,
    head: oneOf(...HEADS),
    encoding: oneOf(...ENCODINGS),
    offset: countOfNumbers(1, 1),
    temperature: countOfNumbers(1, 1),
    start: countOfNumbers(1, 1),
  };

  declare text: string;
  declare head: Settings["head"];
  declare encoding: Encoding;
  declare offset: number;
  declare temperature: number;
  declare start: number;
  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  readonly #field = new SentenceField("your text", (text) => {
    this.text = text;
  });
  readonly #plot = new ShiftHeadPlot();
  readonly #controls = new ShiftHeadControls(this);
  readonly #number = html("data", { class: "number", part: "number" });
  readonly #sentence = html("span", { class: "verdict" });
  #box: CellBox | undefined;
  #drawn: Drawn | undefined;

  constructor() {
    super();
    this.text = TEXT;
    this.head = "shift";
    this.encoding = "sinusoidal";
    this.offset = 1;
    this.temperature = 0.05;
    this.start = 0;
    this.cursor = undefined;
  }

  /** What the head is built of; throws where an attribute is out of range. */
  get settings(): Settings {
    const { head, encoding, offset, temperature, start } = this;
    return checkSettings({ head, encoding, offset, temperature, start });
  }

  get grid(): Grid {
    const { words, layers } = this.#shown;
    return { rows: words.length, columns: layers.length * words.length };
  }

  cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  /** The weights: a row for each word, and the columns of one layer after those of the other. */
  array(): NamedArray {
    const { words, layers, head } = this.#shown;
    const names = words.map((word, index) => `${index + 1} ${label(word)}`);
    const columns = layers.flatMap((_, layer) =>
      names.map((name) => (layers.length === 1 ? name : `layer ${layer + 1}: ${name}`)),
    );
    const values = new Float32Array(words.length * columns.length);
    for (const [layer, { weights }] of layers.entries()) {
      for (const t of words.keys()) {
        const row = weights.subarray(t * words.length, (t + 1) * words.length);
        values.set(row, t * columns.length + layer * words.length);
      }
    }
    return { corner: "word", rows: names, columns, values, code: shiftHeadCode(this.settings, words, head) };
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    this.watchStage(plot);
    const { element: controls, bar } = this.#controls;
    const say = (text: string) => this.announce(text);
    this.#box = new CellBox(this, { kind: "weights of attention", plot, controls, bar, say });
    plot.before(this.#field.element, html("p", { class: "result" }, this.#number, this.#sentence));
    return this.#box.element;
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    if (!(this.#drawn && changed.size === 1 && changed.has("cursor"))) this.#paint(pe);
    const { words, layers } = this.#shown;
    const cell = words.length > 0 && this.cursor ? inside(this.cursor, this.grid) : undefined;
    this.#plot.point(cell);
    this.#box?.show(cell ? this.#read(cell, words, layers) : HINT, cell ?? { row: 0, column: 0 });
  }

  get #shown(): Drawn {
    if (!this.#drawn) throw new Error("Nothing is drawn yet.");
    return this.#drawn;
  }

  #paint(pe: Posenc): void {
    const { settings } = this;
    this.#field.show(this.text ?? "");
    const typed = firstTokens(this.text ?? "").words;
    if (typed.length === 0) throw new RangeError("The text has no word: type some.");
    const drawn = settings.head === "shift" ? shiftOf(pe, settings, typed) : inductionOf(pe, settings, typed);
    this.#drawn = drawn;
    this.#plot.draw(drawn, this.size);
    const { value, shown, sentence } = drawn.verdict;
    this.#number.value = String(value);
    this.#number.textContent = shown;
    this.#sentence.textContent = sentence;
    this.#plot.element.setAttribute("aria-label", `Weights of attention between words. ${shown} ${sentence}`);
    this.#controls.show();
  }

  #read(cell: Cell, words: readonly string[], layers: readonly Layer[]): string {
    const [t, layer, s] = [cell.row, Math.floor(cell.column / words.length), cell.column % words.length];
    const weight = layers[layer]?.weights[t * words.length + s] as number;
    return describe(words, { t, s, weight, layer, layers: layers.length });
  }
}

function shiftOf(pe: Posenc, settings: Settings, words: readonly string[]): Drawn {
  const head = buildHead(pe, settings, words.length);
  const right = (t: number, s: number) => t - s === settings.offset;
  const titles = ["solid: to the word meant", "framed: the word meant"] as const;
  return {
    words,
    head,
    layers: [{ titles, weights: head.weights, right }],
    verdict: shiftVerdict(settings, head),
    foot: "",
  };
}

function inductionOf(pe: Posenc, settings: Settings, typed: readonly string[]): Drawn {
  const words = [BEGIN, ...typed];
  const induction = runInduction(pe, settings, words);
  const { copy, weights, places, next } = induction;
  const names = words.map((word) => word.normalize("NFC"));
  const follows = (t: number, s: number) => s > 0 && s <= t && names[s - 1] === names[t];
  const both = (title: string) => [title, title] as const;
  const layers = [
    {
      titles: both("1: the word before"),
      weights: copy.weights,
      right: (t: number, s: number) => t - s === 1,
    },
    { titles: both("2: what followed"), weights, right: follows },
  ];
  const foot = places.length > 0 ? `next: ${label(next.word)}` : "";
  return { words, head: copy, layers, verdict: inductionVerdict(words, induction), foot };
}
