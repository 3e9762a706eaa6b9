import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { checkbox } from "../controls/checkbox.ts";
import { choice } from "../controls/choice.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { widthSlider } from "../controls/spec-sliders.ts";
import { oneOf, wordAttribute } from "../figure/attributes.ts";
import type { Cell, Grid } from "../figure/cell-cursor.ts";
import { CellFigure } from "../figure/cell-figure.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { label, quoted } from "../words/label.ts";
import { SentenceField } from "../words/sentence-field.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { firstTokens } from "../words/tokens.ts";
import { sumCode } from "./sum-code.ts";
import { SumPlot, type SumShown } from "./sum-plot.ts";
import { type Mode, norm, sumRows } from "./sum-rows.ts";
import { sumStyles } from "./sum-styles.ts";

const MODES = ["add", "concatenate"] as const;
const SCALINGS = ["sqrt-d", "none"] as const;

/** Most words whose strips stay legible on a phone. */
const MOST_WORDS = 12;
const WIDEST = 1024;

/**
 * Words as vectors and their positions as vectors, added or put side by side: what goes into the first layer.
 *
 * @attr d-model - Channels, an even number from 2 to 1024.
 * @attr text - The words; at most 12 are shown.
 * @attr mode - Whether positions are added to words or put beside them.
 * @attr scaling - The factor of the word vectors: √d as in the paper, or 1.
 * @example
 * <pe-sum d-model="64"></pe-sum>
 */
export class SumElement extends CellFigure {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, sentenceStyles, sumStyles];

  static override properties: PropertyDeclarations = {
    text: { reflect: true, useDefault: true },
    mode: wordAttribute<Mode>("mode", MODES),
    scaling: wordAttribute<(typeof SCALINGS)[number]>("scaling", SCALINGS),
  };

  static override readonly viewAttributes = {
    text: () => true,
    mode: oneOf(...MODES),
    scaling: oneOf(...SCALINGS),
  };

  declare text: string;
  declare mode: Mode;
  declare scaling: (typeof SCALINGS)[number];

  readonly #palette = divergingPalette();
  readonly #plot = new SumPlot();
  readonly #field = new SentenceField(
    "your words",
    (text) => {
      this.text = text;
    },
    MOST_WORDS,
  );
  readonly #width = widthSlider(this, 512);
  readonly #mode = choice<Mode>("position is", { add: "added", concatenate: "put beside" }, (mode) => {
    this.mode = mode;
  });
  readonly #scaled = checkbox("words times √d", (on) => {
    this.scaling = on ? "sqrt-d" : "none";
  });
  #shown: SumShown | undefined;

  constructor() {
    super(512);
    this.text = "a chicken wants to eat my sister";
    this.mode = "add";
    this.scaling = "sqrt-d";
  }

  override get grid(): Grid {
    const { words = [], rows } = this.#shown ?? {};
    return { rows: words.length, columns: (rows?.result.length ?? 0) / Math.max(1, words.length) };
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  array(): NamedArray {
    const { words, rows } = this.#shown as SumShown;
    if (words.length === 0) throw new Error("There are no words.");
    return {
      corner: "word",
      rows: words.map(label),
      columns: range(0, rows.result.length / words.length),
      values: rows.result,
      code: sumCode(this.spec, words, { mode: this.mode, scaled: this.scaling === "sqrt-d" }),
    };
  }

  override cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  protected override build(): Node {
    const options = html("div", { class: "row" }, this.#mode.element, this.#scaled.element);
    const bar = html("div", { class: "bar" }, options);
    const sliders = html("div", { class: "sliders" }, this.#field.element, this.#width.element);
    const controls = html("div", { class: "controls", part: "controls" }, sliders, bar);
    return this.assemble("strips of vectors", this.#plot.element, controls, bar);
  }

  protected override paint(pe: Posenc): void {
    const { spec, mode, scaling } = this;
    checkWhole("d-model", spec.dModel, 2, WIDEST);
    const { words } = firstTokens(this.text ?? "", MOST_WORDS);
    const factor = scaling === "sqrt-d" ? Math.sqrt(spec.dModel) : 1;
    const rows = sumRows(pe, spec, words, { mode, factor });
    this.#shown = { words, rows, dModel: spec.dModel, palette: this.#palette, ...this.#names(factor) };
    this.#plot.draw(this.size, this.#shown);
    this.#plot.element.setAttribute("aria-label", this.#summary);
    this.#field.show(this.text ?? "");
    this.#width.show(spec.dModel);
    this.#mode.show(mode);
    this.#scaled.show(scaling === "sqrt-d");
  }

  #names(factor: number): Pick<SumShown, "titles" | "vectors"> {
    const { dModel, mode } = this;
    const isScaled = this.scaling === "sqrt-d";
    const vectors = isScaled ? "√d·X" : "X";
    const words = isScaled ? `√d·X: words, times √${dModel} = ${formatFixed(factor, 2)}` : "X: words";
    const positions = `P: positions, |P| = √(d/2) = ${formatRough(Math.sqrt(dModel / 2))}`;
    const result =
      mode === "add"
        ? `${vectors} + P: the sum, width ${formatInteger(dModel)}`
        : `${vectors} beside P: width ${formatInteger(2 * dModel)}`;
    return { vectors, titles: [words, positions, result] };
  }

  protected override point(cell: Cell | undefined): void {
    this.#plot.point(cell);
  }

  protected override read(_: Posenc, cell: Cell | undefined): string {
    const { words, rows, dModel, vectors } = this.#shown as SumShown;
    const word = cell && words[cell.row];
    if (!cell || word === undefined) return this.#summary;
    const j = cell.column % dModel;
    const at = cell.row * dModel + j;
    const [x, p] = [rows.words[at] as number, rows.positions[at] as number];
    const place = `${quoted(word)} at position ${cell.row}, dimension ${cell.column}`;
    const value = formatFixed(rows.result[cell.row * this.grid.columns + cell.column] as number, 4);
    const lengths = `|${vectors}| = ${formatRough(norm(rows.words, cell.row, dModel))}, |P| = ${formatRough(norm(rows.positions, cell.row, dModel))}`;
    if (this.mode === "concatenate")
      return `${place}: ${value}, from ${cell.column < dModel ? vectors : "P"}; ${lengths}`;
    return `${place}: ${vectors} ${formatFixed(x, 4)} + P ${formatFixed(p, 4)} = ${value}; ${lengths}`;
  }

  get #summary(): string {
    const { words, rows, dModel, vectors } = this.#shown as SumShown;
    if (words.length === 0) return "Write a few words, and see what the first layer is given.";
    const lengths = words.map((_, row) => norm(rows.words, row, dModel));
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const cost =
      this.mode === "concatenate"
        ? ` Side by side, every vector is ${formatInteger(2 * dModel)} wide, and every matrix of the layers four times as large.`
        : "";
    return (
      `The words' vectors ${vectors} are ${formatRough(mean)} long on average, those of positions ` +
      `√(d/2) = ${formatRough(Math.sqrt(dModel / 2))}.${cost}`
    );
  }
}
