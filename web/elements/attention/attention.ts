import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { statedNumberStyles } from "../controls/stated-number.ts";
import { ValuesPanel } from "../controls/values-panel.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import { LinkedFigure } from "../figure/linked-figure.ts";
import { arrayContents, type NamedArray } from "../share/array-contents.ts";
import { shareMenu } from "../share/share.ts";
import { PRESETS, SentencePair } from "../words/sentence-pair.ts";
import { sentenceStyles } from "../words/sentence-styles.ts";
import { firstTokens } from "../words/tokens.ts";
import { attentionArray } from "./attention-array.ts";
import {
  type Comparison,
  compare,
  type Sentences,
  SIDES,
  type Side,
  verdict,
} from "./attention-comparison.ts";
import { LayerControls, SideControl } from "./attention-controls.ts";
import { type Encoding, encodingOf } from "./attention-encoding.ts";
import { reserve, type View } from "./attention-layout.ts";
import { checkSettings, Model, type Settings } from "./attention-model.ts";
import { AttentionPlot, type Cell, countsOf, type Shown } from "./attention-plot.ts";
import { cellAfter, describe, hint, inside, KEYS } from "./attention-reading.ts";
import { ruleOf } from "./attention-rule.ts";
import { attentionStyles } from "./attention-styles.ts";
import { attentionTables } from "./attention-table.ts";

/**
 * Two sentences through one layer of attention, with two encodings: are the outputs the same rows in another order?
 *
 * @attr first - The first sentence; at most 64 of its words are shown.
 * @attr second - The other one, whose words are compared with those of the first.
 * @attr left - An encoding: the name of a method or a preset, or a spec as text, such as
 * `method=sinusoidal&dModel=32`.
 * @attr right - The encoding beside it.
 * @attr d-model - Channels of a word, an even number from 2 to 256.
 * @attr heads - Heads, which divide the channels among them: a whole number from 1 on that divides `d-model`.
 * @attr head - The head whose weights are shown, a whole number from 1 on; a larger number shows the last one.
 * @attr weights - How weights are drawn.
 * @attr causal - Whether a word sees none after itself.
 * @attr scaling - The factor of the word vectors: √d as in the paper, or 1.
 * @attr seed - Decides the random weights and word vectors: a whole number from 0 to 2^53 − 1.
 * @example
 * <pe-attention left="none" right="sinusoidal"></pe-attention>
 */
export class AttentionElement extends LinkedFigure<Posenc> {
  static override styles: CSSResultGroup = [
    LinkedFigure.styles,
    controlsStyles,
    sentenceStyles,
    statedNumberStyles,
    attentionStyles,
  ];

