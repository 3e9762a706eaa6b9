/** The model of a lane, and its training in slices of time. It runs in a worker or on the page's own thread. */
import type {
  AttentionOfExample,
  EvaluateOptions,
  Lab,
  LabTraining,
  LengthResult,
  ProbeResult,
} from "../../../src/entries/lab.ts";
import { type Plan, testSteps } from "./race-settings.ts";

/** What a lane has, apart from its model. It grows only, and can be stored. */
export interface LaneState {
  /** The loss of each step. */
  readonly losses: Float64Array<ArrayBuffer>;
  /** Steps taken. */
  readonly steps: number;
  /** For each test so far, the accuracy at each length. */
  readonly tests: readonly (readonly number[])[];
  /** The accuracies of the test after the last step; undefined before it. */
  readonly final: readonly number[] | undefined;
  /** Whether each word of one long text is right, NaN where none is asked for; undefined before the last test. */
  readonly reading: readonly number[] | undefined;
  /** The reason why the training stopped early, at its last finite state. */
  readonly failure: string | undefined;
}

export const newState = (steps: number): LaneState => ({
  losses: new Float64Array(steps),
  steps: 0,
  tests: [],
  final: undefined,
  reading: undefined,
  failure: undefined,
});

export const isFinished = ({ final }: LaneState): boolean => final !== undefined;

/** What a slice adds to a state. */
export interface Progress {
  readonly losses: readonly number[];
  readonly tests: readonly (readonly number[])[];
  readonly final: readonly number[] | undefined;
  readonly reading: readonly number[] | undefined;
  readonly failure: string | undefined;
}

/** What a slice finds. */
interface Found {
  readonly losses: number[];
  readonly tests: number[][];
  final?: number[];
  reading?: number[];
}

/** Steps of a training without tests. */
export interface Steps {
  readonly losses: readonly number[];
  readonly failure: string | undefined;
  /** (positions, width); undefined while the step is not reached. */
  readonly rows: Float32Array | undefined;
}

/** The state after a slice. The losses are written into the array that is there. */
export function grown(state: LaneState, { losses, tests, final, reading, failure }: Progress): LaneState {
  state.losses.set(losses, state.steps);
  return {
    losses: state.losses,
    steps: state.steps + losses.length,
    tests: [...state.tests, ...tests],
    final,
    reading,
    failure: failure ?? state.failure,
  };
}

/** The part of a state that a model goes on from. */
export interface Begun {
  /** The bytes of `save`; undefined for a fresh model. */
  readonly saved: Uint8Array | undefined;
  /** The tests that are done. */
  readonly tests: number;
  readonly isFinished: boolean;
  readonly failure: string | undefined;
}

export class LaneModel {
  readonly #model: LabTraining;
  readonly #plan: Plan;
  readonly #testSteps: readonly number[];
  #tested: number;
  /** Accuracies of an unfinished test. */
  #test: number[] = [];
  #isFinished: boolean;
  #failure: string | undefined;

  constructor(lab: Lab, plan: Plan, { saved, tests, isFinished, failure }: Begun) {
    this.#model = saved ? lab.resume(saved) : lab.start(plan.start);
    this.#plan = plan;
    this.#testSteps = testSteps(plan);
    this.#tested = tests;
    this.#isFinished = isFinished;
    this.#failure = failure;
  }

  /** Goes on for some milliseconds, and for one step or one length of a test at least. */
  advance(time: number): Progress {
    const progress: Found = { losses: [], tests: [] };
    const end = performance.now() + time;
    do this.#advanceOnce(progress);
    while (!this.#isFinished && performance.now() < end);
    return { final: undefined, reading: undefined, ...progress, failure: this.#failure };
  }

  /** Trains up to a step for some milliseconds, and for one step at least. The learned table comes when it is reached. */
  advanceTo(step: number, time: number): Steps {
    const losses: number[] = [];
    const end = performance.now() + time;
    do this.#step(losses);
    while (this.#failure === undefined && this.#model.steps < step && performance.now() < end);
    const isThere = this.#failure !== undefined || this.#model.steps >= step;
    return { losses, failure: this.#failure, rows: isThere ? this.#model.positions() : undefined };
  }

  #advanceOnce(progress: Found): void {
    const { steps, lengths, count, finalLengths, finalCount, readLength } = this.#plan;
    const isOver = this.#failure !== undefined || this.#model.steps === steps;
    if (this.#model.steps === this.#testSteps[this.#tested]) {
      if (this.#testNext(lengths, count)) return;
      progress.tests.push(this.#test);
      this.#test = [];
      this.#tested++;
    } else if (!isOver) this.#step(progress.losses);
    else if (!this.#testNext(finalLengths, finalCount)) {
      progress.final = this.#test;
      const [read] = this.#model.evaluate({ lengths: [readLength], count: 1 });
      progress.reading = Array.from(read?.byPosition ?? []);
      this.#test = [];
      this.#isFinished = true;
    }
  }

  /** Tests the next of some lengths. @returns whether there was one */
  #testNext(lengths: readonly number[], count: number): boolean {
    const length = lengths[this.#test.length];
    if (length === undefined) return false;
    const [result] = this.#model.evaluate({ lengths: [length], count });
    this.#test.push(result?.accuracy ?? Number.NaN);
    return true;
  }

  #step(losses: number[]): void {
    try {
      losses.push(this.#model.step(1).loss);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "diverged") throw error;
      this.#failure = `diverged: the gradient of step ${this.#model.steps + 1} is not finite; the model keeps its state before it`;
    }
  }

  evaluate(options: EvaluateOptions): LengthResult[] {
    return this.#model.evaluate(options);
  }

  attention(example: readonly number[]): AttentionOfExample {
    return this.#model.attention(example);
  }

  probe(): ProbeResult {
    return this.#model.probe("position");
  }

  save(): Uint8Array<ArrayBuffer> {
    return this.#model.save();
  }
}
