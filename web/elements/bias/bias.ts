import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { divergingPalette, type Posenc } from "../../../src/api/full.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { AnySpecFigure } from "../figure/any-spec-figure.ts";
import { countOfNumbers, numberAttribute, oneOf } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { range } from "../share/entries.ts";
import { biasCode } from "./bias-code.ts";
import { BiasControls } from "./bias-controls.ts";
import { BiasPlot } from "./bias-plot.ts";
import { describeCell, describeMethod } from "./bias-reading.ts";
import { biasStyles } from "./bias-styles.ts";
import { type BiasSpec, type BiasValues, biasValues, isBias } from "./bias-values.ts";

const NOTHING: BiasValues = {
  method: "none",
  heads: 1,
  length: 1,
  causal: false,
  matrices: new Float32Array(1),
  limit: 0,
};

/** Most tokens and heads: 2^22 values in all. */
const LONGEST = 256;
const MOST_HEADS = 64;

/**
 * A bias on the attention score: one head's matrix of queries and keys, and the curves of all heads by offset.
 *
 * @attr spec - A bias that depends on positions alone, as text: `method=alibi`, `preset=t5-decoder`, …
 * @attr heads - Heads, a whole number from 1 to 64.
 * @attr head - The head whose matrix is shown, a whole number from 1 to 64; a larger number than `heads` shows the last
 * one.
 * @attr length - Queries and keys, a whole number from 2 to 256.
 * @attr causal - Whether keys after their query are masked.
 * @example
 * <pe-bias spec="method=alibi" heads="8" length="32" causal></pe-bias>
 */
export class BiasElement extends AnySpecFigure<Posenc> {
  static override styles: CSSResultGroup = [AnySpecFigure.styles, controlsStyles, biasStyles];

  static override properties: PropertyDeclarations = {
    heads: numberAttribute("heads"),
    head: numberAttribute("head"),
    length: numberAttribute("length"),
    causal: { type: Boolean, reflect: true },
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    heads: countOfNumbers(1, 1),
    head: countOfNumbers(1, 1),
    length: countOfNumbers(1, 1),
    causal: oneOf(""),
  };

  declare heads: number;
  declare head: number;
  declare length: number;
  declare causal: boolean;
  /** The query and the key that are read out. */
  declare cursor: Cell | undefined;

  readonly #palette = divergingPalette();
  readonly #plot = new BiasPlot();
  readonly #controls = new BiasControls(this);
  #box: CellBox | undefined;
  #values: BiasValues = NOTHING;

  constructor() {
    super("method=alibi");
    this.heads = 8;
    this.head = 1;
    this.length = 32;
    this.causal = false;
    this.cursor = undefined;
  }

  /** Heads that differ: one, where learning alone would tell them apart. */
  get shownHeads(): number {
    return this.#values.heads;
  }

  get grid(): Grid {
    return { rows: this.#values.length, columns: this.#values.length };
  }

  cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y, this.#values);
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing, canvas: this.#plot.canvas };
  }

  array(): NamedArray {
    const { length, heads, causal, matrices } = this.#values;
    const head = this.#head;
    const places = range(0, length);
    return {
      corner: "query",
      rows: places,
      columns: places.map((key) => `key ${key}`),
      values: matrices.slice(head * length ** 2, (head + 1) * length ** 2),
      code: biasCode({ spec: this.#bias, heads, head, length, causal }),
    };
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    const { element: plot } = this.#plot;
    this.watchStage(plot);
    const { element: controls, bar } = this.#controls;
    const say = (text: string) => this.announce(text);
    this.#box = new CellBox(this, { kind: "matrix", plot, controls, bar, say });
    return this.#box.element;
  }

  protected override draw(pe: Posenc): void {
    const spec = this.#bias;
    const { heads, length, causal } = this;
    checkWhole("heads", heads, 1, MOST_HEADS);
    checkWhole("length", length, 2, LONGEST);
    checkWhole("head", this.head, 1, MOST_HEADS);
    this.#values = biasValues(pe, spec, { heads, length, causal });
    const [values, head] = [this.#values, this.#head];
    this.#plot.draw(this.size, values, head, this.#palette);
    const cell = this.cursor && inside(this.cursor, this.grid);
    this.#plot.point(cell, values, head);
    this.#plot.element.setAttribute(
      "aria-label",
      `Bias of head ${head + 1}, ${length} queries by ${length} keys`,
    );
    const text = cell ? describeCell(values, head, cell) : describeMethod(spec, values, head);
    this.#box?.show(text, cell ?? { row: 0, column: 0 });
    this.#controls.show();
  }

  /** The head that is shown, from 0. */
  get #head(): number {
    return Math.min(this.head, this.#values.heads) - 1;
  }

  get #bias(): BiasSpec {
    const { encoding } = this;
    if (isBias(encoding)) return encoding;
    throw new RangeError(
      `This figure shows biases that depend on positions alone, and "${encoding.method}" is none.`,
    );
  }
}
