import type { Box } from "../../plot/box.ts";
import { painted, pointText, stroke, svg, text } from "../../plot/dom.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { refusal } from "../definition/rules.ts";
import { startHere, startInWorkers } from "../race/lane-runner.ts";
import { type Snapshot, ThreadRun, type ThreadSettings } from "./thread-run.ts";

/** The drawn data: a training, which goes on while the figure is visible, and the angles from which it is seen. */

export interface ThreadShown {
  readonly key: string;
  readonly run: ThreadRun;
  /** The changes of the training that are drawn. */
  readonly changes: number;
  /** Degrees about the upright axis, and about the level one. */
  readonly yaw: number;
  readonly pitch: number;
}

/** Channels of the four heads, in pairs. */
const MULTIPLE = 8;

/** The training of a state: the previous one if the state asks for the same. */
export function threadShown(
  { yaw, pitch, ...settings }: ThreadSettings & Pick<ThreadShown, "yaw" | "pitch">,
  startWorker: (() => Worker) | undefined,
  before: ThreadShown | undefined,
): ThreadShown {
  const { dModel, task, positions, steps, seed } = settings;
  if (dModel % MULTIPLE !== 0) throw refusal("d-model", `a multiple of ${MULTIPLE} from 8 to 64`, dModel);
  const own: ThreadSettings = { task, positions, dModel, steps, seed };
  const key = JSON.stringify(own);
  if (before?.key !== key) before?.run.end();
  const start = () => (startWorker ? startInWorkers(startWorker, startHere) : startHere);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const run = before?.key === key ? before.run : new ThreadRun(own, start, isCalm);
  return { key, run, changes: run.changes, yaw, pitch };
}

/** Goes on with the training in the next frame. */
export function goOn(shown: ThreadShown): ThreadShown | Promise<ThreadShown> | undefined {
  const { run, changes } = shown;
  const next = () => ({ ...shown, changes: run.changes });
  if (run.changes !== changes) return next();
  return run.isRunning ? run.advance().then(next) : undefined;
}

// The table in words, and the numbers that these words give.

/** What a task asks for, behind "A model learns to". */
const ASKED: Readonly<Record<ThreadSettings["task"], string>> = {
  pointer: "look back as far as each letter says",
  back: "look back by three letters",
  count: "count a letter, modulo 8",
};

const dot = (rows: Float32Array, width: number, a: number, b: number): number => {
  let sum = 0;
  for (let j = 0; j < width; j++) sum += (rows[a * width + j] as number) * (rows[b * width + j] as number);
  return sum;
};

const cosine = (rows: Float32Array, width: number, a: number, b: number): number =>
  dot(rows, width, a, b) / Math.sqrt(dot(rows, width, a, a) * dot(rows, width, b, b) || 1);

/** The row nearest to a row, by distance. */
function nearestTo(rows: Float32Array, width: number, row: number): number {
  const distance = (other: number) =>
    dot(rows, width, other, other) - 2 * dot(rows, width, row, other) + dot(rows, width, row, row);
  const others = range(0, rows.length / width).filter((other) => other !== row);
  return others.reduce((best, other) => (distance(other) < distance(best) ? other : best), others[0] ?? 0);
}

/** Positions whose nearest row belongs to a neighbour. */
const linedUp = (rows: Float32Array, width: number): number =>
  range(0, rows.length / width).filter((row) => Math.abs(nearestTo(rows, width, row) - row) === 1).length;

/** The mean cosine of neighbouring rows. */
function neighbourCosine(rows: Float32Array, width: number): number {
  const pairs = rows.length / width - 1;
  return range(0, pairs).reduce((sum, row) => sum + cosine(rows, width, row, row + 1), 0) / pairs;
}

const percent = (share: number): string => `${formatFixed(100 * share, 0)} %`;

/** The spectrum in words. */
function spectrum({ shape: { shares } }: Snapshot): string {
  const [first, second, third] = shares.map(percent);
  const held = `One direction holds ${first} of all differences, a second ${second}, a third ${third}`;
  if (shares[0] + shares[1] >= 0.9) return `${held}: the thread lies nearly in a plane.`;
  return shares[0] + shares[1] + shares[2] >= 0.9
    ? `${held}: the thread bends through space.`
    : `${held}: more than three directions matter.`;
}

