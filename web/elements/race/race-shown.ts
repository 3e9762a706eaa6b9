/** The drawn data: a race, which goes on while the figure is visible, and what its trained models are asked. */
import { tasks } from "../../../src/api/lab/tasks.ts";
import type { EvaluateOptions, LabEncoding, LengthResult } from "../../../src/entries/lab.ts";
import { type NamedArray, range } from "../definition/figure-spec.ts";
import { startHere, startInWorkers } from "./lane-runner.ts";
import { browserStore, type Lane } from "./race-lane.ts";
import { type Ground, Race } from "./race-run.ts";
import {
  methodOf,
  type RaceSettings,
  readSettings,
  testLengths,
  testSteps,
  titleOf,
} from "./race-settings.ts";

// What a trained rotary model gets right if its positions are stretched. The model is asked anew for each new rule.

/** The rules for longer texts that a trained rotary model can be tested with; `cut` lets each word see no more words than in training. */
export const STRETCHES = ["none", "linear", "ntk", "yarn", "cut"] as const;

/** What the figure calls them. */
export const STRETCH_NAMES = {
  none: "as trained",
  linear: "interpolate",
  ntk: "NTK",
  yarn: "YaRN",
  cut: "cut",
} as const satisfies Record<(typeof STRETCHES)[number], string>;

/** A race, and the rule that a reader has chosen. */
interface Asked {
  readonly key: string;
  readonly race: Race;
  readonly stretch: (typeof STRETCHES)[number];
  readonly factor: number;
}

interface Answer {
  /** The accuracies at the lengths of the table; undefined while they are computed. */
  readonly scores?: readonly number[];
  /** Whether each word of the shown text is right. */
  readonly reading?: readonly number[];
  readonly fault?: string;
}

class Stretched {
  #key = "";
  #answer: Answer = {};
  #asking: Promise<void> | undefined;
  #count = 0;

  /** The number of answers so far: a picture of the same number is up to date. */
  get count(): number {
    return this.#count;
  }

  /** The end of the question that is being asked; undefined if none is. */
  get asking(): Promise<void> | undefined {
    return this.#asking;
  }

