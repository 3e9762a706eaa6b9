import type { PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import type { Posenc } from "../../../src/api/full.ts";
import type { Picture } from "../../plot/picture.ts";
import type { NamedArray } from "../share/array-contents.ts";
import { CellBox } from "./cell-box.ts";
import { type Cell, type Grid, inside } from "./cell-cursor.ts";
import { fullModule } from "./full-module.ts";
import { SpecFigure } from "./spec-figure.ts";

/**
 * A figure of the sinusoidal encoding that is read cell by cell, by pointer, by keys and as a table, and that gives
 * away one matrix of numbers.
 */
export abstract class CellFigure extends SpecFigure<Posenc> {
  static override properties: PropertyDeclarations = { cursor: { attribute: false } };

  /** The cell that is read out. */
  declare cursor: Cell | undefined;

  #box: CellBox | undefined;

  /** How many cells the cursor can be on, as last drawn. */
  abstract get grid(): Grid;

  /** The cell at a place of the plot as last drawn, CSS pixels from its corner. */
  abstract cellAt(x: number, y: number): Cell | undefined;

  /** The numbers that the figure gives away, and shows as a table. */
  abstract array(): NamedArray;

  abstract picture(): Picture;

  /** Draws the picture, without its cursor. */
  protected abstract paint(pe: Posenc): void;

  /** Marks a cell in the picture, or none. */
  protected abstract point(cell: Cell | undefined): void;

  /** What a cell holds, in words; without a cell, what the whole picture shows. */
  protected abstract read(pe: Posenc, cell: Cell | undefined): string;

  /** The cell of {@link array} that belongs to a cell of the picture. Default: the same. */
  protected valueAt(cell: Cell): Cell {
    return cell;
  }

  protected override loadModule(): Promise<Posenc> {
    return fullModule();
  }

  /**
   * The figure: its plot, what is read there, and its controls with the buttons for values and sharing.
   * @param kind - what a screen reader calls the plot
   * @param bar - the last row of the controls, which takes the buttons
   */
  protected assemble(kind: string, plot: HTMLElement, controls: HTMLElement, bar: HTMLElement): Node {
    this.watchStage(plot);
    this.#box = new CellBox(this, { kind, plot, controls, bar, say: (text) => this.announce(text) });
    return this.#box.element;
  }

  protected override draw(pe: Posenc, changed: PropertyValues): void {
    if (changed.size !== 1 || !changed.has("cursor")) this.paint(pe);
    const cell = this.cursor && inside(this.cursor, this.grid);
    this.point(cell);
    this.#box?.show(this.read(pe, cell), this.valueAt(cell ?? { row: 0, column: 0 }));
  }
}