export const label = ({ seen, settings }: ThreadRun): string =>
  `${settings.positions} rows of a learned table along their three main directions, step ${formatInteger(seen.step)} of ${formatInteger(settings.steps)}.`;

/** The whole picture. */
export function describeTable({ settings, seen, isRunning, isFinished, fault, failure }: ThreadRun): string {
  const { positions, dModel, task } = settings;
  if (fault !== undefined) return `The training could not run: ${fault} Press Retry.`;
  const near = `The nearest row is a neighbour for ${linedUp(seen.rows, dModel)} of ${positions} positions`;
  if (seen.step === 0) {
    const press = isRunning ? "" : " Press Train.";
    return `${positions} random rows, one for each position. ${near}. A small model will learn to ${ASKED[task]}.${press}`;
  }
  const ended = failure === undefined ? "" : ` The training ${failure}.`;
  const paused = isRunning || isFinished ? "" : " Paused.";
  const cosines = formatFixed(neighbourCosine(seen.rows, dModel), 2);
  return `${near}; neighbours have a mean cosine of ${cosines}. ${spectrum(seen)}${ended}${paused} Drag to turn it.`;
}

export function describeRow({ settings: { dModel, positions }, seen }: ThreadRun, row: number): string {
  const { rows } = seen;
  const nearest = nearestTo(rows, dModel, row);
  const beside = [row - 1, row + 1]
    .filter((other) => other >= 0 && other < positions)
    .map((other) => `${formatFixed(cosine(rows, dModel, row, other), 2)} with ${other}`);
  return `Position ${row}: the nearest row is position ${nearest}. Cosine ${beside.join(", ")}.`;
}

/** The rows of the table as points in space, and the thread from each position to the next. */

// In font sizes.
const WIDE = 46; // least width with the first table beside the present one
const TITLE = 2;
const MARGIN = 2;
const DOT = 0.34; // radius
const REACH = 1.4; // of the pointer around a point

const EVERY = 10; // positions between labels
const NEAR = 0.25; // how much nearer points are larger than farther ones, at the ends of the picture

interface Place {
  readonly x: number;
  readonly y: number;
  /** From −1, far away, to 1. */
  readonly depth: number;
}

export class ThreadPlot extends LayeredPlot implements Plot<ThreadShown> {
  #places: readonly Place[] = [];
  #fontSize = 12;

