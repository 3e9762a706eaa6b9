import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import { html, svg } from "../../plot/dom.ts";
import type { Picture } from "../../plot/picture.ts";
import { plotFontSize } from "../../plot/plot-frame.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { AnySpecFigure } from "../figure/any-spec-figure.ts";
import { countOfNumbers, numberAttribute, oneOf, wordAttribute } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import { shownPairs } from "../figure/shown-pairs.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { anglesCode, wavelengthsCode } from "./rope-code.ts";
import { RopeControls, type RopeView } from "./rope-controls.ts";
import { DialsPlot } from "./rope-dials-plot.ts";
import { describeMark, describePair, describeRules, describeScore } from "./rope-reading.ts";
import { type Lengths, type RopeSpec, RULES, type Rule, ruledSpecs, trainedLength } from "./rope-rules.ts";
import { ropeStyles } from "./rope-styles.ts";
import { type RuledPairs, ruledPairs, type Turned, turnedPairs } from "./rope-values.ts";
import { WavelengthsPlot } from "./rope-wavelengths-plot.ts";

/** Where a spec does not say how long the trained texts were: the length of Llama 2. */
const USUAL_LENGTH = 4096;
/** The last length for which all positions are exact. */
const LONGEST = 2 ** 24;

/**
 * Rotary position embedding: pairs of a query and a key that turn with their positions, and how rules for longer texts
 * change the wavelengths of all pairs.
 *
 * @attr spec - A rotary encoding as text: `preset=llama-3.1`, `method=rope&headDim=64&pairing=halves`, …
 * @attr view - The hands of a query and a key, or the wavelengths of all pairs under several rules.
 * @attr query - The query's position, from −2^53 to 2^53.
 * @attr key - The key's position, from −2^53 to 2^53.
 * @attr trained - The length of the trained texts, where the spec does not state it: a whole number from 2 to 2^24.
 * @attr length - The context that rules stretch to, in tokens: a whole number from 2 to 2^24.
 * @attr compare - The rules beside the model's own, apart by spaces: `none`, `linear`, `ntk`, `dynamic`, `yarn`,
 * `llama3`, `longrope`, `proportional`.
 * @example
 * <pe-rope spec="preset=llama-3.1" view="wavelengths"></pe-rope>
 */
export class RopeElement extends AnySpecFigure<Posenc> {
  static override styles: CSSResultGroup = [AnySpecFigure.styles, controlsStyles, ropeStyles];

  static override properties: PropertyDeclarations = {
    view: wordAttribute<RopeView>("view", ["angles", "wavelengths"]),
    query: numberAttribute("query"),
    key: numberAttribute("key"),
    trained: numberAttribute("trained"),
    length: numberAttribute("length"),
    compare: { reflect: true, useDefault: true },
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    view: oneOf("angles", "wavelengths"),
    query: countOfNumbers(1, 1),
    key: countOfNumbers(1, 1),
    trained: countOfNumbers(1, 1),
    length: countOfNumbers(1, 1),
    compare: (text: string) => rulesOf(text).length > 0,
  };

  declare view: RopeView;
  declare query: number;
  declare key: number;
  declare trained: number | undefined;
  declare length: number;
  declare compare: string;
  /** The dial, or the rule and the pair, that is read out. */
  declare cursor: Cell | undefined;

  readonly #drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
  readonly #plot = html("div", { class: "plot", part: "plot" }, this.#drawing);
  readonly #dials = new DialsPlot();
  readonly #waves = new WavelengthsPlot();
  readonly #controls = new RopeControls(this);
  #box: CellBox | undefined;
  #turned: Turned = { pairs: [], score: 0 };
  #rows: readonly RuledPairs[] = [];

  constructor() {
    super("preset=llama-3.1");
    this.view = "angles";
    this.query = 12;
    this.key = 5;
    this.trained = undefined;
    this.length = 131_072;
    this.compare = RULES.join(" ");
    this.cursor = undefined;
  }

