/** The figure that opens the site: hands of clocks over the table that they write. Dragging a hand moves the row. */
import type { Light } from "posenc";
import { html, svg } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";

export const PAIRS = 8;
const ROWS = 40;
const FIRST = 11;

/** Lengths in units of the drawing. */
const CELL = { width: 40, height: 10 };
const RADIUS = 32;
const TOP = 82;
const WIDTH = 2 * PAIRS * CELL.width;
const HEIGHT = TOP + ROWS * CELL.height;

const middleOf = (pair: number) => ({ x: (2 * pair + 1) * CELL.width, y: RADIUS + 4 });

/** Shows the figure in place of what is there, and calls `moved` with each new row and its numbers. */
export function showHands(
  place: HTMLElement,
  pe: Light,
  moved: (position: number, row: Float32Array) => void,
): void {
  const dModel = 2 * PAIRS;
  const table = pe.sinusoidal({ length: ROWS, dModel });
  const frequencies = pe.frequencies({ method: "sinusoidal", dModel });
  const rowOf = (position: number) => table.subarray(position * dModel, (position + 1) * dModel);
  const hands = Array.from({ length: PAIRS }, (_, pair) => dial(pair));
  const row = svg("g", { class: "row" });
  const rows = Array.from({ length: ROWS }, (_, y) => cells(rowOf(y), y)).flat();
  const figure = slider(
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": true },
      ...hands.map(({ group }) => group),
      svg("g", { class: "table" }, ...rows),
      row,
    ),
  );
  let position = FIRST;
  const goTo = (next: number) => {
    position = Math.min(Math.max(Math.round(next), 0), ROWS - 1);
    for (const [pair, hand] of hands.entries()) hand.turn(position * (frequencies[pair] as number));
    row.replaceChildren(...cells(rowOf(position), position), frame(position));
    figure.setAttribute("aria-valuenow", String(position));
    figure.setAttribute("aria-valuetext", `position ${position}`);
    moved(position, rowOf(position));
  };
  answerPointer(figure, frequencies, () => position, goTo);
  figure.addEventListener("keydown", (event) => {
    const next = after(event.key, position);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(next);
  });
  goTo(FIRST);
  place.replaceChildren(figure);
}

const slider = (drawing: SVGElement): HTMLElement =>
  html(
    "div",
    {
      class: "hands",
      tabindex: 0,
      role: "slider",
      "aria-label": "position",
      "aria-valuemin": 0,
      "aria-valuemax": ROWS - 1,
    },
    drawing,
  );

/** A hand follows the pointer round its clock; in the table the row under the pointer is taken. */
function answerPointer(
  figure: HTMLElement,
  frequencies: Float64Array,
  position: () => number,
  goTo: (next: number) => void,
): void {
  let held: number | undefined;
  const follow = (left: number, top: number) => {
    const scale = WIDTH / figure.clientWidth;
    const [x, y] = [left * scale, top * scale];
    if (held === undefined) return goTo(Math.floor((y - TOP) / CELL.height));
    const middle = middleOf(held);
    const angle = Math.atan2(x - middle.x, middle.y - y);
    goTo(nearestTurn(angle, frequencies[held] as number, position()));
  };
  dragIn(figure, {
    take(left, top, { pointerType }) {
      const scale = WIDTH / figure.clientWidth;
      const pair = Math.floor((left * scale) / (2 * CELL.width));
      held = top * scale < TOP ? Math.min(Math.max(pair, 0), PAIRS - 1) : undefined;
      follow(left, top);
      return held !== undefined || pointerType !== "touch"; // a finger on the table scrolls the page
    },
    move: follow,
  });
  figure.addEventListener("touchmove", (event) => held !== undefined && event.preventDefault(), {
    passive: false, // a finger that turns a hand does not scroll the page
  });
}

/** A clock whose hand has turned by the phase of its pair: its sine to the right, its cosine upwards. */
function dial(pair: number) {
  const { x, y } = middleOf(pair);
  const line = svg("line", { class: "hand", x1: x, y1: y });
  const tip = svg("circle", { class: "tip", r: 4.5 });
  const turned = svg("path", { class: "turned" });
  const group = svg(
    "g",
    { class: "dial" },
    svg("circle", { class: "rim", cx: x, cy: y, r: RADIUS }),
    turned,
    line,
    tip,
  );
  const turn = (phase: number) => {
    const end = { x: x + RADIUS * Math.sin(phase), y: y - RADIUS * Math.cos(phase) };
    line.setAttribute("x2", String(end.x));
    line.setAttribute("y2", String(end.y));
    tip.setAttribute("cx", String(end.x));
    tip.setAttribute("cy", String(end.y));
    const isOver = phase % (2 * Math.PI) > Math.PI;
    turned.setAttribute(
      "d",
      `M${x} ${y}V${y - RADIUS}A${RADIUS} ${RADIUS} 0 ${isOver ? 1 : 0} 1 ${end.x} ${end.y}Z`,
    );
  };
  return { group, turn };
}

/** The numbers of a row as cells: orange above 0, blue below, paper at 0. */
function cells(numbers: Float32Array, y: number): SVGRectElement[] {
  return Array.from(numbers, (value, column) => {
    const cell = svg("rect", {
      x: column * CELL.width,
      y: TOP + y * CELL.height,
      width: CELL.width - 1,
      height: CELL.height - 1,
    });
    const share = `${(100 * Math.abs(value)).toFixed(1)}%`;
    cell.style.fill = `color-mix(in oklab, var(${value < 0 ? "--neg" : "--pos"}) ${share}, var(--paper))`;
    return cell;
  });
}

const frame = (y: number) =>
  svg("rect", {
    class: "frame",
    x: 1,
    y: TOP + y * CELL.height - 1.5,
    width: WIDTH - 3,
    height: CELL.height + 2,
  });

/** The position nearest to `from` at which a hand of some frequency points in a direction. */
function nearestTurn(angle: number, frequency: number, from: number): number {
  const revolution = 2 * Math.PI;
  const turns = Math.round((from * frequency - angle) / revolution);
  return (angle + turns * revolution) / frequency;
}

function after(key: string, position: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: position + 1,
    ArrowDown: position + 1,
    ArrowLeft: position - 1,
    ArrowUp: position - 1,
    PageDown: position + 10,
    PageUp: position - 10,
    Home: 0,
    End: ROWS - 1,
  };
  return steps[key];
}
