import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/index.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { fullModule } from "../figure/full-module.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import { shareMenu } from "../share/share.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { firstTokens } from "../words/tokens.ts";
import { compare, type Sentences } from "./attention-comparison.ts";
import { attentionContents } from "./attention-contents.ts";
import { LayerControls, PRESETS, SentenceControls } from "./attention-controls.ts";
import { reserve } from "./attention-layout.ts";
import { Model } from "./attention-model.ts";
import { DifferenceNumber } from "./attention-number.ts";
import { AttentionPlot, type Cell, countsOf, type Shown } from "./attention-plot.ts";
import { cellAfter, describe, inside } from "./attention-reading.ts";
import { ruleOf } from "./attention-rule.ts";
import { checkSettings, checkWhole, type Settings } from "./attention-settings.ts";
import { attentionStyles } from "./attention-styles.ts";
import { AttentionTable } from "./attention-table.ts";

const HINT =
  "Point at a cell to read it, or use the arrow keys, and Page Up and Page Down. " +
  "Solid lines join equal rows; dashed ones, rows that differ.";

const [PRESET] = PRESETS as [(typeof PRESETS)[number]];

/**
 * Two sentences through one layer of attention, without and with positions: are the outputs the same rows in
 * another order?
 *
 * Attributes: `first` and `second`, the sentences; `d-model`, `base`, `layout`, the encoding; `heads`, and `head`, the
 * one whose weights are shown; `causal`; `scaling="sqrt-d | none"`, the factor of the word vectors; `seed`.
 */
export class AttentionElement extends SpecFigure<Posenc> {
  static override styles: CSSResultGroup = [
    SpecFigure.styles,
    controlsStyles,
    sentenceStyles,
    attentionStyles,
  ];

