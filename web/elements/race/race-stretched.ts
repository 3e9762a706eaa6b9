import type { LabEncoding, LabScaling, LengthResult } from "../../../src/entries/lab.ts";
import { methodOf } from "./lane-encoding.ts";
import type { Lane } from "./race-run.ts";
import type { RaceShown } from "./race-shown.ts";

/** What a trained rotary model gets right if its positions are stretched. The model is asked anew for each new rule. */

interface Answer {
  /** The accuracies at the lengths of the table; undefined while they are computed. */
  readonly scores?: readonly number[];
  readonly fault?: string;
}

export class Stretched {
  readonly #changed: () => void;
  #key = "";
  #answer: Answer = {};
  #isAsking = false;

  /** @param changed - called when an answer has come */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The accuracies of a lane under the rule that is chosen: none while the lane trains, and before it has begun. */
  of(shown: RaceShown, lane: Lane): Answer {
    const { race, stretch, factor, key } = shown;
    if (race.isRunning || lane.state.steps === 0 || lane.fault !== undefined || stretch === "none") {
      this.#key = "";
      return {};
    }
    const asked = `${key} ${lane.state.steps} ${stretch} ${factor}`;
    // While one answer is on its way, only the last of all rules that a slider passes is asked for.
    if (asked !== this.#key && !this.#isAsking) void this.#ask(asked, shown, lane, { type: stretch, factor });
    return asked === this.#key ? this.#answer : {};
  }

  async #ask(asked: string, { race }: RaceShown, lane: Lane, scaling: LabScaling): Promise<void> {
    this.#key = asked;
    this.#answer = {};
    this.#isAsking = true;
    try {
      const { finalLengths: lengths, finalCount: count } = lane.plan;
      const results: LengthResult[] = await race.ask(lane, "evaluate", {
        lengths: [...lengths],
        count,
        encoding: { method: methodOf(lane.encoding), scaling } as LabEncoding,
      });
      this.#answer = { scores: results.map(({ accuracy }) => accuracy) };
    } catch (error) {
      this.#answer = { fault: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#isAsking = false;
      this.#changed();
    }
  }
}
