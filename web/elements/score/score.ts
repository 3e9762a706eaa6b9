import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { AnySpecFigure } from "../figure/any-spec-figure.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import { CellBox } from "../figure/cell-box.ts";
import { type Cell, type Grid, inside } from "../figure/cell-cursor.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { fullModule } from "../figure/full-module.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { scoreCode } from "./score-code.ts";
import { ScoreControls } from "./score-controls.ts";
import { ScorePlot } from "./score-plot.ts";
import { describePoint, describeScores } from "./score-reading.ts";
import { scoreStyles } from "./score-styles.ts";
import { isScore, type ScoreSpec, type Scores, scoresOf } from "./score-values.ts";

/** Farthest position that tables are exact for. */
const FARTHEST = 2 ** 24;
const MOST_HEADS = 64;
/** Channels: wider tables would hold up the page. */
const WIDEST = 4096;

/**
 * What positions make of an attention score, by the offset of query and key: the inner product of two rows of an added
 * encoding, a rotary score of random content with its spread, or a bias; and where the float32 recipe goes wrong.
 *
 * @attr spec - An added encoding, a rotary one, or a bias that depends on positions alone, as text: `preset=llama-2`,
 * `method=alibi`, …
 * @attr length - The longest offset, a whole number from 2 to 2^24.
 * @attr key - The position that offsets start from, a whole number from 0 to 2^24.
 * @attr heads - Heads of a bias, a whole number from 1 to 64.
 * @example
 * <pe-score spec="preset=llama-2" length="100000"></pe-score>
 */
export class ScoreElement extends AnySpecFigure<Posenc> {
  static override styles: CSSResultGroup = [AnySpecFigure.styles, controlsStyles, scoreStyles];

  static override properties: PropertyDeclarations = {
    length: numberAttribute("length"),
    key: numberAttribute("key"),
    heads: numberAttribute("heads"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = {
    length: countOfNumbers(1, 1),
    key: countOfNumbers(1, 1),
    heads: countOfNumbers(1, 1),
  };

  declare length: number;
  declare key: number;
  declare heads: number;
  /** The line and the point that are read out. */
  declare cursor: Cell | undefined;

  readonly #plot = new ScorePlot();
  readonly #controls = new ScoreControls(this);
  #box: CellBox | undefined;
  #scores: Scores = { kind: "bias", points: [0], lines: [] };
  #drawn = "";

  constructor() {
    super("preset=llama-2");
    this.length = 1_000_000;
    this.key = 0;
    this.heads = 8;
    this.cursor = undefined;
  }

  get grid(): Grid {
    return { rows: this.#scores.lines.length, columns: this.#scores.points.length };
  }

  cellAt(x: number, y: number): Cell | undefined {
    return this.#scores.lines.length > 0 ? this.#plot.cellAt(x, y, this.#scores) : undefined;
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  array(): NamedArray {
    const { points, lines, spread, other } = this.#scores;
    const columns = [
      ...lines.map(({ name, values }) => ({ name, values })),
      ...(spread ? [{ name: "spread", values: spread }] : []),
      ...(other ? [{ name: "spread of unrelated k", values: other }] : []),
    ];
    return {
      corner: "offset",
      rows: points,
      columns: columns.map(({ name }) => name),
      values: points.flatMap((_, n) => columns.map(({ values }) => values[n] as number)),
      code: scoreCode(this.#spec, { points, key: this.key, heads: lines.length }),
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
    this.#box = new CellBox(this, { kind: "plot", plot, controls, bar, say });
    return this.#box.element;
  }

  protected override draw(pe: Posenc): void {
    this.#compute(pe);
    const scores = this.#scores;
    const cell = this.cursor && inside(this.cursor, this.grid);
    this.#plot.draw(this.size, scores, cell?.row ?? 0);
    this.#plot.point(cell, scores);
    this.#plot.element.setAttribute("aria-label", `Score by offset, 0 to ${this.length}, key at ${this.key}`);
    const text = cell ? describePoint(scores, cell) : describeScores(scores);
    this.#box?.show(text, { row: cell?.column ?? 0, column: cell?.row ?? 0 });
    this.#controls.show();
  }

  /** The cursor moves over scores that stay. */
  #compute(pe: Posenc): void {
    const { length, key, heads } = this;
    const wanted = JSON.stringify([this.spec, length, key, heads]);
    if (wanted === this.#drawn) return;
    checkWhole("length", length, 2, FARTHEST);
    checkWhole("key", key, 0, FARTHEST);
    checkWhole("heads", heads, 1, MOST_HEADS);
    this.#scores = scoresOf(pe, this.#spec, { length, key, heads });
    this.#drawn = wanted;
  }

  get #spec(): ScoreSpec {
    const { encoding } = this;
    if (!isScore(encoding)) {
      throw new RangeError(
        `The score of "${encoding.method}" depends on more than the offset; choose another encoding.`,
      );
    }
    if (encoding.method === "sinusoidal" && encoding.dModel % 2 !== 0) {
      throw new RangeError(`dModel must be even, as every sine needs its cosine; got ${encoding.dModel}.`);
    }
    if ("dModel" in encoding) checkWhole("dModel", encoding.dModel, 2, WIDEST);
    if ("rotaryDim" in encoding) checkWhole("rotaryDim", encoding.rotaryDim, 2, WIDEST);
    return encoding;
  }
}
