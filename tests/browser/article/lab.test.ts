import { tasks } from "posenc/lab";
import { expect, test } from "vitest";
import results from "../../../web/site/lab/results.json" with { type: "json" };
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { chaptersForTests, stating } from "./chapters.ts";

const LAB = "/lab/";

/** What the article says about trained models follows from the results, and its numbers are theirs. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const labTextOf = chaptersForTests(opened, LAB);

/** The mean share at a multiple of the trained length. */
function share(encoding: string, times: number, task = "induction"): number {
  const row = results.results.find((one) => one.task === task)?.rows.find((one) => one.encoding === encoding);
  return row?.accuracy.mean[results.multiples.indexOf(times)] ?? Number.NaN;
}

const percent = (...place: Parameters<typeof share>) => `${Math.round(100 * share(...place))}\u202f%`;

test("the chapter has the numbers of the results", () => {
  const far = (name: string) => percent(name, 8);
  const text = textOf("evidence");
  expect(text).toEqual(stating(far("sinusoidal"), far("sine"), far("rope"), far("alibi")));
  expect(text).toEqual(stating(far("kerple")));
  const stretching = textOf("long");
  for (const change of ["ntk", "cut", "linear"]) expect(stretching).toEqual(stating(far(`rope, ${change}`)));
  expect(results.tasks.induction).toEqual([4, 12]);
  expect(results.multiples).toEqual([1, 2, 4, 8]);
  expect(results.model).toMatchObject({ layers: 2, width: 32, heads: 4 });
  expect(results.optimiser.steps).toBe(2000);
});

test("the race of the article and of the lab trains on the lengths of the published runs", () => {
  expect(tasks.induction.lengths).toEqual(results.tasks.induction);
});

/** Rows of table 2 of 2108.12409: perplexity on WikiText-103 after training on 512 tokens. */
const PRESS = {
  positions: [512, 1012, 2512, 4512, 12_512],
  sinusoid: [20.05, 43.54, 132.41, 209.37, 373.17],
  rotary: [20.07, 21.37, 31.58, 39.15, 69.7],
  "T5’s buckets": [19.65, 18.79, 20.41, 25.91, 64.94],
  ALiBi: [19.73, 18.73, 18.41, 18.41, 18.31],
};

/** Rows of table 3 of 2305.19466, files of 2750 to 3000 tokens: perplexity after training on 1024 tokens. */
const KAZEMNEJAD = {
  positions: [512, 1024, 1400, 1800, 2560],
  none: [2.85, 2.666, 2.504, 41.194, 536.225],
  ALiBi: [2.83, 2.735, 2.741, 13.814, 150.322],
  rotary: [2.774, 2.607, 156.282, 674.506, 760.104],
};

test("beside them stand the papers' numbers, in tables and in the text", () =>
  withPage(opened.browser, opened.site, { path: LAB }, async (page) => {
    const read = (id: string) =>
      page.locator(`#${id} tr`).evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((row) => {
            const [name = "", ...numbers] = [...row.children].map((cell) => cell.textContent ?? "");
            return [name, numbers.map((text) => Number(text.replace(" tokens", "")))];
          }),
        ),
      );
    expect(await read("press-table")).toEqual(PRESS);
    expect(await read("kazemnejad-table")).toEqual(KAZEMNEJAD);
    const text = textOf("evidence");
    const at4512 = PRESS.positions.indexOf(4512);
    const said = (name: keyof typeof PRESS, digits: number) => PRESS[name][at4512]!.toFixed(digits);
    expect(text).toEqual(stating(said("sinusoid", 0)));
    expect(text).toEqual(stating(said("rotary", 0)));
    expect(text).toEqual(stating(said("T5’s buckets", 0)));
    expect(text).toEqual(stating(said("ALiBi", 2)));
  }));

test("no word of the chart is cut at its sides on a phone", () =>
  withPage(opened.browser, opened.site, {}, async (page) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const outside = await page.locator("#lab-chart").evaluate((chart) => {
      const room = chart.getBoundingClientRect();
      return [...chart.querySelectorAll("text")].flatMap((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < room.left || right > room.right ? [text.textContent] : [];
      });
    });
    expect(outside).toEqual([]);
  }));

