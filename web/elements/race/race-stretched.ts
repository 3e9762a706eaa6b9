import { tasks } from "../../../src/api/lab/tasks.ts";
import type { EvaluateOptions, LabEncoding, LengthResult } from "../../../src/entries/lab.ts";
import { methodOf } from "./lane-encoding.ts";
import type { Lane } from "./race-lane.ts";
import type { Race } from "./race-run.ts";

/** What a trained rotary model gets right if its positions are stretched. The model is asked anew for each new rule. */

/** The rules for longer texts that a trained rotary model can be tested with; `cut` lets each word see only so many as in training. */
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

export class Stretched {
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
