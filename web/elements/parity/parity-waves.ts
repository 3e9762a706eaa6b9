import { svg } from "../../plot/dom.ts";
import type { Interval } from "../../plot/interval.ts";
import { logAxis, logScale } from "../../plot/log-axis.ts";
import { formatCount } from "../../plot/numbers.ts";
import { type Frame, frameOf } from "../../plot/plot-frame.ts";
import type { Size } from "../../plot/size.ts";
import { stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { type Band, type ParityShown, type Wave, wavesOf } from "./parity-shown.ts";

/** The wavelengths of all pairs, with a row for each engine. The mark of a pair says what the rule does with it. */

const MARGIN = { left: 0.6, top: 4.4, right: 0.8, bottom: 3.4 };
const NEAR = 24; // largest distance of the pointer from a mark, CSS pixels
const RADIUS = 3;

export const wavesFrame = (size: Size, fontSize: number): Frame => frameOf(size, MARGIN, fontSize);

interface Laid {
  readonly rows: readonly (readonly Wave[])[];
  readonly view: Interval;
  readonly x: (wavelength: number) => number;
  readonly base: (row: number) => number;
  readonly tall: number;
}

function layOut({ left, top, width, height, fontSize }: Frame, shown: ParityShown): Laid {
  const rows = ([0, 1] as const).map((side) => wavesOf(shown, side));
  const all = [...rows.flat().map(({ wavelength }) => wavelength), shown.parity.length];
  const finite = all.filter(Number.isFinite);
  const view: Interval = [Math.min(...finite) / 1.3, Math.max(...finite) * 1.5];
  const scale = logScale({ view, from: left, to: left + width });
  const each = height / 2;
  return {
    rows,
    view,
    x: (wavelength) => (Number.isFinite(wavelength) ? scale(wavelength) : left + width),
    base: (row) => top + (row + 0.86) * each,
    tall: Math.min(0.5 * each, 3 * fontSize),
  };
}

export function drawWaves(frame: Frame, shown: ParityShown): SVGElement[] {
  const { left, top, width, height, fontSize } = frame;
  const laid = layOut(frame, shown);
  const { x, view, rows, base, tall } = laid;
  const { length, sides } = shown.parity;
  const [right, bottom] = [left + width, top + height];
  const place = x(length);
  return [
    ...bandNames(frame),
    stroke(`M${place} ${top - 0.4 * fontSize}V${bottom}`, { opacity: 0.6, dash: "5 4" }),
    text(
      formatCount(length, "token"),
      Math.min(place, right - 5 * fontSize),
      top - 0.8 * fontSize,
      "middle",
      fontSize,
    ),
    logAxis({ view, from: left, to: right, at: bottom, fontSize }),
    text("tokens per turn →", right, bottom + 2.75 * fontSize, "end", fontSize),
    ...rows.map((waves, row) =>
      svg(
        "g",
        { "data-side": sides[row as 0 | 1].engine },
        stroke(`M${left} ${base(row)}H${right}`, { opacity: 0.2 }),
        text(sides[row as 0 | 1].engine, left, base(row) - tall - 0.9 * fontSize, "start", fontSize, {
          "font-weight": 600,
        }),
        ...waves.map(({ wavelength, band }) => mark(band, x(wavelength), base(row), tall)),
      ),
    ),
  ];
}

/** A kept pair is a short line; a blended one ends in a ring, a scaled one in a disc; one that stands still in a cross. */
function mark(band: Band, x: number, base: number, tall: number): SVGGElement {
  const top = base - (band === "kept" ? 0.5 * tall : tall);
  const group = svg("g", { "data-band": band, class: band });
  group.append(stroke(`M${x.toFixed(2)} ${base}V${top}`, { width: 1.2, "data-paint": true }));
  const end = { cx: x.toFixed(2), cy: top, r: RADIUS, stroke: "currentColor", "data-paint": true };
  if (band === "blended") group.append(svg("circle", { ...end, fill: "none" }));
  if (band === "scaled") group.append(svg("circle", { ...end, fill: "currentColor" }));
  if (band === "still")
    group.append(stroke(`M${x - 3} ${top - 3}l6 6m0 -6l-6 6`, { width: 1.5, "data-paint": true }));
  return group;
}

/** The marks with their names, above the rows. */
function bandNames({ left, fontSize }: Frame): SVGElement[] {
  const names: readonly Band[] = ["kept", "blended", "scaled"];
  return names.flatMap((band, n) => {
    const x = left + n * 6 * fontSize + 0.5 * fontSize;
    return [
      mark(band, x, 1.3 * fontSize, fontSize),
      text(band, x + 0.7 * fontSize, 1.3 * fontSize, "start", fontSize),
    ];
  });
}

/** A ring around a pair, and a line to the same pair in the second engine. */
export function threadOf(frame: Frame, shown: ParityShown, cell: Cell): SVGElement[] {
  const { rows, x, base, tall } = layOut(frame, shown);
  const places = rows.map((waves, row) => {
    const wave = waves[cell.column];
    return [x(wave?.wavelength ?? 1), base(row) - (wave?.band === "kept" ? 0.5 * tall : tall)] as const;
  });
  const [cx, cy] = places[cell.row] ?? [0, 0];
  return [
    stroke(`M${places.map((place) => place.join(" ")).join("L")}`, { width: 1.5, opacity: 0.7 }),
    svg("circle", { class: "ring", cx, cy, r: 7 }),
  ];
}

export function waveCellAt(frame: Frame, shown: ParityShown, left: number, top: number): Cell | undefined {
  const { rows, x } = layOut(frame, shown);
  const row = top < frame.top + frame.height / 2 ? 0 : 1;
  const far = (rows[row] ?? []).map(({ wavelength }) => Math.abs(x(wavelength) - left));
  const nearest = Math.min(...far);
  return nearest < NEAR ? { row, column: far.indexOf(nearest) } : undefined;
}
