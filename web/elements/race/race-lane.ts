/** A lane of a race: one model, where it runs, and how far it is. */
import { isFinished, type LaneState, newState } from "./lane-model.ts";
import type { LaneRunner, StartLane } from "./lane-runner.ts";
import { type Plan, planOf, type RaceSettings } from "./race-settings.ts";

/** One model of a race. */
export interface Lane {
  readonly encoding: string;
  readonly seed: number;
  readonly plan: Plan;
  readonly state: LaneState;
  /** An error that is not the model's own, such as no memory. */
  readonly fault: string | undefined;
}

/** A lane with what belongs to its training. */
export class RunningLane implements Lane {
  readonly encoding: string;
  readonly seed: number;
  readonly plan: Plan;
  readonly name: string;
  state: LaneState;
  fault: string | undefined;
  /** Whether another try can help: a setting that is out of range stays so. */
  canRetry = false;
  /** The stored model, which the runner begins with, and its state. */
  saved: Uint8Array<ArrayBuffer> | undefined;
  savedState: LaneState | undefined;
  runner: Promise<LaneRunner> | undefined;
  isBusy = false;
  isStored = false;
  storedAt = 0;

  constructor(settings: RaceSettings, encoding: string, seed: number) {
    this.encoding = encoding;
    this.seed = seed;
    this.plan = planOf(settings, encoding, seed, seed !== settings.seed);
    this.name = `${encoding} ${seed}`;
    this.state = newState(settings.steps);
  }

  get isOver(): boolean {
    return this.fault !== undefined || isFinished(this.state);
  }

  /** The model where it runs; it is started if it is not there yet. */
  run(start: StartLane): Promise<LaneRunner> {
    const { tests, failure } = this.state;
    const begun = { saved: this.saved, tests: tests.length, isFinished: isFinished(this.state), failure };
    this.runner ??= start(this.plan, begun);
    return this.runner;
  }

  /** After an error that is not the model's own, the lane may go on from where it was stored. */
  forgetFault(): void {
    const state = this.savedState ?? newState(this.plan.steps);
    if (this.canRetry) Object.assign(this, { canRetry: false, fault: undefined, state });
  }

  end(): void {
    void this.runner?.then(
      (runner) => runner.end(),
      () => {},
    );
    this.runner = undefined;
  }
}
