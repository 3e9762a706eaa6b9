import type { Lengths } from "../../methods/schedules.ts";
import { logAxis, logScale } from "../../plot/curve-axes.ts";
import { spread, stroke, svg, text } from "../../plot/dom.ts";
import { type Frame, frameOf, type Size } from "../../plot/layered-plot.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { Interval } from "../../plot/scale.ts";
import type { Cell } from "../definition/definition.ts";
import type { RuledPairs } from "./rope-shown.ts";

/** The wavelengths of all pairs on a logarithmic axis, with a row for each rule and lines at the two lengths. */

export interface Wavelengths {
  readonly rows: readonly RuledPairs[];
  readonly lengths: Lengths;
  readonly cursor: Cell | undefined;
}

// In font sizes.
const MARGIN = { top: 3.2, right: 4.4, bottom: 3.4 }; // names of lengths, counts, ticks with a title
const NAMES = { narrow: 0.6, wide: 8.6 }; // the left margin, which has the names of rules in a wide plot
const NARROW = 34; // width below which names are above their rows

const NEAR = 24; // largest distance of the pointer from a mark, CSS pixels

export class WavelengthsPlot {
  readonly element = svg("g");
  #frame: Frame = { left: 0, top: 0, width: 1, height: 1, fontSize: 12 };
  #width = 0;
  #shown: Wavelengths | undefined;

  layOut(size: Size, fontSize: number): void {
    this.#width = size.width;
    const left = size.width < NARROW * fontSize ? NAMES.narrow : NAMES.wide;
    this.#frame = frameOf(size, { ...MARGIN, left }, fontSize);
  }

  draw(shown: Wavelengths): void {
    this.#shown = shown;
    const { left, fontSize } = this.#frame;
    const { rows, lengths } = shown;
    const axis = { view: viewOf(shown), from: left, to: this.#right, at: this.#bottom, fontSize };
    const x = logScale(axis);
    this.element.replaceChildren(
      logAxis(axis),
      text("tokens per turn →", this.#right, this.#bottom + 2.75 * fontSize, "end", fontSize),
      ...this.#limits(x, lengths),
      text("unseen", this.#width, fontSize, "end", fontSize, { "data-paint": true, class: "count" }),
      ...rows.map((row, index) => this.#row(row, index, x)),
      ...this.#thread(shown, x),
    );
  }

  /** The mark at a place of the plot: its row, and its pair as column. */
  cellAt(left: number, top: number): Cell | undefined {
    if (!this.#shown) return undefined;
    const { rows } = this.#shown;
    const row = Math.floor((top - this.#frame.top) / this.#rowHeight);
    const wavelengths = rows[row]?.wavelengths;
    if (!wavelengths) return undefined;
    const x = logScale({ view: viewOf(this.#shown), from: this.#frame.left, to: this.#right });
    const distances = wavelengths.map((wavelength) => Math.abs(this.#place(wavelength, x) - left));
    const nearest = Math.min(...distances);
    return nearest < NEAR ? { row, column: distances.indexOf(nearest) } : undefined;
  }

  get #right(): number {
    return this.#frame.left + this.#frame.width;
  }

  get #bottom(): number {
    return this.#frame.top + this.#frame.height;
  }

  get #rowHeight(): number {
    return this.#frame.height / Math.max(1, this.#shown?.rows.length ?? 1);
  }

  /** The baseline of a row's marks. */
  #baseline(row: number): number {
    return this.#frame.top + (row + 0.82) * this.#rowHeight;
  }

  /** The place of a wavelength; pairs that do not rotate are at the right end. */
  #place(wavelength: number, x: (value: number) => number): number {
    return Number.isFinite(wavelength) ? x(wavelength) : this.#right;
  }

  /** The two lengths as lines, with their names above. */
  #limits(x: (value: number) => number, { trained, context }: Lengths): SVGElement[] {
    const { left, fontSize } = this.#frame;
    const names = [`trained ${formatInteger(trained)}`, `context ${formatInteger(context)}`];
    const middle = spread([x(trained), x(context)], 0, left + 4 * fontSize, this.#right - 4 * fontSize);
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
    const { left, fontSize } = this.#frame;
    const base = this.#baseline(index);
    const tall = Math.min(0.5 * this.#rowHeight, 2.4 * fontSize);
    const still = row.wavelengths.filter((wavelength) => !Number.isFinite(wavelength)).length;
    const unseen = row.fates.filter((fate) => fate === "unseen").length;
    const isNarrow = this.#width < NARROW * fontSize;
    const nameY = isNarrow ? base - 0.6 * this.#rowHeight + 0.1 * fontSize : base;
    const weight = row.isOwn ? { "font-weight": 700 } : {};
    return svg(
      "g",
      { "data-rule": row.rule },
      stroke(`M${left} ${base}H${this.#right}`, { opacity: 0.2 }),
      text(row.isOwn ? `▸ ${row.label}` : row.label, 0, nameY, "start", fontSize, weight),
      ...row.wavelengths.map((wavelength, pair) =>
        mark(row.fates[pair] as RuledPairs["fates"][number], this.#place(wavelength, x), base, tall),
      ),
      ...(still > 0
        ? [text(`${still} do not rotate`, this.#right - 8, base - 0.4 * fontSize, "end", fontSize)]
        : []),
      text(formatInteger(unseen), this.#width, base, "end", fontSize, {
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
      stroke(`M${points.map((point) => point.join(" ")).join("L")}`, {
        width: 1.5,
        opacity: 0.7,
        "data-transient": true,
      }),
      svg("circle", { ...ring, "data-transient": true }),
    ];
  }
}

/** A finished pair is a line; an unfinished one is taller and ends in a ring, which is filled if angles are unseen. */
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

/** From the shortest wavelength to the longest one or the longest text, and a little more. */
function viewOf({ rows, lengths }: Wavelengths): Interval {
  const all = [...rows.flatMap(({ wavelengths }) => wavelengths), lengths.trained, lengths.context];
  const finite = all.filter(Number.isFinite);
  return [Math.min(...finite) / 1.3, Math.max(...finite) * 1.5];
}