  static override properties: PropertyDeclarations = {
    first: { reflect: true, useDefault: true },
    second: { reflect: true, useDefault: true },
    left: { reflect: true, useDefault: true },
    right: { reflect: true, useDefault: true },
    dModel: numberAttribute("d-model"),
    heads: numberAttribute("heads"),
    head: numberAttribute("head"),
    weights: wordAttribute<View>("weights", ["lines", "matrix"]),
    causal: { type: Boolean, reflect: true },
    scaling: wordAttribute<"sqrt-d" | "none">("scaling", ["sqrt-d", "none"]),
    seed: numberAttribute("seed"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    first: () => true,
    second: () => true,
    left: () => true,
    right: () => true,
    "d-model": countOfNumbers(1, 1),
    heads: countOfNumbers(1, 1),
    head: countOfNumbers(1, 1),
    weights: oneOf("lines", "matrix"),
    causal: oneOf(""),
    scaling: oneOf("sqrt-d", "none"),
    seed: countOfNumbers(1, 1),
  };

  declare first: string;
  declare second: string;
  declare left: string;
  declare right: string;
  declare dModel: number;
  declare heads: number;
  declare head: number;
  declare weights: View;
  declare causal: boolean;
  declare scaling: "sqrt-d" | "none";
  declare seed: number;
  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  readonly #plot = new AttentionPlot(divergingPalette());
  readonly #sentences = new SentencePair(this);
  readonly #layer = new LayerControls(this);
  readonly #sides = [new SideControl(this, 0), new SideControl(this, 1)] as const;
  readonly #readout = html("p", { class: "readout", part: "readout" });
  readonly #values = new ValuesPanel();
  readonly #rule = ruleOf(() => this.seed);
  /** The ink of the weights is the page's text colour, which changes with the scheme. */
  readonly #darkness = matchMedia("(prefers-color-scheme: dark)");
  readonly #repaint = () => this.requestUpdate();
  #model: Model | undefined;
  #shown: Shown | undefined;
  #byKey = false;

  constructor() {
    super();
    [this.first, this.second] = PRESETS[0];
    this.left = "none";
    this.right = "sinusoidal";
    this.dModel = 32;
    this.heads = 2;
    this.head = 1;
    this.weights = "lines";
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
    const { dModel, heads, causal, scaled, seed } = this;
    return checkSettings({ dModel, heads, causal, scaled, seed });
  }

  /** The outputs as they are drawn. */
  array(): NamedArray {
    if (!this.#shown || !this.module) throw new Error("Nothing is drawn yet.");
    return attentionArray(this.module, this.#shown, this.settings);
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
    plot.setAttribute("aria-roledescription", "attention");
    plot.append(html("p", { class: "unseen", id: "hint" }, KEYS));
    plot.setAttribute("aria-describedby", "hint");
    plot.addEventListener("keydown", (event) => this.#press(event));
    for (const type of ["pointermove", "pointerdown"] as const) {
      plot.addEventListener(type, (event) => this.#point(event));
    }
    plot.addEventListener("pointerleave", () => this.#leave());
    this.watchStage(plot);
    const share = shareMenu(this, arrayContents(this));
    this.#layer.bar.append(this.#rule.disclosure.button, this.#values.button, share.button);
    const sides = html("div", { class: "sides" }, ...this.#sides.map(({ element }) => element));
    const box = html(
      "div",
      { class: "box" },
      this.#sentences.element,
      sides,
      plot,
      this.#readout,
      this.#layer.element,
    );
    return html("div", {}, box, this.#rule.disclosure.panel, this.#values.panel, share.panel);
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    const onlyCursor = changed.size === 1 && changed.has("cursor");
    if (!onlyCursor || !this.#shown) this.#compute(pe);
    const shown = this.#shown as Shown;
    const cell = this.cursor && inside(this.cursor, this.#plot.regions);
    const region = cell && this.#plot.regions[cell.region];
    this.#plot.point(cell);
    const text = cell && region ? describe(region, cell, shown) : hint(shown);
    this.#readout.textContent = text;
    if (this.#byKey) this.announce(text);
    this.#byKey = false;
    this.#values.show(() => attentionTables(region, shown));
  }

  #compute(pe: Posenc): void {
    const sentences = this.#tokens;
    this.#sentences.show();
    const settings = this.settings;
    const encodings = SIDES.map((side) => encodingOf(this[side], settings)) as [Encoding, Encoding];
    checkWhole("head", this.head, 1, Number.MAX_SAFE_INTEGER);
    this.#model = new Model(settings, this.#model);
    const [left, right] = encodings.map((encoding) => compare(pe, this.#model as Model, sentences, encoding));
    const comparisons = [left as Comparison, right as Comparison] as const;
    const head = Math.min(this.head, this.heads) - 1; // fewer heads leave the last one shown
    this.#shown = { sentences, comparisons, dModel: this.dModel, view: this.weights, head };
    this.#reserve();
    this.#plot.draw(this.#shown, this.size);
    for (const [index, side] of this.#sides.entries()) {
      const comparison = comparisons[index as Side];
      side.show();
      side.number.show(comparison.matching?.largest, verdict(comparison, sentences, this.causal));
    }
    this.#name(comparisons);
    this.#layer.show();
    this.#rule.show();
  }

  #name(comparisons: readonly Comparison[]): void {
    const sides = comparisons.map(({ encoding, matching }, side) => {
      return `${SIDES[side]}, ${encoding.title}: ${matching?.largest ?? "not comparable"}`;
    });
    this.#plot.element.setAttribute(
      "aria-label",
      `Outputs and weights of two sentences. Largest difference of paired outputs: ${sides.join("; ")}`,
    );
  }

  get #tokens(): Sentences {
    return [firstTokens(this.first ?? "").words, firstTokens(this.second ?? "").words];
  }

  /** Makes room for as many words as there are. */
  #reserve(): void {
    const { fixed, squares } = reserve(
      countsOf({ sentences: this.#tokens, dModel: this.dModel, view: this.weights }),
    );
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
