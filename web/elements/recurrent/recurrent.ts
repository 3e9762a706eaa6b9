import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { type Sentences, verdict } from "../attention/attention-comparison.ts";
import { checkSettings } from "../attention/attention-model.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { StatedNumber, statedNumberStyles } from "../controls/stated-number.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import { LinkedFigure } from "../figure/linked-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { PRESETS, SentencePair } from "../words/sentence-pair.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { firstTokens } from "../words/tokens.ts";
import { recurrentArray } from "./recurrent-array.ts";
import { NONLINEARITIES, type Nonlinearity } from "./recurrent-cell.ts";
import { RecurrentControls } from "./recurrent-controls.ts";
import { RecurrentPlot, reserve } from "./recurrent-plot.ts";
import { describe } from "./recurrent-reading.ts";
import { layerOf, type Settings, type Shown, showing } from "./recurrent-shown.ts";
import { StepsTable } from "./recurrent-steps.ts";
import { recurrentStyles } from "./recurrent-styles.ts";

/**
 * Two sentences through a recurrent cell, one word after another, beside attention, all words at once: the cell has
 * the order for nothing, and attention does not have it.
 *
 * @attr first - The first sentence; at most 64 of its words are shown.
 * @attr second - The other one, whose words are compared with those of the first.
 * @attr step - How many words have been read, a whole number from 0 on; a larger number shows the end.
 * @attr cell - The cell's nonlinearity.
 * @attr positions - Whether attention is given the words' positions.
 * @attr d-model - Channels of a word, an even number from 2 to 256.
 * @attr seed - Decides the random weights and word vectors: a whole number from 0 to 2^53 − 1.
 * @example
 * <pe-recurrent step="3"></pe-recurrent>
 */
export class RecurrentElement extends LinkedFigure<Posenc> {
  static override styles: CSSResultGroup = [
    LinkedFigure.styles,
    controlsStyles,
    sentenceStyles,
    statedNumberStyles,
    recurrentStyles,
  ];

  static override properties: PropertyDeclarations = {
    first: { reflect: true, useDefault: true },
    second: { reflect: true, useDefault: true },
    step: numberAttribute("step"),
    cell: wordAttribute<Nonlinearity>("cell", NONLINEARITIES),
    hasPositions: { attribute: "positions", type: Boolean, reflect: true },
    dModel: numberAttribute("d-model"),
    seed: numberAttribute("seed"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    first: () => true,
    second: () => true,
    step: countOfNumbers(1, 1),
    cell: oneOf(...NONLINEARITIES),
    positions: oneOf(""),
    "d-model": countOfNumbers(1, 1),
    seed: countOfNumbers(1, 1),
  };

  declare first: string;
  declare second: string;
  declare step: number;
  declare cell: Nonlinearity;
  declare hasPositions: boolean;
  declare dModel: number;
  declare seed: number;
  /** The cell of {@link array} that is read out. */
  declare cursor: Cell | undefined;

  readonly #plot = new RecurrentPlot(divergingPalette());
  readonly #sentences = new SentencePair(this);
  readonly #controls = new RecurrentControls(this);
  readonly #states = new StatedNumber("largest difference of the final states");
  readonly #outputs = new StatedNumber("largest difference of paired outputs");
  readonly #steps = new StepsTable();
  readonly #cells = new CellBox(this, {
    kind: "states",
    plot: this.#plot.element,
    controls: html(
      "div",
      { class: "below" },
      this.#controls.element,
      html("div", { class: "numbers" }, this.#states.element, this.#outputs.element),
      this.#steps.element,
    ),
    bar: this.#controls.bar,
    say: (text) => this.announce(text),
  });
  #shown: Shown | undefined;

  constructor() {
    super();
    [this.first, this.second] = PRESETS[0];
    this.step = 1;
    this.cell = "tanh";
    this.hasPositions = false;
    this.dModel = 16;
    this.seed = 1;
    this.cursor = undefined;
  }

  /** How many cells the cursor can be on: a row for each state and each output. */
  get grid(): Grid {
    const [first, second] = this.#tokens;
    return { rows: 2 * (first.length + second.length), columns: this.dModel };
  }

  cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  /** All states and outputs, whatever the step. */
  array(): NamedArray {
    if (!this.#shown || !this.module) throw new Error("Nothing is drawn yet.");
    return recurrentArray(this.module, this.#shown);
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#reserve(); // before the first paint, so that nothing moves when the picture comes
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    this.watchStage(this.#plot.element);
    return html("div", { class: "whole" }, this.#sentences.element, this.#cells.element);
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    if (changed.size !== 1 || !changed.has("cursor") || !this.#shown) this.#compute(pe);
    const shown = this.#shown as Shown;
    const { rows } = this.grid;
    const cell = this.cursor && rows > 0 ? inside(this.cursor, this.grid) : undefined;
    this.#plot.point(cell);
    this.#cells.show(describe(shown, cell), cell ?? { row: 0, column: 0 });
    if (changed.has("step")) this.announce(describe(shown, undefined));
  }

  /** What cell and layer are made of; throws where an attribute is out of range. */
  get #settings(): Settings {
    const { dModel, seed, cell, hasPositions } = this;
    const settings = { dModel, seed, nonlinearity: cell, positions: hasPositions };
    checkSettings(layerOf(settings));
    checkWhole("step", this.step, 0, Number.MAX_SAFE_INTEGER);
    return settings;
  }

  #compute(pe: Posenc): void {
    this.#sentences.show();
    const settings = this.#settings;
    const shown = showing(pe, this.#tokens, settings, this.step);
    this.#shown = shown;
    this.#reserve();
    this.#plot.draw(shown, this.size);
    this.#controls.show(Math.max(...shown.runs.map(({ steps }) => steps)));
    this.#states.show(shown.difference, this.#meaning(shown));
    const { attention, sentences, difference } = shown;
    this.#outputs.show(attention.matching?.largest, verdict(attention, sentences, false));
    this.#steps.show(pe, settings);
    this.#plot.element.setAttribute(
      "aria-label",
      `States of a recurrent cell beside outputs of attention, for two sentences. Largest difference of the final states ${difference ?? "not comparable"}, of paired outputs ${attention.matching?.largest ?? "not comparable"}`,
    );
  }

  #meaning({ difference, sentences: [first, second] }: Shown): string {
    if (difference === undefined) return "Type two sentences to compare.";
    if (difference > 0) return "Other states: the loop itself tells the order, with no position added.";
    const same = first.length === second.length && first.every((word, index) => word === second[index]);
    return same ? "The same sentence twice: exactly the same state." : "Exactly the same state.";
  }

  get #tokens(): Sentences {
    return [firstTokens(this.first ?? "").words, firstTokens(this.second ?? "").words];
  }

  /** Makes room for as many words as there are. */
  #reserve(): void {
    const rows = Math.max(...this.#tokens.map(({ length }) => length));
    this.#plot.element.style.setProperty("--rows", String(reserve(rows)));
  }
}
