import { refusal } from "../definition/refusal.ts";
import { startHere, startInWorkers } from "../race/lane-runner.ts";
import { ThreadRun, type ThreadSettings } from "./thread-run.ts";

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
