import { load } from "posenc";
import { describe, expect, test } from "vitest";
import { csvOf } from "../../web/elements/share/contents.ts";
import { figureForTests } from "./harness/figure-page.ts";
import { runNumpy } from "./harness/numpy.ts";
import { describeOnce, testOnce } from "./harness/once.ts";
import { copied, csvValues, npyMatrix, runJavaScript, saved } from "./harness/shared-numbers.ts";

/** What the figures of tables give away: files, and code that makes the same numbers when it is run. */

const pe = await load();

/** A figure, a state of it, and the entries that it shows then. */
const shown = {
  "pe-heatmap": {
    state: { method: "sinusoidal", dModel: 16, positions: "3 8", dimensions: "2 6" },
    rows: [3, 4, 5, 6, 7],
    columns: [2, 3, 4, 5],
  },
  "pe-waves": {
    state: { method: "sinusoidal", dModel: 16, layout: "halves", dimensions: "9 1", marks: "0 7 3" },
    rows: [0, 7, 3],
    columns: [9, 1],
  },
} as const;

const withWaves = figureForTests("pe-waves");

describe.each(Object.entries(shown))("<%s>", (tag, { state, rows, columns }) => {
  const withFigure = figureForTests(tag);
  const layout = "layout" in state ? state.layout : "interleaved";
  const table = pe.sinusoidal({ positions: [...rows], dModel: 16, layout });
  const entries = rows.flatMap((_, row) => columns.map((column) => table[row * 16 + column]!));

  test(".npy and CSV hold the numbers of the picture", async () => {
    await withFigure(state, async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const npy = npyMatrix(await saved(figure, ".npy"));
      expect(npy).toEqual({ shape: [rows.length, columns.length], values: entries });
      const csv = await saved(figure, "CSV");
      expect(csv.toString().split("\n")[0]).toBe(["position", ...columns].join());
      expect(csvValues(csv).map(Math.fround)).toEqual(entries);
    });
  });

  testOnce(
    "the JavaScript code gives them bit for bit, the NumPy code up to one rounding of its libm",
    async () => {
      await withFigure(state, async (figure) => {
        await figure.getByRole("button", { name: "Share" }).click();
        expect(await runJavaScript(await copied(figure, "JavaScript"), "values")).toEqual(entries);
        const numpy = await runNumpy(await copied(figure, "NumPy"), "values");
        expect(numpy.shape).toEqual([rows.length, columns.length]);
        for (const [at, value] of numpy.values.entries())
          expect(Math.abs(value - entries[at]!)).toBeLessThanOrEqual(2 ** -24);
      });
    },
  );

  test("PNG and SVG are pictures of the plot", async () => {
    await withFigure(state, async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const png = await saved(figure, "PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.length).toBeGreaterThan(5_000);
      const svg = (await saved(figure, "SVG")).toString();
      expect(svg).toMatch(tag === "pe-heatmap" ? /^<svg .*<image href="data:image\/png/ : /^<svg .*<path/);
      expect(svg).toContain("position");
      expect(svg).not.toContain("currentcolor(");
    });
  });
});

test("a picture has the page's background: black counts as one, and transparent does not", async () => {
  await withWaves({}, async (figure, page) => {
    await page.evaluate(() => {
      document.body.style.background = "rgb(0, 0, 0)";
      document.querySelector("main")!.style.background = "rgb(255 255 255 / 0)";
    });
    await figure.getByRole("button", { name: "Share" }).click();
    expect((await saved(figure, "SVG")).toString()).toContain('fill="rgb(0, 0, 0)"');
  });
});

test("Escape closes the menu from inside, and its button has the focus again", async () => {
  await withWaves({}, async (figure, page) => {
    const button = figure.getByRole("button", { name: "Share" });
    await button.click();
    await figure.getByRole("button", { name: "PNG" }).focus(); // Tab stops first at what More has opened
    expect(await button.evaluate((node) => node.matches(":focus"))).toBe(false);
    await page.keyboard.press("Escape");
    expect(await button.getAttribute("aria-expanded")).toBe("false");
    expect(await button.evaluate((node) => node.matches(":focus"))).toBe(true);
    const more = figure.locator("button.dots");
    expect(await more.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await more.getAttribute("aria-expanded")).toBe("false");
    expect(await more.evaluate((node) => node.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape"); // closes nothing, opens nothing
    expect(await more.getAttribute("aria-expanded")).toBe("false");
  });
});

describeOnce("words of a reader", () => {
  const withSum = figureForTests("pe-sum");

  test("stay as they are in code", async () => {
    await withSum({ text: "xp np torch", dModel: 8 }, async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      for (const language of ["NumPy", "PyTorch", "JavaScript"])
        expect(await copied(figure, language)).toContain('words = ["xp","np","torch"]');
    });
  });

  test("are no formulas in CSV, and numbers stay numbers", async () => {
    await withSum({ text: "xp = - 1 + @", dModel: 8 }, async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const lines = (await saved(figure, "CSV")).toString().trim().split("\n").slice(1);
      expect(lines.map((line) => line.split(",")[0])).toEqual(["xp", "'=", "'-", "1", "'+", "'@"]);
    });
    const rows = ["=1+1", "-cmd", "\t@b", "\uff1d1", "a\rb", 'a "b"', "-1", -2, "+1e3", "-Infinity", "x-1"];
    const values = Float64Array.from(rows, (_, index) => -index);
    const names = csvOf({ corner: "+a", rows, columns: [-1], values }).split("\n");
    expect(names).toEqual([
      ...["'+a,-1", "'=1+1,0", "'-cmd,-1", "'\t@b,-2", "'\uff1d1,-3", '"a\rb",-4', '"a ""b""",-5'],
      ...["-1,-6", "-2,-7", "+1e3,-8", "-Infinity,-9", "x-1,-10", ""],
    ]);
  });

  test("are texts in a saved SVG", async () => {
    await withSum({ text: '<script> "onload=x', dModel: 8 }, async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const svg = (await saved(figure, "SVG")).toString();
      expect(svg).toContain(">&lt;</text>");
      expect(svg).not.toMatch(/<(script|foreignObject)|<[^>]*\son\w+=/i);
    });
  });
});
