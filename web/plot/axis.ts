import { stroke, svg } from "./dom.ts";
import { formatInteger } from "./numbers.ts";
import { type Interval, linearScale } from "./scale.ts";

/** Axes as SVG. Styled by presentation attributes rather than a stylesheet, so that an exported picture keeps its looks. */

export interface Axis {
  /** `left` runs downwards, `bottom` to the right. */
  readonly side: "left" | "bottom";
  readonly view: Interval;
  /** Begin and end of the view on screen, CSS pixels along the axis. */
  readonly from: number;
  readonly to: number;
  /** Place of the axis line, CSS pixels across it. */
  readonly at: number;
  /** CSS pixels. */
  readonly fontSize: number;
  /** Shift of the labels: 0.5, the middle of a unit cell, if values are cells; 0 if they are points. Default 0. */
  readonly offset?: number;
}

export const TICK = 5; // length of a tick, CSS pixels
/** Room for a label along its axis, font sizes: a digit is about 0.6 wide. */
const LABEL_ROOM = { left: 3, bottom: 5 };

/** Integer tick values that leave room for their labels. */
function integerTicks(view: Interval, pixels: number, room: number): number[] {
  const count = Math.max(2, Math.floor(pixels / room));
  return linearScale(view, [0, pixels])
    .ticks(count)
    .filter((value) => Number.isInteger(value) && value >= view[0]);
}

/** Ticks and labels of an axis of integers. */
export function axis(options: Axis): SVGGElement {
  const { side, view, from, to, at, fontSize, offset = 0 } = options;
  const scale = linearScale(view, [from, to]);
  const group = svg("g", { "font-size": fontSize, fill: "currentColor", "aria-hidden": "true" });
  const ticks = integerTicks(view, to - from, fontSize * LABEL_ROOM[side]);
  for (const value of ticks) {
    const along = scale(value + offset);
    if (along > to + 0.5) continue;
    group.append(side === "left" ? leftTick(along, at, value) : bottomTick(along, at, value, fontSize));
  }
  return group;
}

function leftTick(y: number, x: number, value: number): SVGGElement {
  const line = stroke(`M${x} ${y}h${-TICK}`, { opacity: 0.6 });
  const text = svg("text", { x: x - TICK - 3, y, dy: "0.34em", "text-anchor": "end" }, formatInteger(value));
  return svg("g", {}, line, text);
}

function bottomTick(x: number, y: number, value: number, fontSize: number): SVGGElement {
  const line = stroke(`M${x} ${y}v${TICK}`, { opacity: 0.6 });
  const text = svg("text", { x, y: y + TICK + fontSize, "text-anchor": "middle" }, formatInteger(value));
  return svg("g", {}, line, text);
}
