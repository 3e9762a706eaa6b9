import type { Posenc } from "../../../src/entries/encodings.ts";
import type { LeakSettings } from "./causal-leak-settings.ts";
import { type Leak, measureLeak } from "./leak.ts";

/** The shown data: the last finished experiment; a new one may be running. */

/** Milliseconds of a frame that the experiment may take. */
const SLICE = 10;

/** A running or finished experiment. */
interface Run {
  readonly settings: LeakSettings;
  readonly steps: Generator<number, Leak>;
  /** Finished share, from 0 to 1. */
  done: number;
}

export interface Measured {
  readonly settings: LeakSettings;
  readonly leak: Leak;
}

export interface CausalLeakShown {
  /** Number of layers before the shown read-out. */
  readonly depth: number;
  readonly causal: boolean;
  /** Undefined until the first experiment is finished. */
  readonly measured: Measured | undefined;
  /** Undefined if none is running. */
  readonly run: Run | undefined;
}

/** Starts an experiment, unless the same one is running or finished. */
export function experiment(
  pe: Posenc,
  { length, first, seed, depth, causal }: LeakSettings & Pick<CausalLeakShown, "depth" | "causal">,
  before: CausalLeakShown | undefined,
): CausalLeakShown {
  const settings = { length, first, seed };
  const isSame = (other?: { readonly settings: LeakSettings }) =>
    other !== undefined && JSON.stringify(other.settings) === JSON.stringify(settings);
  const measured = before?.measured;
  if (isSame(measured)) return { depth, causal, measured, run: undefined };
  const run = isSame(before?.run) ? before?.run : { settings, steps: measureLeak(pe, settings), done: 0 };
  return { depth, causal, measured, run };
}

/** Runs a slice of the experiment. */
export function goOn(shown: CausalLeakShown): CausalLeakShown | undefined {
  const { run } = shown;
  if (!run) return undefined;
  const end = performance.now() + SLICE;
  while (performance.now() < end) {
    const { done, value } = run.steps.next();
    if (done) return { ...shown, measured: { settings: run.settings, leak: value }, run: undefined };
    run.done = value;
  }
  return shown;
}
