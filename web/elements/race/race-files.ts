import type { Lane } from "./race-lane.ts";
import { testSteps } from "./race-settings.ts";
import type { RaceShown } from "./race-shown.ts";

/** What a reader takes away of a race, apart from the picture's own numbers. */

/** All numbers of one model: where it tests, and what it got right. */
const resultOf = ({ encoding, seed, plan, state }: Lane) => ({
  encoding,
  seed,
  steps: state.steps,
  losses: [...state.losses.subarray(0, state.steps)],
  testSteps: testSteps(plan).slice(0, state.tests.length),
  testLengths: plan.lengths,
  tests: state.tests,
  finalLengths: plan.finalLengths,
  final: state.final,
  failure: state.failure,
});

/** The settings and the results of all models and seeds, as JSON. */
export function resultsFile({ race: { settings, lanes, repeats } }: RaceShown): Blob {
  const results = [...lanes, ...repeats].map(resultOf);
  return new Blob([`${JSON.stringify({ ...settings, results }, undefined, 2)}\n`], {
    type: "application/json",
  });
}

/** A trained model, as the bytes that `resume` of posenc/lab goes on with. */
export async function modelFile({ race }: RaceShown, lane: Lane): Promise<Blob> {
  return new Blob([await race.ask(lane, "save")], { type: "application/octet-stream" });
}