  get grid(): Grid {
    if (this.view === "angles") return { rows: 1, columns: this.#shown.length };
    return { rows: this.#rows.length, columns: this.#rows[0]?.wavelengths.length ?? 0 };
  }

  /** Lengths of the trained texts and of the context, in tokens. */
  get lengths(): Lengths {
    const trained = this.trained ?? trainedLength(this.#rope) ?? USUAL_LENGTH;
    checkWhole("trained", trained, 2, LONGEST);
    checkWhole("length", this.length, 2, LONGEST);
    return { trained, context: this.length };
  }

  cellAt(x: number, y: number): Cell | undefined {
    if (this.view === "wavelengths") return this.#waves.cellAt(x, y);
    const column = this.#dials.dialAt(x, y);
    return column === undefined ? undefined : { row: 0, column };
  }

  picture(): Picture {
    return { drawing: this.#drawing };
  }

  array(): NamedArray {
    const { query, key } = this;
    if (this.view === "wavelengths") {
      const specs = ruledSpecs(this.#rope, rulesOf(this.compare), this.lengths).map(({ spec }) => spec);
      return {
        corner: "pair",
        rows: this.#rows[0]?.wavelengths.map((_, pair) => pair) ?? [],
        columns: this.#rows.map(({ label }) => label),
        values:
          this.#rows[0]?.wavelengths.flatMap((_, pair) =>
            this.#rows.map(({ wavelengths }) => wavelengths[pair] as number),
          ) ?? [],
        code: wavelengthsCode(specs),
      };
    }
    return {
      corner: "pair",
      rows: this.#turned.pairs.map(({ pair }) => pair),
      columns: ["query, radians", "key, radians", "between, radians"],
      values: this.#turned.pairs.flatMap(({ frequency }) =>
        [query, key, query - key].map((position) => position * frequency),
      ),
      code: anglesCode(this.#rope, query, key),
    };
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  protected override build(): Node {
    this.watchStage(this.#plot);
    const { element: controls, bar } = this.#controls;
    const say = (text: string) => this.announce(text);
    this.#box = new CellBox(this, { kind: "plot", plot: this.#plot, controls, bar, say });
    return this.#box.element;
  }

  protected override draw(pe: Posenc): void {
    const fontSize = plotFontSize(this.#plot);
    const isAngles = this.view === "angles";
    const text = isAngles ? this.#drawAngles(pe, fontSize) : this.#drawWavelengths(pe, fontSize);
    const { row, column } = this.#cell ?? { row: 0, column: 0 };
    const at = isAngles ? { row: this.#shown[column] ?? 0, column: 2 } : { row: column, column: row };
    this.#box?.show(text, at);
    this.#controls.show();
  }

  /** @returns what is read */
  #drawAngles(pe: Posenc, fontSize: number): string {
    const { query, key } = this;
    this.#turned = turnedPairs(pe, this.#rope, query, key);
    const { pairs, score } = this.#turned;
    const shown = this.#shown;
    const cursor = this.#cell?.column;
    this.#dials.layOut(this.size, fontSize, shown.length);
    this.#dials.draw({
      shown: shown.map((pair) => pairs[pair] as Turned["pairs"][number]),
      count: pairs.length,
      query,
      key,
      score,
      cursor,
    });
    this.#drawing.replaceChildren(this.#dials.element);
    this.#plot.setAttribute(
      "aria-label",
      `${shown.length} of ${pairs.length} pairs, query at ${query}, key at ${key}`,
    );
    return cursor === undefined
      ? describeScore(this.#turned, query, key)
      : describePair(this.#turned, shown[cursor] as number, query, key);
  }

  /** @returns what is read */
  #drawWavelengths(pe: Posenc, fontSize: number): string {
    const { lengths } = this;
    this.#rows = ruledPairs(pe, this.#rope, rulesOf(this.compare), lengths);
    const cursor = this.#cell;
    this.#waves.layOut(this.size, fontSize);
    this.#waves.draw({ rows: this.#rows, lengths, cursor });
    this.#drawing.replaceChildren(this.#waves.element);
    const label = `Wavelengths of ${this.grid.columns} pairs under ${this.grid.rows} rules`;
    this.#plot.setAttribute("aria-label", label);
    const [row, plain] = [cursor && this.#rows[cursor.row], this.#rows[0]];
    return cursor && row && plain
      ? describeMark(row, plain, cursor.column, lengths)
      : describeRules(this.#rows, lengths);
  }

  get #rope(): RopeSpec {
    const { encoding } = this;
    if (encoding.method === "rope") return encoding;
    throw new RangeError(`This figure shows rotary encodings, and "${encoding.method}" is none.`);
  }

  /** Indices of the pairs with a dial. */
  get #shown(): number[] {
    return shownPairs(this.#turned.pairs.length);
  }

  get #cell(): Cell | undefined {
    return this.cursor && inside(this.cursor, this.grid);
  }
}

/** The rules of an attribute that are known. */
function rulesOf(text: string): Rule[] {
  return RULES.filter((rule) => text.split(/\s+/).includes(rule));
}
