import { expect, test } from "vitest";
import results from "../../../web/site/lab/results.json" with { type: "json" };
import { pagesForTests } from "../harness/pages.ts";
import { chaptersForTests, saying } from "./chapters.ts";

/** What the article says about trained models follows from the results, and its numbers are theirs. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);

/** The mean share at a multiple of the trained length. */
function share(encoding: string, times: number, task = "induction"): number {
  const row = results.results.find((one) => one.task === task)?.rows.find((one) => one.encoding === encoding);
  return row?.accuracy.mean[results.multiples.indexOf(times)] ?? Number.NaN;
}

const percent = (...place: Parameters<typeof share>) => `${Math.round(100 * share(...place))}%`;

test("S0.7 the chapter has the numbers of the results", () => {
  const [near, far] = [1, 8].map((times) =>
    ["sinusoidal", "rope", "alibi"].map((name) => percent(name, times)),
  );
  const text = textOf("evidence");
  expect(text).toEqual(
    saying(
      `with sinusoids are right in ${near![0]} of all cases, rotary ones in ${near![1]}, those with ALiBi in ${near![2]}`,
    ),
  );
  expect(text).toEqual(saying(`on 96 letters in ${far![0]}, ${far![1]} and ${far![2]}`));
  expect(results.tasks.induction).toEqual([4, 12]);
  expect(results.model).toMatchObject({ layers: 2, width: 32, heads: 4 });
  expect(results.optimiser.steps).toBe(2000);
});

test("S0.7 what the article concludes holds in the results", () => {
  const plain = ["none", "sinusoidal", "learned", "rope", "t5"];
  for (const name of plain) expect(share("alibi", 8), name).toBeGreaterThan(share(name, 8) + 0.2);
  for (const name of ["sinusoidal", "learned", "rope", "t5"])
    expect(share(name, 1), name).toBeGreaterThan(share("alibi", 1));
  for (const change of ["ntk", "yarn"])
    expect(share("rope, cut", 8), change).toBeGreaterThan(share(`rope, ${change}`, 8));
  expect(share("rope, linear", 8)).toBeLessThan(share("rope", 8));
  // No row is good at all tasks at four times the length.
  const { rows } = results.results[0]!;
  for (const { encoding } of rows) {
    const all = results.results.map(({ task }) => share(encoding, 4, task));
    expect(Math.min(...all), encoding).toBeLessThan(0.5);
  }
  // Models without any encoding do not learn any task to the end.
  for (const { task } of results.results) expect(share("none", 1, task), task).toBeLessThan(0.95);
});

test("S0.7 the tables have a row for each encoding, and the shares of each", () => {
  const text = textOf("lab-results");
  expect(text).toEqual(saying(`rotary, NTK ${percent("rope, ntk", 1)}`));
  expect(text).toEqual(saying(`rotary ${percent("rope", 1)} → ${percent("rope", 4)}`));
  const seeds = Math.min(...results.results[0]!.rows.map(({ seeds }) => seeds.length));
  expect(text).toEqual(saying(`the mean of ${seeds} models`));
});

test("S0.7 the probes are those of the results, and show what the article says of them", () => {
  const rows = results.results[0]!.rows.flatMap(({ encoding, probe }) =>
    probe === undefined ? [] : [{ encoding, probe }],
  );
  const probeOf = (name: string) => rows.find(({ encoding }) => encoding === name)!.probe;
  const text = textOf("lab-results");
  for (const [name, title] of [
    ["none", "none"],
    ["sinusoidal", "sinusoid"],
    ["rope", "rotary"],
  ] as const) {
    const shares = probeOf(name).map((r2) => `${Math.round(100 * Math.max(0, r2))}%`);
    expect(text).toEqual(saying(`${title} ${shares.join(" ")}`));
  }
  for (const name of ["sinusoidal", "learned"]) expect(Math.min(...probeOf(name)), name).toBeGreaterThan(0.9);
  expect(probeOf("none")[0]).toBeLessThan(0.05);
  expect(probeOf("none")[1]).toBeGreaterThan(0.3);
  expect(probeOf("none")[1]).toBeLessThan(0.4);
  for (const name of ["rope", "alibi", "t5"]) {
    expect(probeOf(name)[0], name).toBeLessThan(0.05);
    expect(probeOf(name)[2], name).toBeLessThan(0.105);
  }
});