  draw(shown: ThreadShown, { width, height }: Size): void {
    const { run } = shown;
    this.element.setAttribute("aria-busy", String(run.isRunning));
    const fontSize = plotFontSize(this.element);
    this.#fontSize = fontSize;
    const isBegun = run.isRunning || run.last.step > 0;
    const columns = isBegun && width >= WIDE * fontSize ? 2 : 1;
    const boxes = range(0, columns).map((column) => ({
      left: (column * width) / columns,
      top: TITLE * fontSize,
      width: width / columns,
      height: Math.max(1, height - TITLE * fontSize),
    }));
    const pictures = columns === 2 ? [run.first, run.seen] : [run.seen];
    const tables = pictures.map((snapshot, index) => {
      const box = boxes[index] as Box;
      return { snapshot, box, places: this.#project(snapshot, box, shown) };
    });
    this.#places = tables.at(-1)?.places ?? [];
    this.content.replaceChildren(
      ...tables.map(({ snapshot, box, places }) =>
        svg("g", { "data-step": snapshot.step }, this.#title(snapshot, box, shown), ...this.#thread(places)),
      ),
    );
  }

  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const place = cell && this.#places[cell.column];
    if (!place) return;
    const { x, y } = place;
    this.cursor.append(svg("circle", { class: "ring", cx: x, cy: y, r: 0.75 * this.#fontSize }));
    if (cell.column % EVERY !== 0 && cell.column !== this.#places.length - 1)
      this.cursor.append(this.#label(place, cell.column));
  }

  cellAt(x: number, y: number): Cell | undefined {
    const away = this.#places.map((place) => Math.hypot(place.x - x, place.y - y));
    const least = Math.min(...away);
    return least <= REACH * this.#fontSize ? { row: 0, column: away.indexOf(least) } : undefined;
  }

  /** Turns the points about the upright axis, then about the level one, and fits every yaw into the box. */
  #project({ shape: { places } }: Snapshot, box: Box, { yaw, pitch }: ThreadShown): Place[] {
    const [turn, tilt] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    const rows = centred(places);
    const across = rows.map(([a, , c]) => Math.hypot(a, c));
    const upright = rows.map(
      ([, b], row) => Math.abs(b * Math.cos(tilt)) + Math.abs((across[row] as number) * Math.sin(tilt)),
    );
    const room = (side: number) => Math.max(1, side / 2 - MARGIN * this.#fontSize);
    const reach = Math.max(...across, ...upright) || 1;
    const scale = Math.min(
      room(box.width) / (Math.max(...across) || 1),
      room(box.height) / (Math.max(...upright) || 1),
    );
    return rows.map(([a, b, c]) => {
      const [x, z] = [a * Math.cos(turn) + c * Math.sin(turn), c * Math.cos(turn) - a * Math.sin(turn)];
      const [y, depth] = [b * Math.cos(tilt) - z * Math.sin(tilt), z * Math.cos(tilt) + b * Math.sin(tilt)];
      return {
        x: box.left + box.width / 2 + scale * x,
        y: box.top + box.height / 2 - scale * y,
        depth: depth / reach,
      };
    });
  }

  #title({ step }: Snapshot, { left, width }: Box, { run: { settings } }: ThreadShown): SVGElement {
    const words =
      step === 0
        ? `before training: ${settings.positions} random rows`
        : `after step ${formatInteger(step)} of ${formatInteger(settings.steps)}`;
    return text(words, left + width / 2, this.#fontSize, "middle", this.#fontSize, { "font-weight": 600 });
  }

  /** Far parts first, so that near ones cover them. */
  #thread(places: readonly Place[]): SVGElement[] {
    const dot = DOT * this.#fontSize;
    const lines = range(0, places.length - 1).map((row) => {
      const [from, to] = [places[row] as Place, places[row + 1] as Place];
      const path = `M${pointText([from.x, from.y])}L${pointText([to.x, to.y])}`;
      const line = stroke(path, { width: 2, opacity: 0.85, "stroke-linecap": "round" });
      const colour = colourOf((row + 0.5) / places.length);
      return { depth: (from.depth + to.depth) / 2 - 0.01, node: painted(line, { stroke: colour }) };
    });
    const dots = places.map((place, row) => {
      const { x, y, depth } = place;
      const circle = svg("circle", {
        cx: x.toFixed(2),
        cy: y.toFixed(2),
        r: (dot * (1 + NEAR * depth)).toFixed(2),
        "data-position": row,
      });
      return { depth, node: painted(circle, { fill: colourOf(row / places.length) }) };
    });
    const labels = places.flatMap((place, row) =>
      row % EVERY === 0 || row === places.length - 1 ? [this.#label(place, row)] : [],
    );
    return [...[...lines, ...dots].sort((a, b) => a.depth - b.depth).map(({ node }) => node), ...labels];
  }

  #label({ x, y }: Place, row: number): SVGElement {
    return text(String(row), x + 0.6 * this.#fontSize, y - 0.5 * this.#fontSize, "start", this.#fontSize, {
      class: "halo",
      stroke: "none",
    });
  }
}

/** The rows with the middle of their range, along each axis, at the origin. */
function centred(places: Float64Array): readonly (readonly [number, number, number])[] {
  const rows = range(0, places.length / 3).map((row) => places.subarray(3 * row, 3 * row + 3));
  const middle = (axis: number) => {
    const along = rows.map((row) => row[axis] as number);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  const [x, y, z] = [middle(0), middle(1), middle(2)];
  return rows.map(([a = 0, b = 0, c = 0]) => [a - x, b - y, c - z]);
}

/** From the text's colour at the first position to the colour of positions at the last. */
const colourOf = (share: number): string =>
  `color-mix(in oklab, var(--_position) ${(100 * share).toFixed(0)}%, currentColor)`;
