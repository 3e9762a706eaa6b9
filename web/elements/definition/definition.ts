/** A figure as data: its state as rules, and functions of the state. `figure-element.ts` makes an element from it. */
import type { CSSResultGroup } from "@lit/reactive-element";
import type { Code } from "../../methods/code.ts";
import type { Size } from "../../plot/layered-plot.ts";
import type { Encoding } from "./encoding.ts";
import type { Entries, NamedArray } from "./figure-spec.ts";
import type { Rules, StateOf } from "./rules.ts";

/** Where a figure has its functions from. */
export interface PageModule<Module> {
  /** The functions to compute with. All figures of a page share their modules, because each `load` shares its own. */
  load(): Promise<Module>;
  /** Hears that a figure with this module is in the page, which loads it when a reader comes near. */
  expect?(): void;
}

/** RGBA bytes of 256 colours from −1 to 1. */
export type Palette = Uint8ClampedArray<ArrayBuffer>;

/** The drawing of one figure. */
export interface Plot<Shown> {
  /** Holds drawing and canvas. The drawing is made for its size. */
  readonly element: HTMLElement;
  readonly drawing: SVGSVGElement;
  readonly canvas?: HTMLCanvasElement;
  draw(shown: Shown, size: Size, palette: Palette): void;
  /** Marks a cell, or none. */
  point?(cell: Cell | undefined, shown: Shown): void;
  /** The cell at a place, in CSS pixels from the corner of the plot. */
  cellAt?(x: number, y: number, shown: Shown): Cell | undefined;
}

/** An element beside the plot: a control, a table, a number in words. */
export interface Part<Shown> {
  readonly element: HTMLElement;
  /** A panel under the figure. The element is then the button that opens it. */
  readonly panel?: HTMLElement;
  /** Updates the element after each drawing. */
  show?(shown: Shown): void;
}

/** The figure as its parts see it: properties that they can set, and the drawn data. */
export type Host<State, Shown> = HTMLElement &
  State & {
    /** The drawn data; undefined before the first drawing. */
    readonly shown: Shown | undefined;
    readonly rules: Rules;
    cursor: Cell | undefined;
    /** Announces a short text through the polite live region. */
    announce(text: string): void;
    /** Draws in the next frame. */
    requestUpdate(): void;
  };

/** Calls a function with what a figure shows, now or once it is there. */
export function whenShown<Shown>(figure: Host<object, Shown>, use: (shown: Shown) => void): void {
  const { shown } = figure;
  if (shown === undefined) {
    figure.addEventListener("pe-ready", () => whenShown(figure, use), { once: true });
    return;
  }
  use(shown);
  figure.requestUpdate();
}

/** Makes a part for a figure with these properties. It has the type of a method, so that a part of fewer properties fits. */
export type PartMaker<State, Shown> = { make(figure: Host<State, Shown>): Part<Shown> }["make"];
type Makers<State, Shown> = readonly PartMaker<State, Shown>[];

export interface Controls<State, Shown> {
  /** Rows of their own, above the sliders. */
  readonly rows?: Makers<State, Shown>;
  readonly sliders?: Makers<State, Shown>;
  /** Whether the first of three sliders is twice as long as the second and third. */
  readonly longFirst?: boolean;
  /** In the last row, before the button ⋯. */
  readonly bar?: Makers<State, Shown>;
  /** Behind the button ⋯, before *Values* and *Share*: all but the one or two that a reader needs first. */
  readonly more?: Makers<State, Shown>;
}

/** Names for `::part(…)` that some figures have; `value` follows from sliders. */
type OwnPart = "value" | "number" | "table" | "position" | "frequency" | "train";

/** A member of the element. */
export interface MemberDoc {
  /** As TypeScript writes it; with `=>` for a method. */
  readonly type: string;
  readonly doc: string;
}

/** The texts of a figure for the manifest and the reference. The build leaves them out of the package. */
export interface Documentation {
  /** A description of the figure in sentences. */
  readonly doc: string;
  /** A tag as an example. */
  readonly example: string;
  /** Each of the definition's `methods`. */
  readonly members?: Readonly<Record<string, MemberDoc>>;
  /** Names for `::part(…)` besides the names in every figure. */
  readonly parts?: readonly OwnPart[];
}