test("the chart's points are the results, on one scale", () =>
  withPage(opened.browser, opened.site, {}, async (page) => {
    const chart = page.locator("#lab-chart");
    const title = await chart.locator("title").textContent();
    const lines = await chart.locator("g").evaluateAll((groups) =>
      groups.map((group) => ({
        name: group.querySelector("text")?.textContent ?? "",
        points: [...group.querySelectorAll("circle")].map((circle) => Number(circle.getAttribute("cy"))),
        path: group
          .querySelector(".line")
          ?.getAttribute("d")
          ?.slice(1)
          .split("L")
          .map((point) => Number(point.split(" ")[1])),
      })),
    );
    const levels = await chart
      .locator("text", { hasText: /^(0|100)\s%$/ })
      .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute("y"))));
    const [none = 0, all = 0] = levels;
    const names = {
      KERPLE: "kerple",
      ALiBi: "alibi",
      rotary: "rope",
      none: "none",
      "T5’s buckets": "t5",
      sinusoid: "sinusoidal",
      "sines only": "sine",
      learned: "learned",
    };
    expect(lines.length).toBe(Object.keys(names).length);
    for (const [name, encoding] of Object.entries(names)) {
      const line = lines.find((one) => one.name === `${name} ${percent(encoding, 8)}`);
      expect(line?.path, name).toEqual(line?.points);
      for (const [n, times] of [1, 2, 4, 8].entries()) {
        const read = ((line?.points[n] as number) + 4 - none) / (all - none); // names of levels stand 4 lower
        expect(Math.abs(read - share(encoding, times)), name).toBeLessThan(1e-3); // 0.1 of 182 units
      }
      expect(title).toContain(`${name} ${percent(encoding, 8)}`);
    }
  }));

const TASKS = results.results.map(({ task }) => task);

test("four tasks beside induction are harder for ALiBi at four times the length, two of them for all", () => {
  const others = TASKS.filter((task) => task !== "induction");
  expect(others).toHaveLength(4);
  for (const task of others) expect(share("alibi", 4, task), task).toBeLessThan(0.55);
  const best = (task: string) =>
    Math.max(
      ...results.results
        .find((one) => one.task === task)!
        .rows.map(({ encoding }) => share(encoding, 4, task)),
    );
  expect(others.filter((task) => best(task) < 0.55)).toHaveLength(2);
  expect(labTextOf("lab-results")).toEqual(stating(percent("t5", 4, "reverse")));
  for (const task of ["reverse", "addition"])
    expect(best(task), task).toBeLessThanOrEqual(share("t5", 4, "reverse"));
  // A small model repeats what Press and others found for one task only.
  expect(share("alibi", 4)).toBeGreaterThan(0.8);
});

