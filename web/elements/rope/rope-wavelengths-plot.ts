import type { Lengths } from "../../methods/schedules/schedule.ts";
import { svg } from "../../plot/dom.ts";
import type { Interval } from "../../plot/interval.ts";
import { spread } from "../../plot/labels.ts";
import { logAxis, logScale } from "../../plot/log-axis.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { polyline } from "../../plot/polyline.ts";
import type { Size } from "../../plot/size.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { RuledPairs } from "./rope-values.ts";

/** The wavelengths of all pairs on a log axis, a row for each rule, against the trained length and the context. */

export interface Wavelengths {
  readonly rows: readonly RuledPairs[];
  readonly lengths: Lengths;
  readonly cursor: Cell | undefined;
}

// In font sizes.
const HEAD = 3.2; // two lines of names
const FOOT = 3.4; // ticks and title
const NAMES = 8.6; // of rules, at the left
const COUNTS = 4.4; // at the right
const NARROW = 34; // below, names stand above their rows

const NEAR = 24; // CSS pixels between the pointer and a mark

export class WavelengthsPlot {
  readonly element = svg("g");
  #fontSize = 12;
  #size: Pick<Size, "width" | "height"> = { width: 0, height: 0 };
  #shown: Wavelengths | undefined;

  layOut(size: Size, fontSize: number): void {
    this.#size = size;
    this.#fontSize = fontSize;
  }