/** Keys other than those that move a cursor over a grid. */
export interface Keys<State, Shown> {
  /** A description of the keys, for screen readers. */
  readonly text: string;
  /** The cell that a key leads to; `true` if it did something else; undefined if the figure does not use the key. */
  press(event: KeyboardEvent, figure: Host<State, Shown>, plot: Plot<Shown>): Cell | true | undefined;
}

/** What the parts of a figure may use of it; types are not inferred from parts. */
type Given<S extends Rules, R extends Rules, X, Methods> = NoInfer<StateOf<S & R> & X & Methods>;

/**
 * @typeParam S - the rules of the state
 * @typeParam R - the rules of the encoding
 * @typeParam X - the values that the encoding adds to the state
 */
export interface Definition<S extends Rules, R extends Rules, X, Module, Shown, Methods>
  extends Documentation {
  readonly tag: `pe-${string}`;
  /** The functions to compute with, or those that a state needs. */
  readonly module: PageModule<Module> | ((state: StateOf<S & R>) => PageModule<Module>);
  readonly encoding?: Encoding<R, X>;
  readonly state: S;
  /** More members of the element. TypeScript infers them only if they stand before the functions that use them. */
  readonly methods?: Methods & ThisType<Host<StateOf<S & R>, Shown> & X & Methods>;
  readonly styles: CSSResultGroup;
  /** Default: {@link USUAL_HEIGHTS}. */
  readonly heights?: Heights;
  /** The kind of plot, for screen readers. */
  readonly kind: string;

  /**
   * Computes the drawn data from a state. Each value is in its range; throws if the values do not fit together.
   * @param before - the data of the last drawing, parts of which can be used again
   */
  compute(pe: Module, state: StateOf<S & R> & X, before: Shown | undefined): Shown;
  /**
   * Continues motion, or work that takes longer than a frame. It is called in each frame after a drawing while the
   * figure is visible. Returns undefined if nothing is left to do, and `shown` itself if there is nothing new to draw yet.
   */
  proceed?(
    shown: Shown,
    pe: Module,
    figure: Host<StateOf<S & R>, Shown> & Methods,
  ): Shown | Promise<Shown> | undefined;
  /** Stops such work when the figure leaves the page. */
  stop?(shown: Shown): void;
  plot(figure: Host<StateOf<S & R>, Shown> & Methods): Plot<Shown>;
  /** The name of the plot, for screen readers: the picture in one line. */
  label(shown: Shown): string;
  /** Describes a cell or, without one, the whole picture. Every figure with a grid has it. */
  describe?(shown: Shown, cell: Cell | undefined, pe: Module, plot: Plot<Shown>): string;
  /** A sentence on values that were adjusted to show the state; empty if none was. */
  remark?(shown: Shown): string;
  /** The cells that the cursor can be on. Without it, the figure has no cursor. */
  grid?(shown: Shown): Grid;
  readonly keys?: Keys<Given<S, R, X, Methods>, NoInfer<Shown>>;
  /** Whether the plot itself sets `figure.cursor` when the pointer moves. */
  readonly pointsItself?: boolean;
  /** The numbers of the picture. */
  array?(shown: Shown, pe: Module): NamedArray;
  /** Code that makes the same numbers, as its last variable `values`. What writes it may come when it is asked for. */
  code?(shown: Shown): Code | Promise<Code>;
  /** In place of `array` and `code`, for a picture of table entries: files and code are made from them. */
  entries?(shown: Shown): Entries;
  /** The cell of the array that belongs to a cell of the picture. Default: the same. */
  valueAt?(cell: Cell, shown: Shown): Cell;
  /** The tables of *Values*. Default: the part of the array around the cursor. `false`: no button. */
  readonly tables?:
    | false
    | ((shown: Shown, cell: Cell | undefined, pe: Module, plot: Plot<Shown>) => readonly Node[]);
  /** Custom properties of the plot that reserve its height before anything is computed. */
  room?(state: StateOf<S & R>): Readonly<Record<string, string | number>>;
  /** Adds listeners to the new plot. */
  interact?(figure: Host<StateOf<S & R>, Shown> & Methods, plot: Plot<Shown>): void;
  readonly controls: Controls<Given<S, R, X, Methods>, NoInfer<Shown>>;
  /** In the box, before the plot. */
  readonly above?: Makers<Given<S, R, X, Methods>, NoInfer<Shown>>;
  /** Under the plot, before the controls and after them. */
  readonly below?: Readonly<
    Partial<Record<"first" | "last", Makers<Given<S, R, X, Methods>, NoInfer<Shown>>>>
  >;
  /** Buttons behind ⋯, before *Values*, each with a panel. */
  readonly panels?: Makers<Given<S, R, X, Methods>, NoInfer<Shown>>;
}

