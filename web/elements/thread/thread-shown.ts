import { formatFixed, formatInteger } from "../../plot/numbers.ts";
import { refusal } from "../definition/refusal.ts";
import { startHere, startInWorkers } from "../race/lane-runner.ts";
import { range } from "../share/entries.ts";
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

/** The table in words, and the numbers that these words give. */

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

/** The cosine of two rows. */
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

/** One position. */
export function describeRow({ settings: { dModel, positions }, seen }: ThreadRun, row: number): string {
  const { rows } = seen;
  const nearest = nearestTo(rows, dModel, row);
  const beside = [row - 1, row + 1]
    .filter((other) => other >= 0 && other < positions)
    .map((other) => `${formatFixed(cosine(rows, dModel, row, other), 2)} with ${other}`);
  return `Position ${row}: the nearest row is position ${nearest}. Cosine ${beside.join(", ")}.`;
}
