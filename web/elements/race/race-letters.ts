import { evaluationBatch } from "../../../src/api/lab/batch.ts";
import { seedOf } from "../../../src/api/lab/random.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import { html } from "../../plot/dom.ts";
import type { Lane } from "./race-lane.ts";
import type { RaceShown } from "./race-shown.ts";
import { wordOf } from "./race-words.ts";

/**
 * The words of one long text that a model is asked for, each of them right or wrong; dots before the model has read it.
 * @param reading - as `byPosition` of posenc/lab: 1 for a right word, 0 for a wrong one, NaN where none is asked for
 */
export function lettersOf(shown: RaceShown, lane: Lane, reading: readonly number[] | undefined): HTMLElement {
  const { task } = shown.race.settings;
  const { readLength, finalLengths } = lane.plan;
  const { targets } = evaluationBatch(tasks[task], readLength, 0, 1, seedOf(lane.seed));
  const trained = tasks[task].tokens(finalLengths[0] as number);
  const places = Array.from(targets.keys()).filter((place) => (targets[place] as number) >= 0);
  const words = places.flatMap((place, index) => {
    const own = wordOf(task, targets[place] as number);
    const word = reading ? own : "·".repeat(own.length);
    const isRight = reading?.[place] === 1;
    const isFirst = place >= trained && index > 0 && (places[index - 1] as number) < trained;
    return [
      ...(isFirst ? [html("i", { class: "end" }, "┊")] : []),
      isRight || !reading ? html("span", {}, word) : html("s", {}, word),
      ...(word.length > 1 ? [" "] : []),
    ];
  });
  const right = places.filter((place) => reading?.[place] === 1).length;
  return html(
    "div",
    { class: reading ? "letters" : "letters unread" },
    html("samp", {}, ...words),
    html("small", {}, reading ? `${right} of ${places.length} right` : "no answers yet"),
  );
}
