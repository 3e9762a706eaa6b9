/** What a trained race shows: scores by length, a rescued model, one long text, and the lines of a guess and of training. */
import type { Locator } from "playwright-core";
import { load, tasks } from "posenc/lab";
import { expect } from "vitest";
import { rowsOf, settled } from "../harness/figure-page.ts";
import { testOnce } from "../harness/once.ts";
import { finish, lengths, optimiserOf, options, press, raceForTests, withRace } from "./race-page.ts";

const opened = raceForTests();

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
/** The rows of the table without the texts between them. */
const scoresOf = async (figure: Locator) =>
  (await rowsOf(figure.locator(".scores table"))).filter(({ length }) => length > 1);

testOnce("several seeds have their mean and range in the table", async () => {
  await withRace(opened, async (figure) => {
    await figure.evaluate((node) => Object.assign(node, { seeds: 3 }));
    await press(figure, "Train");
    await finish(figure);
    const lab = await load();
    const all = [1, 2, 3].map((seed) => {
      const rope = lab.start({ ...options, seed, encoding: "rope", optimiser: optimiserOf(40) });
      rope.step(40);
      return rope.evaluate({ lengths, count: 64 }).map(({ accuracy }) => accuracy);
    });
    const cells = lengths.map((_, n) => {
      const scores = all.map((own) => own[n] as number);
      const [least, most] = [Math.min(...scores), Math.max(...scores)].map((score) =>
        (100 * score).toFixed(0),
      );
      const mean = (scores[0]! + scores[1]! + scores[2]!) / 3;
      return `${percent(mean)} ${least}–${most}`;
    });
    expect((await scoresOf(figure)).at(-2)).toEqual(["RoPE", ...cells]);
  });
});

testOnce("the trained rotary model is tested again with each rule, beside its own row", async () => {
  await withRace(opened, async (figure) => {
    await press(figure, "Train");
    await finish(figure);
    const row = async (n: number) => (await scoresOf(figure)).at(n) as string[];
    expect(await row(-1)).toEqual(["RoPE, as trained", "–", "–", "–", "–"]);
    const lab = await load();
    const rope = lab.start({ ...options, encoding: "rope", optimiser: optimiserOf(40) });
    rope.step(40);
    const scores = (given: object) =>
      rope.evaluate({ lengths, count: 64, ...given }).map(({ accuracy }) => percent(accuracy));
    expect(await row(-2)).toEqual(["RoPE", ...scores({})]);
    expect(await figure.locator("path.score").count()).toBe(2);
    for (const [type, title] of [
      ["linear", "interpolate"],
      ["yarn", "YaRN"],
    ] as const) {
      await figure.evaluate((node, stretch) => Object.assign(node, { stretch, factor: 8 }), type);
      await expect
        .poll(() => row(-1))
        .toEqual([
          `RoPE, ${title} 8×`,
          ...scores({ encoding: { method: "rope", scaling: { type, factor: 8 } } }),
        ]);
      await settled(figure);
      expect(await figure.locator("path.score").count()).toBe(3);
    }
    // As wide as the longest sequence in training: eight letters twice, and the mark between them.
    await figure.getByRole("radio", { name: "cut" }).check();
    await expect
      .poll(() => row(-1))
      .toEqual(["RoPE, cut", ...scores({ window: tasks.reverse.tokens(lengths[0] as number) })]);
  });
});

testOnce("each model reads one long text, and its wrong letters are crossed out", async () => {
  await withRace(opened, async (figure) => {
    const texts = figure.locator(".letters");
    expect(await texts.first().innerText()).toContain("a text 4 times as long as any in training");
    const unread = await texts.first().locator("samp").innerText();
    await press(figure, "Train");
    await finish(figure);
    const lab = await load();
    const rope = lab.start({ ...options, encoding: "rope", optimiser: optimiserOf(40) });
    rope.step(40);
    const [read] = rope.evaluate({ lengths: [32], count: 1 });
    const right = Array.from(read?.byPosition ?? []).filter((value) => !Number.isNaN(value));
    const shown = texts.nth(1);
    expect(await shown.locator("samp").innerText()).toBe(unread); // the same text
    const letters = await shown
      .locator("samp > :is(span, s)")
      .evaluateAll((nodes) => nodes.map(({ localName }) => Number(localName === "span")));
    expect(letters).toEqual(right);
    expect(letters).toContain(0);
    const sum = right.reduce((all, one) => all + one, 0);
    expect(await shown.innerText()).toContain(`${sum} of ${right.length} right`);
  });
});

testOnce(
  "the line of a guess stands where guessing gets, and the longest trained text has its line",
  async () => {
    await withRace(opened, async (figure) => {
      const placeOf = (selector: string) =>
        figure.locator(selector).evaluate((node) => {
          const { x, y, width } = (node as SVGPathElement).getBBox();
          return { x, y, width };
        });
      const level = async (value: number) => (await placeOf(`path[data-level="${value}"]`)).y;
      const [none, all] = [await level(0), await level(1)];
      const guess = await placeOf("path.guessing");
      expect((none - guess.y) / (none - all)).toBeCloseTo(tasks.reverse.guess, 3);
      const [left, right] = [guess.x, guess.x + guess.width];
      // On a logarithmic axis from half of the longest trained length to eight times of it, a quarter of the way.
      expect(((await placeOf("path.trained")).x - left) / (right - left)).toBeCloseTo(0.25, 3);
    });
  },
);
