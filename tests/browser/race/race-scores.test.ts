/** What a trained race shows: scores by length, a rescued model, one long text, and the lines of a guess and of training. */
import type { Locator } from "playwright-core";
import { load, tasks } from "posenc/lab";
import { expect } from "vitest";
import { plain, rowsOf, settled } from "../harness/figure-page.ts";
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
    const own = scores({}).map((text) => Number.parseInt(text, 10));
    const yarn = scores({ encoding: { method: "rope", scaling: { type: "yarn", factor: 8 } } }).map((text) =>
      Number.parseInt(text, 10),
    );
    const said = plain((await figure.locator(".readout").allTextContents()).join(" "));
    const [, verb, from, to] =
      /YaRN × 8 (lifts|lowers|changes nothing)(?:.* from ([\d.]+) % to ([\d.]+) %)?/.exec(said) ?? [];
    const most = Math.max(...own.map((share, n) => Math.abs(share - (yarn[n] as number))));
    if (verb === "changes nothing") expect(most).toBe(0);
    else expect(Math.abs(Math.abs(Number(to) - Number(from)) - most)).toBeLessThanOrEqual(1); // rounded to whole per cent
    expect(verb === "lifts").toBe(Number(to) > Number(from));
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
    expect(await texts.first().innerText()).toContain("no answers yet");
    const unread = await texts.first().locator("samp").innerText();
    expect(unread).toMatch(/^·{24}$/);
    await press(figure, "Train");
    await finish(figure);
    const lab = await load();
    const rope = lab.start({ ...options, encoding: "rope", optimiser: optimiserOf(40) });
    rope.step(40);
    const [read] = rope.evaluate({ lengths: [24], count: 1 });
    const right = Array.from(read?.byPosition ?? []).filter((value) => !Number.isNaN(value));
    const shown = texts.nth(1);
    const text = await shown.locator("samp").innerText();
    expect(text.replaceAll(/\w/g, "·")).toBe(unread); // as long as its room
    expect(await texts.first().locator("samp").innerText()).toBe(text); // the same for both
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
      // All at once: between two questions the figure may be drawn at another size.
      const [none, all, guess, trained] = await figure.evaluate((node) =>
        ['path[data-level="0"]', 'path[data-level="1"]', "path.guessing", "path.trained"].map((selector) => {
          const { x, y, width } = (node.shadowRoot as ShadowRoot)
            .querySelector<SVGPathElement>(selector)!
            .getBBox();
          return { x, y, width };
        }),
      );
      if (!none || !all || !guess || !trained) throw new Error("a line is missing");
      expect((none.y - guess.y) / (none.y - all.y)).toBeCloseTo(tasks.reverse.guess, 3);
      // On a logarithmic axis from half of the longest trained length to eight times of it, a quarter of the way.
      expect((trained.x - guess.x) / guess.width).toBeCloseTo(0.25, 3);
    });
  },
);
