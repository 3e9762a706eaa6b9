/** What a figure is: its state as rules, and functions of it. `figure-element.ts` makes an element of that. */
import type { CSSResultGroup } from "@lit/reactive-element";
import type { Code } from "../../methods/code.ts";
import type { Size } from "../../plot/size.ts";
import type { Cell, Grid } from "./cell-cursor.ts";
import type { Encoding } from "./encoding.ts";
import type { Heights } from "./heights.ts";
import type { Entries, NamedArray } from "./numbers.ts";
import type { Rules, StateOf } from "./rules.ts";

/** RGBA bytes of 256 colours from −1 to 1. */
export type Palette = Uint8ClampedArray<ArrayBuffer>;

/** The drawing of one figure. */
export interface Plot<Shown> {
  /** Holds drawing and canvas; its size is what the drawing is made for. */
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
  /** What the element, which is then a button, opens under the figure. */
  readonly panel?: HTMLElement;
  /** Brings it to the state of the figure. */
  show?(shown: Shown): void;
}

/** The figure as its parts see it: properties that can be set, and what is drawn. */
export type Host<State, Shown> = HTMLElement &
  State & {
    /** What is drawn; undefined until then. */
    readonly shown: Shown | undefined;
    readonly rules: Rules;
    cursor: Cell | undefined;
    /** Says a short text through the polite live region. */
    announce(text: string): void;
    /** Draws in the next frame. */
    requestUpdate(): void;
  };

/** Makes a part for a figure with (at least) these properties. A method's type: parts of fewer properties fit, too. */
export type PartMaker<State, Shown> = { make(figure: Host<State, Shown>): Part<Shown> }["make"];
type Makers<State, Shown> = readonly PartMaker<State, Shown>[];

export interface Controls<State, Shown> {
  /** Rows of their own, above the sliders. */
  readonly rows?: Makers<State, Shown>;
  readonly sliders?: Makers<State, Shown>;
  /** Whether the first of three sliders is the figure's own, and longer. */
  readonly led?: boolean;
  /** In the last row, before the buttons for values and sharing. */
  readonly bar?: Makers<State, Shown>;
}

/** Parts that some figures have, for the documentation; sliders have a `value` without saying so. */
type OwnPart = "value" | "number" | "table" | "position" | "frequency";

/** A member of the element, for the documentation. */
export interface MemberDoc {
  /** As TypeScript writes it; with `=>` for a method. */
  readonly type: string;
  readonly doc: string;
}

/** Keys other than those that move a cursor over a grid. */
export interface Keys {
  /** Says to a screen reader what keys do. */
  readonly text: string;
  /** The cell that a key leads to; `true` if it did something else; undefined if it is not a key of the figure. */
  press(event: KeyboardEvent, figure: Host<object, object>, plot: Plot<object>): Cell | true | undefined;
}

/**
 * @typeParam S - the rules of the state
 * @typeParam R - the rules of the encoding
 * @typeParam X - what the encoding adds to the state
 */
export interface Definition<S extends Rules, R extends Rules, X, Module, Shown, Methods> {
  readonly tag: `pe-${string}`;
  /** What it shows, in sentences: the documentation of the element. */
  readonly doc: string;
  /** A tag to begin with. */
  readonly example: string;
  /** What each of `methods` is. */
  readonly members?: Readonly<Record<string, MemberDoc>>;
  /** Parts for `::part(…)` besides those that every figure has. */
  readonly parts?: readonly OwnPart[];
  /** The functions to compute with; figures of a page share them. */
  readonly module: () => Promise<Module>;
  readonly encoding?: Encoding<R, X>;
  readonly state: S;
  /** Further members of the element. It stands before the functions that use them, for TypeScript to infer them. */
  readonly methods?: Methods & ThisType<Host<StateOf<S & R>, Shown> & X & Methods>;
  readonly styles: CSSResultGroup;
  /** Default: {@link USUAL_HEIGHTS}. */
  readonly heights?: Heights;
  /** What a screen reader calls the plot. */
  readonly kind: string;

  /**
   * What is drawn, from a state whose values are each in range. Throws if they do not go together.
   * @param before - what was drawn last, of which parts may serve again
   */
  compute(pe: Module, state: StateOf<S & R> & X, before: Shown | undefined): Shown;
  /**
   * Goes on with work that takes longer than a frame, and with motion: called in each frame after a drawing while the
   * figure is seen. Undefined if there is nothing to do; the same if there is nothing new to draw yet.
   */
  proceed?(
    shown: Shown,
    pe: Module,
    figure: Host<StateOf<S & R>, Shown> & Methods,
  ): Shown | Promise<Shown> | undefined;
  /** Ends work that goes on, as the figure leaves the page. */
  stop?(shown: Shown): void;
  plot(figure: Host<StateOf<S & R>, Shown> & Methods): Plot<Shown>;
  /** The name of the plot: what is seen, in a line. */
  label(shown: Shown): string;
  /** What a cell holds, in words; without a cell, what the whole picture shows. A figure with a grid has it. */
  describe?(shown: Shown, cell: Cell | undefined, pe: Module, plot: Plot<Shown>): string;
  /** What was adjusted so that the state can be shown, in a sentence; empty if nothing was. */
  remark?(shown: Shown): string;
  /** How many cells the cursor can be on. A figure without it is not read by a cursor. */
  grid?(shown: Shown): Grid;
  readonly keys?: Keys;
  /** Whether the plot itself says where the pointer is, by `figure.cursor`. */
  readonly pointsItself?: boolean;
  /** The numbers of the picture. */
  array?(shown: Shown, pe: Module): NamedArray;
  /** Code that ends with the variable `values`, the same numbers. */
  code?(shown: Shown): Code;
  /** In place of the two, for a picture of entries of a table: files and code are made of these. */
  entries?(shown: Shown): Entries;
  /** The cell of the array that belongs to a cell of the picture. Default: the same. */
  valueAt?(cell: Cell, shown: Shown): Cell;
  /** The tables behind the button *Values*; default: the part of the array around the cursor; none if it is `false`. */
  readonly tables?:
    | false
    | ((shown: Shown, cell: Cell | undefined, pe: Module, plot: Plot<Shown>) => readonly Node[]);
  /** Custom properties of the plot that keep room before anything is computed. */
  room?(state: StateOf<S & R>): Readonly<Record<string, string | number>>;
  /** Listens to the plot once it is built. */
  interact?(figure: Host<StateOf<S & R>, Shown> & Methods, plot: Plot<Shown>): void;
  readonly controls: Controls<never, NoInfer<Shown>>;
  /** Above the box of plot and controls. */
  readonly head?: Makers<never, NoInfer<Shown>>;
  /** In the box, before the plot. */
  readonly above?: Makers<never, NoInfer<Shown>>;
  /** Under the plot, before the controls and after them. */
  readonly below?: Readonly<Partial<Record<"first" | "last", Makers<never, NoInfer<Shown>>>>>;
  /** Buttons before *Values*, each with a panel. */
  readonly panels?: Makers<never, NoInfer<Shown>>;
}

/** A definition whose types are given up: for the interpreter, which works on any. */
export type AnyDefinition = Definition<
  Rules,
  Rules,
  Readonly<Record<string, unknown>>,
  object,
  object,
  object
>;
