import { TICK } from "./axis.ts";
import { stroke, svg, text } from "./dom.ts";
import { formatInteger, superscript } from "./numbers.ts";
import type { Interval, Scale } from "./scale.ts";

/** An axis of powers of ten that runs to the right. */
export interface LogAxis {
  /** Both ends above 0. */
  readonly view: Interval;
  /** Begin and end of the view on screen, CSS pixels. */
  readonly from: number;
  readonly to: number;
  /** Place of the axis line, CSS pixels from the top. */
  readonly at: number;
  readonly fontSize: number;
}

const LABEL_ROOM = 3.6; // font sizes between the middles of labels
const PLAIN = 1000; // powers up to this one are written out

export function logScale({ view, from, to }: Pick<LogAxis, "view" | "from" | "to">): Scale {
  const [first, last] = [Math.log10(view[0]), Math.log10(view[1])];
  return (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
}

/** Ticks and labels at powers of ten, as far as they fit. */
export function logAxis(axis: LogAxis): SVGGElement {
  const { view, from, to, at, fontSize } = axis;
  const scale = logScale(axis);
  const [first, last] = [Math.ceil(Math.log10(view[0])), Math.floor(Math.log10(view[1]))];
  const room = (to - from) / Math.max(1, Math.log10(view[1] / view[0]));
  const step = Math.max(1, Math.ceil((LABEL_ROOM * fontSize) / room));
  const group = svg("g", { "aria-hidden": "true" });
  for (let power = first; power <= last; power++) {
    const value = 10 ** power;
    const x = scale(value);
    group.append(stroke(`M${x} ${at}v${TICK}`, { opacity: 0.6 }));
    if ((power - first) % step === 0)
      group.append(text(formatPower(value), x, at + TICK + fontSize, "middle", fontSize));
  }
  return group;
}

/** A power of ten as text: 1, 10, 100, 1 000, 10⁴ … */
export function formatPower(value: number): string {
  if (value >= 1 && value <= PLAIN) return formatInteger(value);
  return `10${superscript(Math.round(Math.log10(value)))}`;
}

/** Horizontal lines across a plot of curves, with their values at the left. */
export interface ValueAxis {
  readonly scale: Scale;
  readonly levels: readonly number[];
  readonly format: (value: number) => string;
  /** Ends of the lines, CSS pixels. */
  readonly left: number;
  readonly right: number;
  readonly fontSize: number;
}

const FAINT = 0.15; // opacity of a line
const CLEAR = 0.45; // opacity of the line at 0

export function valueAxis({ scale, levels, format, left, right, fontSize }: ValueAxis): SVGGElement {
  const group = svg("g");
  for (const value of levels) {
    const y = scale(value);
    group.append(
      stroke(`M${left} ${y}H${right}`, { opacity: value === 0 ? CLEAR : FAINT, "data-level": value }),
      text(format(value), left - 8, y + 0.34 * fontSize, "end", fontSize),
    );
  }
  return group;
}