  draw(shown: Wavelengths): void {
    this.#shown = shown;
    const fontSize = this.#fontSize;
    const { rows, lengths } = shown;
    const axis = { view: viewOf(shown), from: this.#left, to: this.#right, at: this.#bottom, fontSize };
    const x = logScale(axis);
    this.element.replaceChildren(
      logAxis(axis),
      text("tokens in a turn →", this.#right, this.#bottom + 2.75 * fontSize, "end", fontSize),
      ...this.#limits(x, lengths),
      text("unseen", this.#size.width, fontSize, "end", fontSize, { "data-paint": true, class: "count" }),
      ...rows.map((row, index) => this.#row(row, index, x)),
      ...this.#thread(shown, x),
    );
  }

  /** The mark at a place of the plot: its row, and its pair as column. */
  cellAt(left: number, top: number): Cell | undefined {
    if (!this.#shown) return undefined;
    const { rows } = this.#shown;
    const row = Math.floor((top - this.#top) / this.#rowHeight);
    const wavelengths = rows[row]?.wavelengths;
    if (!wavelengths) return undefined;
    const x = logScale({ view: viewOf(this.#shown), from: this.#left, to: this.#right });
    const distances = wavelengths.map((wavelength) => Math.abs(this.#place(wavelength, x) - left));
    const nearest = Math.min(...distances);
    return nearest < NEAR ? { row, column: distances.indexOf(nearest) } : undefined;
  }

  get #isNarrow(): boolean {
    return this.#size.width < NARROW * this.#fontSize;
  }
  get #left(): number {
    return (this.#isNarrow ? 0.6 : NAMES) * this.#fontSize;
  }
  get #right(): number {
    return Math.max(this.#left + 1, this.#size.width - COUNTS * this.#fontSize);
  }
  get #top(): number {
    return HEAD * this.#fontSize;
  }
  get #bottom(): number {
    return Math.max(this.#top + 1, this.#size.height - FOOT * this.#fontSize);
  }
  get #rowHeight(): number {
    return (this.#bottom - this.#top) / Math.max(1, this.#shown?.rows.length ?? 1);
  }

  /** The baseline of a row's marks. */
  #baseline(row: number): number {
    return this.#top + (row + 0.82) * this.#rowHeight;
  }

  /** The place of a wavelength; pairs that do not rotate are at the right end. */
  #place(wavelength: number, x: (value: number) => number): number {
    return Number.isFinite(wavelength) ? x(wavelength) : this.#right;
  }

  /** The two lengths as lines, with their names above. */
  #limits(x: (value: number) => number, { trained, context }: Lengths): SVGElement[] {
    const fontSize = this.#fontSize;
    const names = [`trained ${formatInteger(trained)}`, `context ${formatInteger(context)}`];
    const middle = spread([x(trained), x(context)], 0, this.#left + 4 * fontSize, this.#right - 3 * fontSize);
    return [trained, context].flatMap((length, index) => {
      const place = x(length);
      const baseline = (index + 1.05) * 1.2 * fontSize - 0.2 * fontSize;
      return [
        stroke(`M${place} ${baseline + 0.3 * fontSize}V${this.#bottom}`, {
          opacity: 0.6,
          dash: index === 0 ? "none" : "5 4",
          "data-length": length,
        }),
        text(names[index] as string, middle[index] as number, baseline, "middle", fontSize, {
          "data-halo": true,
        }),
      ];
    });
  }

  #row(row: RuledPairs, index: number, x: (value: number) => number): SVGGElement {
    const fontSize = this.#fontSize;
    const base = this.#baseline(index);
    const tall = Math.min(0.5 * this.#rowHeight, 2.4 * fontSize);
    const still = row.wavelengths.filter((wavelength) => !Number.isFinite(wavelength)).length;
    const unseen = row.fates.filter((fate) => fate === "unseen").length;
    const nameY = this.#isNarrow ? base - 0.6 * this.#rowHeight + 0.1 * fontSize : base;
    const weight = row.isOwn ? { "font-weight": 700 } : {};
    return svg(
      "g",
      { "data-rule": row.rule },
      stroke(`M${this.#left} ${base}H${this.#right}`, { opacity: 0.2 }),
      text(row.isOwn ? `▸ ${row.label}` : row.label, 0, nameY, "start", fontSize, weight),
      ...row.wavelengths.map((wavelength, pair) =>
        mark(row.fates[pair] as RuledPairs["fates"][number], this.#place(wavelength, x), base, tall),
      ),
      ...(still > 0
        ? [text(`${still} stand still`, this.#right - 8, base - 0.4 * fontSize, "end", fontSize)]
        : []),
      text(formatInteger(unseen), this.#size.width, base, "end", fontSize, {
        "data-paint": true,
        class: "count",
      }),
    );
  }

  /** The pair under the cursor, followed through all rules. */
  #thread({ rows, cursor }: Wavelengths, x: (value: number) => number): SVGElement[] {
    if (!cursor) return [];
    const points = rows.map((row, index) => {
      const wavelength = row.wavelengths[cursor.column] as number;
      return [this.#place(wavelength, x), this.#baseline(index)] as const;
    });
    const [left = 0, top = 0] = points[cursor.row] ?? [];
    const ring = { cx: left, cy: top, r: 7, fill: "none", stroke: "currentColor", "stroke-width": 2 };
    return [
      stroke(polyline(points), { width: 1.5, opacity: 0.7, "data-transient": true }),
      svg("circle", { ...ring, "data-transient": true }),
    ];
  }
}

/** A finished pair is a stroke; an unfinished one is taller and ends in a ring, which is filled if angles are unseen. */
function mark(fate: RuledPairs["fates"][number], x: number, base: number, tall: number): SVGGElement {
  const height = fate === "finished" ? 0.45 * tall : tall;
  const group = svg("g", { "data-fate": fate });
  group.append(stroke(`M${x.toFixed(2)} ${base}v${-height}`, { width: 1.2, "data-paint": true }));
  if (fate !== "finished") {
    const fill = fate === "unseen" ? "currentColor" : "none";
    const ring = { cx: x.toFixed(2), cy: base - height, r: 2.6, stroke: "currentColor", "stroke-width": 1.2 };
    group.append(svg("circle", { ...ring, fill, "data-paint": true }));
  }
  return group;
}

/** From the fastest pair to the slowest or the longest text, and a little more. */
function viewOf({ rows, lengths }: Wavelengths): Interval {
  const all = [...rows.flatMap(({ wavelengths }) => wavelengths), lengths.trained, lengths.context];
  const finite = all.filter(Number.isFinite);
  return [Math.min(...finite) / 1.3, Math.max(...finite) * 1.5];
}
