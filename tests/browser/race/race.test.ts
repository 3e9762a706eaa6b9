/** <pe-race> on a page: nothing before it is asked for, the numbers of posenc/lab, pauses, reloads, and what it says. Long, because all tests open one page. */
import type { Locator, Page } from "playwright-core";
import { load } from "posenc/lab";
import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { drawn, openMore, plain, settled, spokenBy } from "../harness/figure-page.ts";
import { runNumpy } from "../harness/numpy.ts";
import { testOnce } from "../harness/once.ts";
import type { Pages } from "../harness/pages.ts";
import { copied, csvValues, npyMatrix, saved } from "../harness/shared-numbers.ts";
import {
  finish,
  LONGER,
  lengths,
  optimiserOf,
  options,
  press,
  type Race,
  raceForTests,
  valuesOf,
  withRace,
  workersForTests,
} from "./race-page.ts";

const opened = raceForTests();
const workers = workersForTests();

/** The numbers of the picture by posenc/lab in Node: for each encoding the mean losses, and accuracies from the longest length on. */
async function expected(columns: readonly number[]): Promise<number[]> {
  const lab = await load();
  return (["none", "rope"] as const).flatMap((encoding) => {
    const trained = lab.start({ ...options, encoding, optimiser: optimiserOf(columns.at(-1) as number) });
    const rows: number[][] = [[], ...[48, 36, 24, 18, 12, 9, 6, 3].map(() => [])];
    for (const step of columns) {
      const { losses } = trained.step(step - trained.steps);
      rows[0]?.push(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
      const results = trained.evaluate({ lengths: [48, 36, 24, 18, 12, 9, 6, 3], count: 16 });
      for (const [n, { accuracy }] of results.entries()) rows[n + 1]?.push(accuracy);
    }
    return rows.flat();
  });
}

/** Opens a page with one race, which `count` workers train, and compares its table with Node's. */
async function expectNumbers(pages: Pages, count: number): Promise<void> {
  const from = pages.site.requested.length;
  const asked = () =>
    pages.site.requested.slice(from).filter((file) => /\/(lab|race-worker)\.js|lab\.wasm/.test(file));
  const started = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { started?: number }).started ?? 0);
  await withRace(pages, async (figure, page) => {
    expect(asked()).toEqual([]);
    expect((await valuesOf(figure)).every(Number.isNaN)).toBe(true);
    await press(figure, "Train");
    await finish(figure);
    expect(asked()).toContain("/dist/posenc-lab.wasm");
    const columns = await figure.evaluate((node) => (node as Race).array().columns);
    expect(columns.length).toBeGreaterThan(1);
    expect(columns.at(-1)).toBe(40);
    expect(await valuesOf(figure)).toEqual(await expected(columns));
    expect(await started(page)).toBe(count);
  });
}

const FETCHES = "it fetches nothing before Train, and then has the numbers of posenc/lab";
testOnce(`on the page’s thread ${FETCHES}`, () => expectNumbers(opened, 0));
test(`in workers ${FETCHES}`, () => expectNumbers(workers, 2));

test("it pauses, and a reload loses nothing until the reader throws it away", async () => {
  await withRace(
    opened,
    async (figure, page) => {
      await press(figure, "Train");
      await figure.evaluate(async (node) => {
        const race = node as Race; // asked in each frame, so that it pauses long before it ends
        while (race.array().values.every(Number.isNaN)) await new Promise(requestAnimationFrame);
        race.pause();
      });
      await figure.getByRole("button", { name: "Resume" }).waitFor();
      await settled(figure);
      const before = await valuesOf(figure);
      const keys = () =>
        page.evaluate(async () => {
          const request = indexedDB.open("posenc-race");
          await new Promise((done) => {
            request.onsuccess = done;
          });
          const all = request.result.transaction("lanes").objectStore("lanes").getAll();
          await new Promise((done) => {
            all.onsuccess = done;
          });
          request.result.close();
          return all.result.map(({ state }: { state: { steps: number } }) => state.steps);
        });
      await expect.poll(async () => (await keys()).length).toBe(2);
      await page.reload();
      await drawn(figure);
      await figure.getByRole("button", { name: "Resume" }).waitFor();
      expect(await valuesOf(figure)).toEqual(before);
      await press(figure, "Resume");
      await finish(figure);
      const columns = await figure.evaluate((node) => (node as Race).array().columns);
      expect(await valuesOf(figure)).toEqual(await expected(columns));
      await page.reload();
      await drawn(figure);
      await finish(figure);
      await openMore(figure);
      await press(figure, "Clear results");
      await figure.getByRole("button", { name: "Train", exact: true }).waitFor();
      await expect.poll(async () => (await keys()).length).toBe(0); // a reload before would keep what is not yet deleted
      await page.reload();
      await drawn(figure);
      expect((await valuesOf(figure)).every(Number.isNaN)).toBe(true);
    },
    { path: `/#pe-race?${LONGER}` },
  );
});