test("KERPLE and FoX keep most, sines alone fall off as sinusoids do, and no encoding is good at all tasks", () => {
  const text = labTextOf("lab-results");
  // The copy is the other way round: the text says by how much.
  const changed = ["rope, cut", "rope", "rope, linear", "rope, yarn"].map((name) => share(name, 4, "copy"));
  expect(changed).toEqual([...changed].sort((a, b) => a - b));
  expect(text).toEqual(stating(...changed.map((part) => `${Math.round(100 * part)}\u202f%`)));
  const plain = ["none", "sinusoidal", "sine", "learned", "rope", "t5"];
  for (const name of plain) expect(share("alibi", 8), name).toBeGreaterThan(share(name, 8) + 0.2);
  for (const name of ["sinusoidal", "learned", "rope", "t5"])
    expect(share(name, 1), name).toBeGreaterThan(share("alibi", 1));
  expect(share("kerple", 1)).toBe(1);
  for (const { encoding } of results.results[0]!.rows)
    if (encoding !== "kerple")
      expect(share("kerple", 8), encoding).toBeGreaterThan(
        share(encoding, 8) + (encoding === "fox" ? 0.03 : 0.1),
      );
  expect(text).toEqual(stating(percent("fox", 8)));
  for (const { encoding } of results.results[0]!.rows)
    if (!["kerple", "fox"].includes(encoding))
      expect(share("fox", 8), encoding).toBeGreaterThan(share(encoding, 8) + 0.05);
  for (const name of ["shaw", "fire"])
    expect(Math.abs(share(name, 8) - share("rope", 8)), name).toBeLessThan(0.2);
  expect(text).toEqual(stating(percent("fox", 4, "copy")));
  for (const { encoding } of results.results[0]!.rows)
    if (encoding !== "fox")
      expect(share("fox", 4, "copy"), encoding).toBeGreaterThan(share(encoding, 4, "copy") + 0.05);
  expect(share("shaw", 8, "back")).toBeGreaterThan(0.99);
  expect(share("sine", 1)).toBe(share("sinusoidal", 1));
  for (const times of [2, 4, 8])
    expect(Math.abs(share("sine", times) - share("sinusoidal", times))).toBeLessThan(0.03);
  for (const name of ["rope-half", "rope-alternate"])
    expect(Math.abs(share(name, 8) - share("rope", 8)), name).toBeLessThan(0.1);
  for (const change of ["ntk", "yarn"])
    expect(share("rope, cut", 8), change).toBeGreaterThan(share(`rope, ${change}`, 8));
  expect(share("rope, linear", 8)).toBeLessThan(share("rope", 8));
  // No row is good at all tasks at four times the length.
  const { rows } = results.results[0]!;
  for (const { encoding } of rows) {
    const all = TASKS.map((task) => share(encoding, 4, task));
    expect(Math.min(...all), encoding).toBeLessThan(0.5);
  }
  // Models without any encoding do not learn any task to the end.
  for (const task of TASKS) expect(share("none", 1, task), task).toBeLessThan(0.95);
});

test("the tables have a row for each encoding, and the shares of each", () => {
  const text = labTextOf("lab-results");
  expect(text).toEqual(stating(percent("rope, ntk", 1)));
  expect(text).toEqual(stating(percent("rope", 1), percent("rope", 4)));
  const seeds = Math.min(...results.results[0]!.rows.map(({ seeds }) => seeds.length));
  expect(text).toEqual(stating(seeds));
});

test("positions that are added fade, and others are worked out, in other tasks than induction", () => {
  const after = (name: string, task: string) =>
    results.results.find((one) => one.task === task)?.rows.find(({ encoding }) => encoding === name)
      ?.probe?.[2] ?? 0;
  const said = ["rope", "t5", "learned"].map((name) => `${Math.round(100 * after(name, "reverse"))}\u202f%`);
  expect(labTextOf("lab-results")).toEqual(stating(...said));
  expect(after("rope", "reverse")).toBeGreaterThan(0.1);
  expect(after("learned", "reverse")).toBeLessThan(0.6);
});

test("the probes are those of the results, and find positions where they were added", () => {
  const rows = results.results[0]!.rows.flatMap(({ encoding, probe }) =>
    probe === undefined ? [] : [{ encoding, probe }],
  );
  const probeOf = (name: string) => rows.find(({ encoding }) => encoding === name)!.probe;
  const text = labTextOf("lab-results");
  for (const name of ["none", "sinusoidal", "rope"]) {
    const shares = probeOf(name).map((r2) => `${Math.round(100 * Math.max(0, r2))}%`);
    expect(text).toEqual(stating(...shares));
  }
  for (const name of ["sinusoidal", "sine", "learned"])
    expect(Math.min(...probeOf(name)), name).toBeGreaterThan(0.9);
  expect(probeOf("none")[0]).toBeLessThan(0.05);
  expect(probeOf("none")[1]).toBeGreaterThan(0.3);
  expect(probeOf("none")[1]).toBeLessThan(0.4);
  expect(probeOf("rope-alternate")[2]).toBeCloseTo(0.25, 1);
  expect(probeOf("rope-half")[2]).toBeCloseTo(0.5, 1);
  for (const name of ["rope", "alibi", "kerple", "t5"]) {
    expect(probeOf(name)[0], name).toBeLessThan(0.05);
    expect(probeOf(name)[2], name).toBeLessThan(0.105);
  }
});