/** A definition without its own types, for the interpreter, which works on any, and without its documentation. */
// biome-ignore lint/suspicious/noExplicitAny: "of some types" has no other name in TypeScript
export type AnyDefinition = Omit<Definition<any, any, any, any, any, any>, keyof Documentation>;

/**
 * The height of a figure by its width, as data. The figure's own stylesheet is made from it, and `figures.css`, which
 * reserves the height until the figure is drawn.
 */

export interface Height {
  /** Least width of the figure for this height, in rem. Default: 0. */
  readonly from?: number;
  /** Width to height, such as `4 / 3`; or the height in em, font sizes of the figure. */
  readonly aspect?: readonly [width: number, height: number];
  readonly em?: number;
  /** In place of a height, for a figure that grows with its content: its least height, in em. */
  readonly least?: number;
}

/** By width, the narrowest first. */
export type Heights = readonly Height[];

export const USUAL_HEIGHTS: Heights = [
  { aspect: [1, 2] },
  { from: 20, aspect: [3, 4] },
  { from: 30, aspect: [4, 3] },
  { from: 44, aspect: [9, 4] },
];

/** `--pe-aspect` of the page comes before the figure's own height. */
function declarations({ aspect, em, least }: Height): string {
  if (least !== undefined) return `min-block-size: var(--_block-size, ${least}em);`;
  if (em === undefined) return `aspect-ratio: var(--pe-aspect, ${aspect?.join(" / ")}); block-size: auto;`;
  return `aspect-ratio: var(--pe-aspect, auto); block-size: var(--_block-size, ${em}em);`;
}

/** CSS rules that give the elements of a selector the height of a figure. */
export const heightRules = (heights: Heights, selector: string): string =>
  heights
    .map((height) => {
      const rule = `${selector} { ${declarations(height)} }`;
      return height.from === undefined ? rule : `@container (min-width: ${height.from}rem) { ${rule} }`;
    })
    .join("\n");

/** A cell of a matrix, and the keys that lead to its neighbours. */

export interface Cell {
  readonly row: number;
  readonly column: number;
  /** Index of its region, if a picture has several. */
  readonly region?: number;
}

export interface Grid {
  readonly rows: number;
  readonly columns: number;
}

/** Cells that Page Up and Page Down step over. */
const PAGE = 10;

export const sameCell = (a: Cell | undefined, b: Cell | undefined): boolean =>
  a?.row === b?.row && a?.column === b?.column && a?.region === b?.region;

/** The nearest cell of the grid. */
export function inside({ row, column, ...region }: Cell, { rows, columns }: Grid): Cell {
  return {
    ...region,
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  };
}

/**
 * The cell after a key; undefined if the key moves no cursor. Page Up and Page Down move along a single row, and Home and
 * End along a single column.
 */
export function cellAfter(key: string, { row, column }: Cell, grid: Grid): Cell | undefined {
  const upright = grid.columns === 1;
  const flat = grid.rows === 1;
  const page = (by: number) => ({ row: flat ? row : row + by, column: flat ? column + by : column });
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: page(-PAGE),
    PageDown: page(PAGE),
    Home: { row: upright ? 0 : row, column: 0 },
    End: { row: upright ? grid.rows - 1 : row, column: grid.columns - 1 },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target && inside(target, grid);
}
