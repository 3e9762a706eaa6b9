import { load } from "posenc/full";
import { expect, test } from "vitest";
import { runNumpy } from "../harness/numpy.ts";
import { pagesForTests } from "../harness/pages.ts";

import { withPage } from "../harness/watched-page.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** What the chapters of shifts and repeats say, against the module. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();
const paper = (dModel: number) => ({ method: "sinusoidal", dModel }) as const;
const sines = (dModel: number) => ({ method: "sine", dModel }) as const;

/** Relative residuals of the best matrix for rows k further on, for sines only and for a sine with its cosine. */
test("the miss of sines alone is what the article says", async () => {
  const residual = await withPage(opened.browser, opened.site, { path: SINES }, async (page) => {
    const figure = page.locator("#rotation");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    return figure.locator("svg.drawing").textContent();
  });
  const [, digits] = /relative residual (0\.\d+)/.exec(residual ?? "") ?? [];
  expect(textOf("shift")).toEqual(stating(Math.round(100 * Number(digits))));
});

const SINES = "/article/#rotation?method=sinusoidal&dModel=8&keep=sines";

test("sines alone miss by as much as the article says, for other widths and offsets, and pairs by 10⁻¹⁵", () => {
  const misses = [8, 16, 32, 64, 128, 256].flatMap((width) => {
    const table = Float64Array.from({ length: (532 * width) / 2 }, (_, index) => {
      const [t, i] = [Math.floor((2 * index) / width), index % (width / 2)];
      return Math.sin(t * 10_000 ** ((-2 * i) / width));
    });
    return Array.from(
      { length: 20 },
      (_, k) => pe.fitShift({ table, dModel: width / 2 }, { k: k + 1, length: 512 }).residual,
    );
  });
  const [least, most] = [Math.min(...misses), Math.max(...misses)].map((miss) => Math.round(100 * miss));
  expect(textOf("shift")).toEqual(stating(least, most));
  const both = pe.fitShift(paper(8), { k: 5, length: 512 }).residual;
  expect(Math.round(Math.log10(both))).toBe(-15);
  expect(textOf("shift")).toEqual(stating("10⁻¹⁵"));
});

test("the steps from the exponential to the power lead to the module's frequencies and periods", () => {
  expect(textOf("sines-only")).toEqual(stating((2 * Math.PI).toFixed(2)));
  const [frequencies, periods] = [pe.frequencies(sines(50)), pe.periods(sines(50))];
  for (let j = 0; j < 50; j++) {
    const byExponential = Math.exp((-j * Math.log(10_000)) / 50);
    expect((frequencies[j] as number) / byExponential).toBeCloseTo(1, 12);
    expect((periods[j] as number) / (2 * Math.PI * 10_000 ** (j / 50))).toBeCloseTo(1, 12);
  }
});

test("the short recipe runs as printed, and gives the module's numbers", async () => {
  const code = await withUsedArticle(opened, (page) => page.locator("#simple-pe").textContent());
  const { shape, values } = await runNumpy(`${code}\ntable = simple_pe(20, 50)`, "table");
  expect(shape).toEqual([20, 50]);
  // The module rounds to float32, by at most 2^-25; NumPy's angle is off by less than 1e-14.
  pe.encode(sines(50), { length: 20 }).forEach((entry, index) => {
    expect(Math.abs(entry - (values[index] as number))).toBeLessThanOrEqual(2 ** -25 + 1e-14);
  });
});

test("each period is longer than the one before by the factor that the article says", () => {
  const [first = 0, second = 0] = pe.periods(sines(512));
  expect(textOf("sines-only")).toEqual(stating((second / first).toFixed(3)));
});

