import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import { LinkedFigure } from "../figure/linked-figure.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { causalLeakCode } from "./causal-leak-code.ts";
import { CausalLeakControls } from "./causal-leak-controls.ts";
import { CausalLeakPlot } from "./causal-leak-plot.ts";
import { describe, layersText, readOutsOf, verdict } from "./causal-leak-reading.ts";
import { checkSettings, FIRSTS, LAYERS, MASKS, type Settings } from "./causal-leak-settings.ts";
import { causalLeakStyles } from "./causal-leak-styles.ts";
import { type Leak, measureLeak } from "./leak.ts";
import type { ReadOut } from "./read-out.ts";

const HINT =
  "Point at a line to read it, or move by keys: up and down by layers, left and right by position.";

/** Milliseconds of a frame that the experiment may take. */
const SLICE = 10;

/** An experiment that is going on, or is done. */
interface Run {
  readonly settings: Settings;
  readonly steps: Generator<number, Leak>;
  done: number;
  leak?: Leak;
}

/**
 * Layers of attention without any encoding: how well a token's position can be read from its vector all the same.
 *
 * @attr depth - The layers before the reading that is shown, a whole number from 0 to 3.
 * @attr causal - Whether a token sees none after itself.
 * @attr first - Whether all sequences begin with the same token.
 * @attr length - Tokens of a sequence, a whole number from 8 to 128.
 * @attr seed - Decides the random layers and tokens: a whole number from 0 to 2^53 − 1.
 * @example
 * <pe-causal-leak depth="1" length="32"></pe-causal-leak>
 */
export class CausalLeakElement extends LinkedFigure<Posenc> {
  static override styles: CSSResultGroup = [LinkedFigure.styles, controlsStyles, causalLeakStyles];

  static override properties: PropertyDeclarations = {
    depth: numberAttribute("depth"),
    causal: wordAttribute("causal", MASKS),
    first: wordAttribute("first", FIRSTS),
    length: numberAttribute("length"),
    seed: numberAttribute("seed"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    depth: countOfNumbers(1, 1),
    causal: oneOf(...MASKS),
    first: oneOf(...FIRSTS),
    length: countOfNumbers(1, 1),
    seed: countOfNumbers(1, 1),
  };

  declare depth: number;
  declare causal: (typeof MASKS)[number];
  declare first: Settings["first"];
  declare length: number;
  declare seed: number;
  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  readonly #plot = new CausalLeakPlot();
  readonly #controls = new CausalLeakControls(this);
  readonly #number = html("data", { class: "number", part: "number" });
  readonly #result = html("p", { class: "result" });
  #box: CellBox | undefined;
  #run: Run | undefined;
  #measured: { readonly settings: Settings; readonly leak: Leak } | undefined;

  constructor() {
    super();
    this.depth = LAYERS;
    this.causal = "true";
    this.first = "shared";
    this.length = 64;
    this.seed = 1;
    this.cursor = undefined;
  }

  /** What the experiment is made of; throws where an attribute is out of range. */
  get settings(): Settings {
    checkWhole("depth", this.depth, 0, LAYERS);
    const { length, first, seed } = this;
    return checkSettings({ length, first, seed });
  }

  get grid(): Grid {
    return { rows: LAYERS + 1, columns: this.#measured?.settings.length ?? 1 };
  }

  cellAt(x: number, y: number): Cell | undefined {
    return this.#plot.cellAt(x, y);
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  /** A row for each depth: its error, and the mean of what is read at each position. */
  array(): NamedArray {
    const { settings, leak } = this.#done;
    const causal = this.causal === "true";
    const readings = readOutsOf(leak, causal);
    return {
      corner: "depth",
      rows: readings.map((_, depth) => layersText(depth)),
      columns: ["error", ...Array.from({ length: settings.length - 1 }, (_, index) => index + 1)],
      values: readings.flatMap(({ error, mean }) => [error, ...mean]),
      code: causalLeakCode(settings, causal),
    };
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    this.watchStage(plot);
    const { element: controls, bar } = this.#controls;
    const say = (text: string) => this.announce(text);
    this.#box = new CellBox(this, { kind: "chart of positions read", plot, controls, bar, say });
    plot.before(this.#result);
    return this.#box.element;
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    const { settings } = this;
    this.#controls.show();
    const leak = this.#measure(pe, settings);
    this.#plot.element.setAttribute("aria-busy", String(leak === undefined));
    if (!leak) {
      this.#write(`Running ${Math.round(100 * (this.#run?.done ?? 0))} % of the sequences …`);
      return;
    }
    this.#measured = { settings, leak };
    if (!(changed.size === 1 && changed.has("cursor"))) this.#paint(settings, leak);
    const cell = this.cursor && inside(this.cursor, this.grid);
    this.#plot.point(cell);
    const text = cell ? describe(settings, leak, this.causal === "true", cell) : HINT;
    this.#box?.show(text, cell ?? { row: this.depth, column: 0 });
  }

  /** Goes on in the next frame while the experiment is not done; off screen there is none. */
  protected override updated(): void {
    if (this.#run && !this.#run.leak) this.requestUpdate();
  }

  get #done(): { readonly settings: Settings; readonly leak: Leak } {
    if (!this.#measured) throw new Error("The experiment is still running.");
    return this.#measured;
  }

  /** Runs a slice of the experiment; what it found, once it is done. */
  #measure(pe: Posenc, settings: Settings): Leak | undefined {
    if (!this.#run || !same(this.#run.settings, settings)) {
      this.#run = { settings, steps: measureLeak(pe, settings), done: 0 };
    }
    const run = this.#run;
    const end = performance.now() + SLICE;
    while (!run.leak && performance.now() < end) {
      const step = run.steps.next();
      if (step.done) run.leak = step.value;
      else run.done = step.value;
    }
    return run.leak;
  }

  #paint(settings: Settings, leak: Leak): void {
    const causal = this.causal === "true";
    this.#plot.draw({ settings, leak, causal, depth: this.depth }, this.size);
    const { error } = readOutsOf(leak, causal)[this.depth] as ReadOut;
    this.#number.value = String(error);
    this.#number.textContent = formatFixed(error, 1);
    const sentence = verdict(settings, leak, this.depth, causal);
    this.#write(sentence);
    this.#plot.element.setAttribute("aria-label", `Positions read. ${formatFixed(error, 1)} ${sentence}`);
  }

  /** The sentence beside the number, in an element of its own: one that stood there before the number came would move. */
  #write(sentence: string): void {
    this.#result.replaceChildren(this.#number, html("span", { class: "verdict" }, sentence));
  }
}

const same = (a: Settings, b: Settings): boolean =>
  a.length === b.length && a.first === b.first && a.seed === b.seed;
