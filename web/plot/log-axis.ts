import { svg } from "./dom.ts";
import type { Interval } from "./interval.ts";
import { formatInteger } from "./numbers.ts";
import type { Scale } from "./scale.ts";
import { stroke } from "./stroke.ts";
import { superscript } from "./superscript.ts";
import { text } from "./text.ts";

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

const TICK = 5; // CSS pixels
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