test("sines only have the even columns in common with the paper; their steps vary, and the paper's do not", () => {
  const [table, own] = [pe.encode(paper(16), { length: 512 }), pe.encode(sines(16), { length: 512 })];
  expect(own.filter((_, index) => index % 2 === 0)).toEqual(table.filter((_, index) => index % 2 === 0));
  const steps = Array.from({ length: 511 }, (_, t) =>
    Math.hypot(
      ...Array.from({ length: 16 }, (_, j) => (own[16 * t + 16 + j] as number) - (own[16 * t + j] as number)),
    ),
  );
  const [step = 0] = pe.distance(paper(16), { offsets: [1] });
  const text = textOf("sines-only");
  expect(text).toEqual(stating(step.toFixed(4)));
  const [least, most] = [Math.min(...steps).toFixed(2), Math.max(...steps).toFixed(2)];
  expect(text).toEqual(stating(least, most));
});

test("the figure of sines is beside its text, with steps of unequal length", async () => {
  await withUsedArticle(opened, async (page) => {
    await openAsides(page);
    const figure = page.locator("#sines-only pe-broadcast");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    expect(await figure.getAttribute("method")).toBe("sine");
    const steps = Array.from({ length: 7 }, (_, t) =>
      Math.hypot(
        ...Array.from({ length: 16 }, (_, j) => {
          const frequency = 10_000 ** (-j / 16);
          return Math.sin((t + 1) * frequency) - Math.sin(t * frequency);
        }),
      ).toFixed(2),
    );
    const shown = await figure.locator("svg.drawing text", { hasText: /^[01]\.\d\d$/ }).allTextContents();
    expect(shown.slice(-7)).toEqual(steps);
  });
});

test("products by offset are as the article says", () => {
  const [at0, at1, at10, at100] = pe.similarity(paper(512), { offsets: [0, 1, 10, 100] });
  expect(textOf("shift")).toEqual(stating(at0, at1?.toFixed(2), at10?.toFixed(2), at100?.toFixed(2)));
});

test("periods have a common multiple for d = 2, 4 and 8 only", () => {
  const text = textOf("repeat");
  for (const dModel of [2, 4, 8, 10, 16, 512]) {
    const periods = pe.periods(paper(dModel));
    const largest = periods.at(-1) as number;
    // A whole ratio comes out whole to a few units in the last place; the others miss by far more.
    const fits = [...periods].every((one) => Math.abs(largest / one - Math.round(largest / one)) < 1e-9);
    expect([dModel, fits]).toEqual([dModel, dModel <= 8]);
  }
  expect(text).toEqual(stating(Math.round((pe.periods(paper(8)).at(-1) as number) / Math.PI)));
});

/** Two digits and a power of ten, such as 7.6 × 10⁻⁸. */
const power = (value: number) =>
  value.toExponential(1).replace(/e-(\d)/, (_, digit) => ` × 10⁻${"⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]}`);

test("near-repeats of narrow vectors are as the article says", () => {
  const text = textOf("repeat");
  const nearest = (dModel: number, to: number) => pe.nearestRepeatSync(paper(dModel), { to });
  const small = nearest(2, 1000);
  expect(text).toEqual(stating(small.offset, power(small.distance)));
  const far = nearest(2, 11_000_000);
  expect(text).toEqual(stating(far.offset, power(far.distance)));
  const [four, eight] = [nearest(4, 10_000_000), nearest(8, 10_000_000)];
  expect(text).toEqual(stating(four.offset, power(four.distance)));
  expect(text).toEqual(stating(eight.offset, power(eight.distance)));
});

test("wide vectors keep their distance, as the article says", () => {
  const text = textOf("repeat");
  const of128 = pe.nearestRepeatSync(paper(128), { from: 1001, to: 1_000_000 });
  expect(text).toEqual(stating(of128.distance.toFixed(2)));
  const of512 = pe.nearestRepeatSync(paper(512), { from: 1001, to: 400_000 });
  expect(text).toEqual(stating(of512.distance.toFixed(1)));
  const [neighbour = 0] = pe.distance(paper(512), { offsets: [1] });
  expect(text).toEqual(stating(neighbour.toFixed(4)));
  expect(text).toEqual(stating((16 * Math.SQRT2).toFixed(1)));
});