testOnce("it goes on while it is off screen, and the picture follows when it is seen again", async () => {
  await withRace(
    opened,
    async (figure, page) => {
      const filled = async () => (await valuesOf(figure)).filter((value) => !Number.isNaN(value)).length;
      await figure
        .getByRole("button", { name: "Train", exact: true })
        .evaluate((button: HTMLButtonElement) => {
          button.click(); // the figure leaves the screen in the same frame, before it can draw what the press has begun
          const above = document.createElement("div");
          above.style.height = "4000px";
          document.body.prepend(above);
          scrollTo(0, 0);
        });
      const before = await filled();
      await page.waitForFunction(
        () => (document.querySelector("pe-race") as unknown as { isFinished: boolean }).isFinished,
      );
      expect(await figure.evaluate((node) => node.getBoundingClientRect().top)).toBeGreaterThan(1000);
      await figure.scrollIntoViewIfNeeded();
      await finish(figure);
      expect(await filled()).toBeGreaterThan(before);
    },
    { path: `/#pe-race?${LONGER}` },
  );
});

testOnce("keys read it cell by cell, and its numbers are given away", async () => {
  await withRace(opened, async (figure, page) => {
    const plot = figure.locator(".plot");
    await plot.press("ArrowRight");
    expect(await spokenBy(figure)).toContain("not tested yet");
    await press(figure, "Train");
    await finish(figure);
    const values = await valuesOf(figure);
    const columns = values.length / 18;
    await plot.press("Home");
    const accuracy = values[9 * columns - 1] as number; // of the shortest length, in the last test
    expect(plain(await spokenBy(figure))).toContain(
      `none, length 3, 0.5× the longest trained length: ${(100 * accuracy).toFixed(1)} % of the answers`,
    );

    await press(figure, "Share");
    const npy = npyMatrix(await saved(figure, ".npy"));
    expect(npy.shape).toEqual([18, columns]);
    expect(npy.values).toEqual(values);
    expect(csvValues(await saved(figure, "CSV"))).toEqual(values);
    expect((await runNumpy(await copied(figure, "NumPy"), "values")).values).toEqual(values);
    const code = (await copied(figure, "JavaScript")).replace('import { load } from "posenc/lab";', "");
    const run = new Function("load", `return (async () => { ${code}; return values; })()`);
    expect(await run(load)).toEqual(values);
    expect((await saved(figure, "SVG")).toString()).not.toContain("NaN");
    await press(figure, "Ask a model");
    const { results, ...settings } = JSON.parse((await saved(figure, "Save results")).toString());
    expect(settings).toMatchObject({ task: "reverse", encodings: ["none", "rope"], steps: 40, seed: 1 });
    const accuracies = results.map(({ tests }: { tests: number[][] }) => tests.at(-1));
    const longestFirst = (own: number[]) => [...own].reverse();
    expect(accuracies.flatMap(longestFirst)).toEqual(
      [0, 9].flatMap((row) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => values[(row + n + 1) * columns - 1])),
    );
    const again = (await load()).resume(new Uint8Array(await saved(figure, "Save model")));
    expect([again.steps, again.options.encoding.method, again.options.seed]).toEqual([40, "rope", 1]);
    expect(again.evaluate({ lengths, count: 64 }).map(({ accuracy }) => accuracy)).toEqual(results[1].final);
    await press(figure, "Values");
    expect(await axeViolations(page, "main")).toEqual([]);
  });
});

testOnce("wrong encodings and widths are refused by name, and the last picture stays", async () => {
  const expected = /^console\.warning: <pe-race>: /;
  const note = async (figure: Locator, name: string, text: string) => {
    await figure.evaluate((node, [name, text]) => node.setAttribute(name, text), [name, text] as const);
    await settled(figure);
    const said = await figure.locator(".note").textContent();
    await figure.evaluate((node, name) => node.removeAttribute(name), name);
    return said;
  };
  await withRace(
    opened,
    async (figure) => {
      expect(await note(figure, "encodings", "rope sines")).toMatch(/^encodings must be one to 6 of none, /);
      expect(await note(figure, "d-model", "10")).toBe(
        "d-model must be a multiple of twice the heads, 4; got 10.",
      );
    },
    { expected, path: "/" },
  );
});
