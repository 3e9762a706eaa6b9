/** `posenc lab` and the figure <pe-race> train the same models, and test them on the same texts. */
import { load } from "posenc/lab";
import { expect, test } from "vitest";
import { planOf } from "../../web/elements/race/race-settings.ts";
import { run } from "./harness/terminal.ts";

test.each(["rope", "kerple"] as const)("%s: the terminal has the numbers of the figure", async (encoding) => {
  const settings = {
    ...({ encodings: [encoding], task: "back", steps: 8, seed: 1 } as const),
    ...{ dModel: 16, layers: 2, heads: 4, batch: 32, rate: 0.006 }, // the figure's defaults, but for the width
  };
  const { start, steps, finalLengths, finalCount } = planOf(settings, encoding, settings.seed);
  const model = (await load()).start(start);
  model.step(steps);
  const wanted = model.evaluate({ lengths: finalLengths, count: finalCount });
  model.free();
  const words = [`--encodings=${encoding}`, "--task=back", "--steps=8", "--width=16", "--json"];
  const { results } = JSON.parse((await run(["lab", ...words])).output);
  expect(results[0].lengths).toEqual(
    wanted.map(({ length, accuracy, exact }) => ({ length, accuracy, exact })),
  );
});