  /** The accuracies of a lane under the rule that is chosen: none while the lane trains, and before it has begun. */
  of(shown: Asked, lane: Lane): Answer {
    const { race, stretch, factor, key } = shown;
    if (race.isRunning || lane.state.steps === 0 || lane.fault !== undefined || stretch === "none") {
      this.#key = "";
      return {};
    }
    const asked = `${key} ${lane.state.steps} ${stretch} ${factor}`;
    // While one answer is on its way, only the last of all rules that a slider passes is asked for.
    if (asked !== this.#key && !this.#asking) {
      this.#asking = this.#ask(asked, shown, lane).finally(() => {
        this.#asking = undefined;
        this.#count++;
      });
    }
    return asked === this.#key ? this.#answer : {};
  }

  async #ask(asked: string, shown: Asked, lane: Lane): Promise<void> {
    this.#key = asked;
    this.#answer = {};
    const { finalLengths, finalCount, readLength } = lane.plan;
    const ask = (lengths: readonly number[], count: number): Promise<LengthResult[]> =>
      shown.race.ask(lane, "evaluate", { lengths: [...lengths], count, ...changeOf(shown, lane) });
    try {
      const results = await ask(finalLengths, finalCount);
      const [read] = await ask([readLength], 1);
      this.#answer = {
        scores: results.map(({ accuracy }) => accuracy),
        reading: Array.from(read?.byPosition ?? []),
      };
    } catch (error) {
      this.#answer = { fault: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** What is changed for a test: how positions are stretched, or how far back a word sees. */
function changeOf({ stretch, factor, race }: Asked, lane: Lane): Partial<EvaluateOptions> {
  const { task } = race.settings;
  if (stretch === "cut") return { window: tasks[task].tokens(tasks[task].lengths[1]) };
  return { encoding: { method: methodOf(lane.encoding), scaling: { type: stretch, factor } } as LabEncoding };
}

export interface RaceState extends Omit<RaceSettings, "encodings"> {
  readonly encodings: string;
  readonly seeds: number;
  readonly stretch: (typeof STRETCHES)[number];
  readonly factor: number;
}

export interface RaceShown {
  readonly key: string;
  readonly race: Race;
  /** The changes of the race that are drawn. */
  readonly changes: number;
  readonly stretch: RaceState["stretch"];
  readonly factor: number;
  readonly stretched: Stretched;
  /** The answers of the stretched model that are drawn. */
  readonly answers: number;
}

/** Where a race runs: in workers if the page allows them, else on its own thread. */
const groundOf = (startWorker: (() => Worker) | undefined): Ground => ({
  start: startWorker ? startInWorkers(startWorker, startHere) : startHere,
  most: navigator.hardwareConcurrency || 1,
  store: browserStore,
});

/** The race of a state: the previous race if the state asks for the same. */
export function raceShown(
  state: RaceState,
  startWorker: (() => Worker) | undefined,
  before: RaceShown | undefined,
): RaceShown {
  const { seeds, stretch, factor } = state;
  const settings = readSettings(state);
  const key = JSON.stringify(settings);
  const isSame = before?.race.fits(settings) ?? false;
  if (!isSame) before?.race.end();
  const race = before && isSame ? before.race : new Race(settings, groundOf(startWorker));
  race.setLanes(settings.encodings, seeds);
  const stretched = before && isSame ? before.stretched : new Stretched();
  return { key, race, changes: race.changes, stretch, factor, stretched, answers: stretched.count };
}

/** Goes on with the race in the next frame. */
export function goOn(shown: RaceShown): RaceShown | Promise<RaceShown> | undefined {
  const { race, stretched } = shown;
  const next = () => ({ ...shown, changes: race.changes, answers: stretched.count });
  if (race.changes !== shown.changes || stretched.count !== shown.answers) return next();
  if (race.isRunning) return drive(race).then(next);
  return (race.reading ?? stretched.asking)?.then(next);
}

/** The slices of races that train. */
const slices = new WeakMap<Race, Promise<void>>();

/**
 * Trains until the race ends or pauses, whether or not its figure is on screen: the picture follows when it is seen again.
 * @returns the end of the present slice
 */
export function drive(race: Race): Promise<void> {
  const next = (): void => {
    if (!race.isRunning) {
      slices.delete(race);
      return;
    }
    const slice = race.advance();
    slices.set(race, slice);
    // On the page's own thread a slice is half of a frame, and the other half is for the page.
    void slice.then(() => requestAnimationFrame(next));
  };
  if (!slices.has(race)) next();
  return slices.get(race) ?? Promise.resolve();
}

/** What one lane's numbers are called, in the order of the picture: the loss, then the lengths from the longest. */
export function rowsOf({ race: { settings } }: RaceShown): readonly ("loss" | number)[] {
  return ["loss", ...[...testLengths(settings.task)].reverse()];
}

/** The steps of the columns. */
export const columnsOf = ({ race }: RaceShown): readonly number[] => {
  const [lane] = race.lanes;
  return lane ? testSteps(lane.plan) : [];
};

/** The lane and the kind of number of a row of the grid. */
function rowAt(shown: RaceShown, row: number): { lane: Lane; index: number; what: "loss" | number } {
  const rows = rowsOf(shown);
  const index = Math.floor(row / rows.length);
  return { lane: shown.race.lanes[index] as Lane, index, what: rows[row % rows.length] as "loss" | number };
}

/** The mean loss of the steps from one to another; NaN if they are not all taken. */
function meanLoss({ losses, steps }: Lane["state"], from: number, to: number): number {
  if (to > steps || to <= from) return Number.NaN;
  let sum = 0;
  for (let step = from; step < to; step++) sum += losses[step] as number;
  return sum / (to - from);
}

/** A number of the picture; NaN if it is not there yet. */
function numberAt(shown: RaceShown, row: number, column: number): number {
  const { lane, what } = rowAt(shown, row);
  const steps = columnsOf(shown);
  if (what === "loss") return meanLoss(lane.state, steps[column - 1] ?? 0, steps[column] as number);
  return lane.state.tests[column]?.[lane.plan.lengths.indexOf(what)] ?? Number.NaN;
}

/** The accuracies of the table: those after the last step or, before it, of the last test; NaN before the first one. */
export function scoresOf({ plan, state }: Lane): readonly number[] {
  return (
    state.final ??
    plan.finalLengths.map((length) => state.tests.at(-1)?.[plan.lengths.indexOf(length)] ?? Number.NaN)
  );
}

/** The lengths of the picture, the shortest first. */
export const lengthsOf = ({ race }: RaceShown): readonly number[] => race.lanes[0]?.plan.lengths ?? [];

/** The newest accuracy of a lane at a length; NaN before its first test. */
export function scoreAt({ plan, state }: Lane, length: number): number {
  const final = state.final?.[plan.finalLengths.indexOf(length)];
  return final ?? state.tests.at(-1)?.[plan.lengths.indexOf(length)] ?? Number.NaN;
}

/** The score of guessing. */
export const guessOf = ({ race: { settings } }: RaceShown): number => tasks[settings.task].guess;

/** The numbers of the picture: for each lane its mean loss before each test, and its accuracy at each length. NaN: not yet. */
export function raceArray(shown: RaceShown): NamedArray {
  const columns = columnsOf(shown);
  const rows = range(0, shown.race.lanes.length * rowsOf(shown).length);
  return {
    corner: "step",
    rows: rows.map((row) => {
      const { lane, what } = rowAt(shown, row);
      return `${titleOf(lane.encoding)} ${what}`;
    }),
    columns,
    values: Float64Array.from(
      rows.flatMap((row) => columns.map((_, column) => numberAt(shown, row, column))),
    ),
  };
}
