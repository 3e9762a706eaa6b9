import { philox, seedOf } from "../../../src/api/lab/random.ts";
import type { StartOptions } from "../../../src/entries/lab.ts";
import type { LaneRunner, StartLane } from "../race/lane-runner.ts";
import { type Shape, shapeOf } from "./principal.ts";

/**
 * The random rows that a learned table starts with, without the lab's module: they are in view before anything is loaded.
 * The numbers follow `src/kernels/training/initial_weights.cpp`, and a test compares them with the lab's own.
 */

const WEIGHTS = 3; // the stream of initial weights
const TABLE = 1; // the second tensor, after the embedding
const DRAWN = 0.5; // standard deviation of the drawn rows
const BOUND = Math.fround(Math.sqrt(3) * DRAWN);

function firstRows(count: number, deviation: number, seed: number): Float32Array {
  const rows = new Float32Array(count);
  for (let i = 0; i < count; i += 4)
    for (const [lane, word] of philox([WEIGHTS, i / 4, TABLE, 0], seedOf(seed)).entries())
      if (i + lane < count) rows[i + lane] = BOUND * ((word >>> 8) * 2 ** -23 - 1);
  return rows.map((value) => value * (deviation / DRAWN));
}

/** The training of one small model with a learned table, and what the table was on the way. It does not depend on a page. */

export const TASKS = ["pointer", "back", "count"] as const;

export interface ThreadSettings {
  readonly task: (typeof TASKS)[number];
  readonly positions: number;
  readonly dModel: number;
  readonly steps: number;
  readonly seed: number;
}

/** The table after a step. */
export interface Snapshot {
  readonly step: number;
  /** Mean loss since the snapshot before, in nats per answer; NaN at the start. */
  readonly loss: number;
  /** (positions, width). */
  readonly rows: Float32Array;
  readonly shape: Shape;
}

/** The most snapshots of a training. */
const SNAPSHOTS = 90;
/** Standard deviation of the first rows: small, so that what is seen at the end is learned and not left over. */
const DEVIATION = 0.02;
const HEADS = 4;

/** What the lab trains. One length for all texts, so that each row is trained as often as the others. */
export const startOf = ({ task, positions, dModel, steps, seed }: ThreadSettings): StartOptions => ({
  encoding: { method: "learned", positions, deviation: DEVIATION },
  task: { name: task, lengths: [positions, positions] },
  model: { layers: 1, width: dModel, heads: HEADS },
  optimiser: { rate: 0.006, warmup: Math.min(100, Math.floor(steps / 4)), steps, end: 0.02 },
  batch: 16,
  seed,
});

export class ThreadRun {
  readonly settings: ThreadSettings;
  readonly #start: () => StartLane;
  /** Whether only every tenth snapshot is waited for, so that the picture moves little. */
  readonly #isCalm: boolean;
  #snapshots: readonly [Snapshot, ...Snapshot[]];
  #runner: Promise<LaneRunner> | undefined;
  #losses: number[] = [];
  #step = 0;
  #isRunning = false;
  #fault: string | undefined;
  #failure: string | undefined;
  #at: number | undefined;
  #changes = 0;

  /** @param start - gives a way to start the model, anew for each attempt */
  constructor(settings: ThreadSettings, start: () => StartLane, isCalm = false) {
    this.settings = settings;
    this.#start = start;
    this.#isCalm = isCalm;
    const { positions, dModel, seed } = settings;
    const rows = firstRows(positions * dModel, DEVIATION, seed);
    this.#snapshots = [{ step: 0, loss: Number.NaN, rows, shape: shapeOf(rows, dModel, undefined) }];
  }

  get first(): Snapshot {
    return this.#snapshots[0];
  }

  /** The newest snapshot. */
  get last(): Snapshot {
    return this.#snapshots.at(-1) as Snapshot;
  }

  /** The snapshot that the reader looks at: the newest, unless an earlier one was asked for. */
  get seen(): Snapshot {
    return this.#snapshots[this.#at ?? this.#snapshots.length - 1] ?? this.last;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isFinished(): boolean {
    return this.last.step === this.settings.steps || this.#failure !== undefined;
  }

  get isBegun(): boolean {
    return this.last.step > 0;
  }

  get isStopped(): boolean {
    return this.#fault !== undefined;
  }

  /** Why the module could not be used, such as a file that did not arrive; training can be tried again. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Why the training ended early. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** The number of changes so far: a picture of the same number is up to date. */
  get changes(): number {
    return this.#changes;
  }

  /** Begins, resumes, or tries again after a fault: a model that was lost begins anew, and has the same bits. */
  train(): void {
    if (this.#fault !== undefined) this.#begin();
    this.#fault = undefined;
    this.#at = undefined;
    this.#isRunning = !this.isFinished;
    this.#changes++;
  }

  pause(): void {
    this.#isRunning = false;
    this.#changes++;
  }

  /** Looks at the table as it was at a share of all steps. */
  look(share: number): void {
    const step = share * this.settings.steps;
    const after = this.#snapshots.findIndex((snapshot) => snapshot.step >= step);
    this.#at = after < 0 || after === this.#snapshots.length - 1 ? undefined : after;
    this.#changes++;
  }

  /** Takes steps up to the next snapshot that is to be drawn. */
  async advance(): Promise<void> {
    try {
      this.#runner ??= this.#start()({ start: startOf(this.settings), ...NO_TESTS }, FRESH);
      const runner = await this.#runner;
      const count = this.#snapshots.length + (this.#isCalm ? SNAPSHOTS / 9 : 1);
      while (this.#isRunning && !this.isFinished && this.#snapshots.length < count) await this.#ask(runner);
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error);
      this.#isRunning = false;
    }
    if (this.isFinished) this.#isRunning = false;
    this.#changes++;
  }

  /** Lets the model go. */
  end(): void {
    this.#isRunning = false;
    void this.#runner?.then(
      (runner) => runner.end(),
      () => {},
    );
    this.#runner = undefined;
  }

  #begin(): void {
    this.end();
    this.#snapshots = [this.first];
    this.#losses = [];
    this.#step = 0;
  }

  async #ask(runner: LaneRunner): Promise<void> {
    const { steps, dModel } = this.settings;
    const each = Math.ceil(steps / SNAPSHOTS);
    const step = Math.min(steps, this.last.step + each);
    const { losses, failure, rows } = await runner.ask("advanceTo", step, runner.slice);
    this.#losses.push(...losses);
    this.#step += losses.length;
    this.#failure = failure;
    if (rows === undefined || this.#losses.length === 0) return;
    const loss = this.#losses.reduce((sum, value) => sum + value, 0) / this.#losses.length;
    const shape = shapeOf(rows, dModel, this.last.shape);
    this.#snapshots = [...this.#snapshots, { step: this.#step, loss, rows, shape }];
    this.#losses = [];
  }
}

/** The model is trained only: what the race's models are tested with is left out. */
const NO_TESTS = {
  steps: 0,
  interval: 1,
  lengths: [],
  count: 1,
  finalLengths: [],
  finalCount: 1,
  readLength: 1,
};
const FRESH = { saved: undefined, tests: 0, isFinished: false, failure: undefined };
