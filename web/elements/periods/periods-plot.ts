import { css } from "@lit/reactive-element";
import { axis } from "../../plot/axis.ts";
import { cellUnder } from "../../plot/box.ts";
import { logAxis, logScale } from "../../plot/curve-axes.ts";
import { outline, spread, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { Scale } from "../../plot/scale.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { type PeriodsShown, supremum } from "./periods-shown.ts";

/** A bar for each pair, as long as its period on a logarithmic axis, and a line at the chosen length. */

// Space around the bars in font sizes, for numbers of pairs, names of lines, half of a name, and ticks with a title.
const MARGIN = { left: 3.4, top: 2.2, right: 2.4, bottom: 3.2 };
const NAME = 5.7; // width of a line's name, font sizes
const COUNT = 8; // width of a count, font sizes
const GRIP = 14; // the line can be dragged from within this distance, CSS pixels

/** Height of a row in CSS pixels below which bars touch each other. */
const APART = 3;
/** Largest number of bars per CSS pixel: more could not be seen. */
const BARS = 2;

export class PeriodsPlot extends LayeredPlot implements Plot<PeriodsShown> {
  #frame: Frame = frameOf({ width: 0, height: 0 }, MARGIN, 12);
  #pairs = 1;
  /** From CSS pixels to positions. */
  #positionsAt: Scale = () => 1;
  #line = 0;

  draw(shown: PeriodsShown, size: Size): void {
    this.#frame = frameOf(size, MARGIN, plotFontSize(this.element));
    this.#pairs = shown.periods.length;
    const limit = supremum(shown.spec);
    const from = Math.min(1, limit, ...ends(shown.periods));
    const view = [from, 1.2 * Math.max(10, limit, shown.length, ...ends(shown.periods))] as const;
    const place = { view, from: this.#frame.left, to: this.#right };
    const scale = logScale(place);
    const clipped: Scale = (positions) => scale(Math.max(positions, from));
    this.#positionsAt = (x) => view[0] * (view[1] / view[0]) ** ((x - this.#frame.left) / this.#frame.width);
    this.#line = clipped(shown.length);
    const fontSize = this.#frame.fontSize;
    const below = this.#bottom + 5 + 2.6 * fontSize;
    this.content.replaceChildren(
      ...this.#bars(shown, clipped),
      this.#pairAxis(),
      logAxis({ ...place, at: this.#bottom, fontSize }),
      text("positions →", this.#right, below, "end", fontSize),
      ...this.#lines(clipped(limit)),
      ...this.#counts(shown, clipped(limit)),
    );
  }

  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    if (!cell) return;
    const [y, height] = this.#row(cell.row);
    const least = Math.max(height, 3); // a frame of less height could not be seen
    const frame = { ...this.#frame, top: y - (least - height) / 2, height: least };
    this.cursor.append(outline(frame, { width: 1.5 }));
  }

  cellAt(_x: number, y: number): Cell | undefined {
    return cellUnder({ ...this.#frame, rows: this.#pairs, columns: 1 }, this.#frame.left, y);
  }

  /** Whether a place is near the line of the length. */
  isOnLine(x: number): boolean {
    return Math.abs(x - this.#line) <= GRIP;
  }

  /** The length at a place on the axis, in positions. */
  positionsAt(x: number): number {
    return this.#positionsAt(x);
  }

  get #right() {
    return this.#frame.left + this.#frame.width;
  }

  get #bottom() {
    return this.#frame.top + this.#frame.height;
  }

  /** Upper edge and height of a pair's bar. */
  #row(pair: number): [y: number, height: number] {
    const height = this.#frame.height / this.#pairs;
    return [this.#frame.top + pair * height, height >= APART ? height - 1 : height];
  }

  /** One path for all periods that end within the length, and two for longer periods: up to the length, and beyond it. */
  #bars({ periods, length }: PeriodsShown, scale: Scale): SVGPathElement[] {
    const every = Math.max(1, this.#pairs / (BARS * this.#frame.height));
    const parts = { finished: "", begun: "", rest: "" };
    for (let next = 0; next < this.#pairs; next += every) {
      const pair = Math.floor(next);
      const [y, height] = this.#row(pair);
      const bar = (from: number, to: number) =>
        `M${from.toFixed(2)} ${y.toFixed(2)}H${to.toFixed(2)}v${(height * every).toFixed(2)}H${from.toFixed(2)}Z`;
      const end = scale(periods[pair] as number);
      if ((periods[pair] as number) <= length) parts.finished += bar(this.#frame.left, end);
      else {
        parts.begun += bar(this.#frame.left, this.#line);
        parts.rest += bar(this.#line, end);
      }
    }
    return [
      svg("path", { d: parts.finished, class: "finished", "data-paint": true, "fill-opacity": 0.75 }),
      svg("path", { d: parts.begun, class: "begun", fill: "currentColor", "fill-opacity": 0.4 }),
      svg("path", { d: parts.rest, class: "rest", fill: "currentColor", "fill-opacity": 0.16 }),
    ];
  }

  #pairAxis(): SVGGElement {
    const [from, to, at, fontSize] = [this.#frame.top, this.#bottom, this.#frame.left, this.#frame.fontSize];
    const view = [0, this.#pairs] as const;
    const title = text("i ↓", at - 8, from - 0.7 * fontSize, "end", fontSize);
    return svg("g", {}, axis({ side: "left", view, from, to, at, fontSize, offset: 0.5 }), title);
  }

  /** Lines at the chosen length and at the upper bound of all periods. */
  #lines(limit: number): SVGElement[] {
    const fontSize = this.#frame.fontSize;
    const half = (NAME / 2) * fontSize;
    const names = spread([this.#line, limit], 2 * half, half, this.#right + MARGIN.right * fontSize - half);
    const line = (x: number, name: number) =>
      `M${name} ${1.3 * fontSize}L${x} ${this.#frame.top - 3}V${this.#bottom}`;
    const [length = 0, end = 0] = names;
    const bold = { "font-weight": 600 };
    return [
      stroke(line(limit, end), { dash: "2 3", opacity: 0.6 }),
      stroke(line(this.#line, length), { width: 2, class: "length" }),
      text("length", length, fontSize, "middle", fontSize, bold),
      text("2π · base", end, fontSize, "middle", fontSize),
    ];
  }

  /** The number of pairs that complete a period, and of pairs that do not: beside their border if there is room, else at the top. */
  #counts({ unfinished }: PeriodsShown, limit: number): SVGElement[] {
    const fontSize = this.#frame.fontSize;
    const finished = this.#pairs - unfinished;
    const border = this.#frame.top + (finished / this.#pairs) * this.#frame.height;
    const hasRoom = limit - this.#line > COUNT * fontSize && finished > 0;
    const x = (hasRoom ? limit : Math.min(limit, this.#line)) - 0.6 * fontSize;
    const y = hasRoom ? border : this.#frame.top + 2 * fontSize;
    const count = (words: string, at: number) => text(words, x, at, "end", fontSize);
    const line = stroke(`M${this.#line} ${border}H${this.#right}`, { opacity: 0.4, class: "border" });
    return [
      ...(finished > 0 ? [count(`↑ ${formatInteger(finished)} finish`, y - 0.5 * fontSize)] : []),
      ...(unfinished > 0 ? [count(`↓ ${formatInteger(unfinished)} do not`, y + 1.2 * fontSize)] : []),
      ...(finished > 0 && unfinished > 0 ? [line] : []),
    ];
  }
}

/** The shortest and the longest period: of the first and of the last pair. */
const ends = (periods: Float64Array): [number, number] => [periods[0] as number, periods.at(-1) as number];

/** The table is beside the bars, or under them in a narrow figure. Its height is the same for every encoding. */
export const periodsStyles = [
  readingStyles({ 0: 5, 17: 4, 44: 2 }),
  css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto auto;
  }
  .below {
    display: contents;
  }
  .finished {
    fill: var(--_accent);
  }
  .abridged {
    block-size: 18em;
    font-size: max(13px, 0.9375em);
    white-space: nowrap;
  }
  .abridged sup {
    position: relative;
    font-size: 0.75em;
    line-height: 0;
  }
  .abridged :is(th, td) {
    padding: 0.1rem 0 0.1rem 0.25rem;
  }
  .abridged :is(th, td):nth-child(3) {
    text-align: start;
    padding-inline-start: 0.75rem;
  }
  .abridged :is(th, td):last-child {
    display: none;
  }
  /* Long formulas break where the whole table would be wider than the figure. */
  @container not (min-width: 18rem) {
    .abridged {
      white-space: normal;
    }
  }
  @container (min-width: 30rem) {
    .abridged :is(th, td):last-child {
      display: table-cell;
    }
  }
  @container (min-width: 44rem) {
    .box {
      grid-template-columns: 1fr auto;
      grid-template-rows: minmax(9rem, 1fr) auto auto;
      column-gap: 2rem;
    }
    .readout,
    .controls {
      grid-column: 1 / -1;
    }
    .abridged {
      grid-area: 1 / 2;
      align-self: center;
    }
    .abridged :is(th, td) {
      padding-inline-start: 0.75rem;
    }
    /* One width for every length: otherwise the plot would move while its line is dragged. */
    .abridged :is(th, td):last-child {
      min-inline-size: 9ch;
    }
  }
`,
];