  static override properties: PropertyDeclarations = {
    first: { reflect: true, useDefault: true },
    second: { reflect: true, useDefault: true },
    heads: numberAttribute("heads"),
    head: numberAttribute("head"),
    causal: { type: Boolean, reflect: true },
    scaling: wordAttribute<"sqrt-d" | "none">("scaling", ["sqrt-d", "none"]),
    seed: numberAttribute("seed"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    first: () => true,
    second: () => true,
    heads: countOfNumbers(1, 1),
    head: countOfNumbers(1, 1),
    causal: oneOf(""),
    scaling: oneOf("sqrt-d", "none"),
    seed: countOfNumbers(1, 1),
  };

  declare first: string;
  declare second: string;
  declare heads: number;
  declare head: number;
  declare causal: boolean;
  declare scaling: "sqrt-d" | "none";
  declare seed: number;
  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  readonly #plot = new AttentionPlot(divergingPalette());
  readonly #sentences = new SentenceControls(this);
  readonly #layer = new LayerControls(this);
  readonly #numbers = [new DifferenceNumber(false), new DifferenceNumber(true)] as const;
  readonly #readout = html("p", { class: "readout", part: "readout" }, HINT);
  readonly #table = new AttentionTable();
  readonly #rule = ruleOf(() => this.seed);
  /** The ink of the weights is the page's text colour, which changes with the scheme. */
  readonly #darkness = matchMedia("(prefers-color-scheme: dark)");
  readonly #repaint = () => this.requestUpdate();
  #shown: Shown | undefined;
  #byKey = false;

  constructor() {
    super(32);
    [this.first, this.second] = PRESET;
    this.heads = 2;
    this.head = 1;
    this.causal = false;
    this.scaling = "sqrt-d";
    this.seed = 1;
    this.cursor = undefined;
  }

  /** Whether word vectors are multiplied by √d, as in the paper. */
  get scaled(): boolean {
    return this.scaling === "sqrt-d";
  }

  set scaled(on: boolean) {
    this.scaling = on ? "sqrt-d" : "none";
  }

  /** What the layer is made of; throws where an attribute is out of range. */
  get settings(): Settings {
    const { spec, heads, causal, scaled, seed } = this;
    return checkSettings({ spec, heads, causal, scaled, seed });
  }

  /** What is drawn. */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#reserve(); // before the first paint, so that nothing moves when the picture comes
    this.#darkness.addEventListener("change", this.#repaint);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#darkness.removeEventListener("change", this.#repaint);
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    plot.tabIndex = 0;
    plot.setAttribute("role", "application");
    plot.setAttribute("aria-roledescription", "matrices");
    plot.append(html("p", { class: "unseen", id: "hint" }, HINT));
    plot.setAttribute("aria-describedby", "hint");
    plot.addEventListener("keydown", (event) => this.#press(event));
    for (const type of ["pointermove", "pointerdown"] as const) {
      plot.addEventListener(type, (event) => this.#point(event));
    }
    plot.addEventListener("pointerleave", () => this.#leave());
    this.watchStage(plot);
    const share = shareMenu(this, attentionContents(this));
    this.#layer.bar.append(this.#rule.disclosure.button, this.#table.button, share.button);
    const numbers = html("div", { class: "differences" }, ...this.#numbers.map(({ element }) => element));
    const box = html(
      "div",
      { class: "box" },
      this.#sentences.element,
      numbers,
      plot,
      this.#readout,
      this.#layer.element,
    );
    return html("div", {}, box, this.#rule.disclosure.panel, this.#table.panel, share.panel);
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    const onlyCursor = changed.size === 1 && changed.has("cursor");
    if (!onlyCursor || !this.#shown) this.#compute(pe);
    const shown = this.#shown as Shown;
    const cell = this.cursor && inside(this.cursor, this.#plot.regions);
    const region = cell && this.#plot.regions[cell.region];
    this.#plot.point(cell);
    const text = cell && region ? describe(region, cell, shown) : HINT;
    this.#readout.textContent = text;
    if (this.#byKey) this.announce(text);
    this.#byKey = false;
    this.#table.show(region, shown);
  }

  #compute(pe: Posenc): void {
    const sentences = this.#tokens;
    this.#sentences.show();
    const model = new Model(this.settings);
    const comparisons = [compare(pe, model, sentences, false), compare(pe, model, sentences, true)] as const;
    checkWhole("head", this.head, 1, Number.MAX_SAFE_INTEGER);
    const head = Math.min(this.head, this.heads) - 1; // fewer heads leave the last one shown
    this.#shown = { sentences, comparisons, dModel: this.dModel, head };
    this.#reserve();
    this.#plot.draw(this.#shown, this.size);
    for (const [side, number] of this.#numbers.entries()) {
      number.show(comparisons[side as 0 | 1], sentences, this.causal);
    }
    const [off, on] = comparisons.map(({ matching }) => matching?.largest ?? "not comparable");
    this.#plot.element.setAttribute(
      "aria-label",
      `Outputs and weights of two sentences. Largest difference of paired outputs without positions ${off}, with positions ${on}`,
    );
    this.#layer.show();
    this.#rule.show();
  }

  get #tokens(): Sentences {
    return [firstTokens(this.first ?? "").words, firstTokens(this.second ?? "").words];
  }

  /** Makes room for as many words as there are. */
  #reserve(): void {
    const { fixed, squares } = reserve(countsOf(this.#tokens, this.dModel));
    this.#plot.element.style.setProperty("--fixed", String(fixed));
    this.#plot.element.style.setProperty("--squares", String(squares));
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const start = { region: 0, row: 0, column: 0 };
    const next = cellAfter(event.key, this.cursor ?? start, this.#plot.regions);
    if (!next) return;
    event.preventDefault();
    this.#byKey = true;
    this.#place(this.cursor ? next : inside(start, this.#plot.regions));
  }

  #point(event: PointerEvent): void {
    const { left, top } = this.#plot.element.getBoundingClientRect();
    this.#place(this.#plot.cellAt(event.clientX - left, event.clientY - top));
  }

  #leave(): void {
    if (!this.#plot.element.matches(":focus")) this.#place(undefined);
  }

  #place(cell: Cell | undefined): void {
    this.cursor = cell;
  }
}
