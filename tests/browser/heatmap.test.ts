import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { PNG } from "pngjs";
import { load, type Posenc } from "posenc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "./axe.ts";
import { launchChromium } from "./chromium.ts";
import { type Site, serveSite } from "./site.ts";
import { type WatchOptions, withPage } from "./watched-page.ts";

/** <pe-heatmap> on the page, driven as a reader would, and compared with the module's own numbers. */

let browser: Browser;
let site: Site;
let pe: Posenc;

beforeAll(async () => {
  [browser, site, pe] = await Promise.all([launchChromium(), serveSite(), load()]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

type Mode = "exact" | "nearest" | "difference";

/** Opens the page at a link to the heat map and waits for the first picture. */
function withHeatmap<T>(
  fragment: string,
  use: (figure: Locator, page: Page) => Promise<T>,
  options: WatchOptions = {},
): Promise<T> {
  const path = fragment && `/#heatmap?method=sinusoidal&${fragment}`;
  return withPage(browser, site, { path: path || "/", ...options }, async (page) => {
    const figure = page.locator("pe-heatmap");
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await figure.locator(".plot").scrollIntoViewIfNeeded();
    return use(figure, page);
  });
}

const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function positionsOf(figure: Locator): Promise<[from: number, to: number]> {
  await settled(figure.page());
  const [from = Number.NaN, to = Number.NaN] = ((await figure.getAttribute("positions")) ?? "")
    .split(" ")
    .map(Number);
  return [from, to];
}

async function readoutOf(figure: Locator): Promise<string> {
  await settled(figure.page());
  return (await figure.locator(".readout").textContent()) ?? "";
}

/** The number that a read-out gives for a cell: "position 7, dimension 4: −0.5, …". */
const valueIn = (text: string) => Number(/: (\S+?)(,| =|$)/.exec(text)?.[1]?.replace("\u2212", "-"));

/** The middle of the canvas, CSS pixels of the viewport. */
async function middleOf(figure: Locator): Promise<{ x: number; y: number }> {
  const box = await figure.locator("canvas").boundingBox();
  if (!box) throw new Error("the heat map has no canvas");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The canvas as RGBA; PNG keeps opaque pixels to the bit. */
async function pixelsOf(figure: Locator): Promise<{ width: number; height: number; rgba: Buffer }> {
  const url = await figure.locator("canvas").evaluate((node) => (node as HTMLCanvasElement).toDataURL());
  const { width, height, data } = PNG.sync.read(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  return { width, height, rgba: data };
}

describe("the picture", () => {
  const cases: [
    item: string,
    fragment: string,
    dModel: number,
    positions: [number, number],
    mode: Mode,
    across?: boolean,
  ][] = [
    ["S3.6 20 positions × 50 dimensions", "dModel=50&positions=0+20", 50, [0, 20], "exact"],
    [
      "S1.4 50 positions × 128 dimensions, positions across",
      "dModel=128&positions=0+50&orientation=across",
      128,
      [0, 50],
      "exact",
      true,
    ],
    ["S3.10 45 000 positions × 50 dimensions", "dModel=50&positions=0+45000", 50, [0, 45_000], "exact"],
    [
      "S3.11 the same by nearest sample",
      "dModel=50&positions=0+45000&mode=nearest",
      50,
      [0, 45_000],
      "nearest",
    ],
    ["S3.11 the difference", "dModel=50&positions=0+45000&mode=difference", 50, [0, 45_000], "difference"],
    ["ten million positions", "dModel=512&positions=0+10000000", 512, [0, 1e7], "exact"],
  ];

  test.each(cases)(
    "%s: every pixel is the module's",
    async (_, fragment, dModel, positions, mode, across) => {
      await withHeatmap(fragment, async (figure) => {
        const { width, height, rgba } = await pixelsOf(figure);
        const expected = pe.heatmap(
          { method: "sinusoidal", dModel },
          {
            view: { positions, dimensions: [0, dModel] },
            width,
            height,
            mode,
            positionAxis: across ? "x" : "y",
          },
        );
        expect(width * height).toBeGreaterThan(100_000);
        expect(Buffer.compare(rgba, Buffer.from(expected))).toBe(0);
      });
    },
  );

  test("has as many pixels as the device", async () => {
    const [once, twice] = await Promise.all(
      [1, 2].map((deviceScaleFactor) =>
        withHeatmap("dModel=50&positions=0+20", async (figure) => (await pixelsOf(figure)).width, {
          deviceScaleFactor,
        }),
      ),
    );
    expect(Math.abs((twice ?? 0) - 2 * (once ?? 0))).toBeLessThanOrEqual(4); // margins are rounded to device pixels
  });
});

describe("by hand", () => {
  test("one gesture leads from 20 positions to ten million, around the pointer", async () => {
    await withHeatmap("dModel=512&positions=100+120", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x, y);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, 50);
      const [from, to] = await positionsOf(figure);
      expect(to - from).toBeCloseTo(20 * Math.exp(0.3), 6);
      expect((from + to) / 2).toBeCloseTo(110, 0);
      for (let notch = 0; notch < 30; notch++) await page.mouse.wheel(0, 100);
      const [, end] = await positionsOf(figure);
      expect(end).toBeGreaterThanOrEqual(1e7);
      for (let notch = 0; notch < 40; notch++) await page.mouse.wheel(0, -100);
      await page.keyboard.up("Control");
      const [first, last] = await positionsOf(figure);
      expect(last - first).toBe(4);
    });
  });

  test("the wheel alone scrolls the page", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      const before = await page.evaluate(() => scrollY);
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
      expect(await positionsOf(figure)).toEqual([0, 20]);
    });
  });

  test("dragging moves along, and stops at position 0", async () => {
    await withHeatmap("dModel=50&positions=100+200", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      const height = (await figure.locator("canvas").boundingBox())?.height ?? 0;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - height / 4, { steps: 4 });
      expect((await positionsOf(figure))[0]).toBeCloseTo(125, 6);
      await page.mouse.move(x, y + 10 * height, { steps: 4 });
      await page.mouse.up();
      expect(await positionsOf(figure)).toEqual([0, 100]);
    });
  });

  test("two fingers zoom; one finger reads and leaves the view alone", async () => {
    const touch = { hasTouch: true, width: 400, height: 800 };
    await withHeatmap(
      "dModel=50&positions=100+200",
      async (figure, page) => {
        const { x, y } = await middleOf(figure);
        const session = await page.context().newCDPSession(page);
        const send = (
          type: "touchStart" | "touchMove" | "touchEnd",
          ...touchPoints: { x: number; y: number; id: number }[]
        ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
        await send("touchStart", { x: x - 40, y, id: 1 });
        await send("touchMove", { x: x - 20, y, id: 1 });
        expect(await readoutOf(figure)).toMatch(/^position 1\d\d, dimension \d+: /);
        expect(await positionsOf(figure)).toEqual([100, 200]);
        await send("touchEnd");
        await send("touchStart", { x: x - 20, y, id: 1 }, { x: x + 20, y, id: 2 });
        await send("touchMove", { x: x - 40, y, id: 1 }, { x: x + 40, y, id: 2 });
        await send("touchEnd");
        const [from, to] = await positionsOf(figure);
        expect(to - from).toBeCloseTo(50, 0);
      },
      touch,
    );
  });

  test("sliders set positions, width and base", async () => {
    await withHeatmap("", async (figure, page) => {
      await figure.getByRole("slider", { name: "width d" }).fill("64");
      await figure.getByRole("slider", { name: "base" }).fill("2");
      await figure.getByRole("slider", { name: "positions" }).fill("10");
      expect(await positionsOf(figure)).toEqual([0, 1024]);
      expect(await figure.getAttribute("d-model")).toBe("64");
      expect(await figure.getAttribute("base")).toBe("100");
      await figure.getByLabel("nearest").check();
      await settled(page);
      expect(await figure.getAttribute("mode")).toBe("nearest");
    });
  });
});

describe("reading", () => {
  test("the read-out under the pointer is the float32 of the table", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x + 3, y + 3);
      const text = await readoutOf(figure);
      const [, position, dimension] = /position (\d+), dimension (\d+):/.exec(text) ?? [];
      const row = pe.sinusoidal({ start: Number(position), length: 1, dModel: 50 });
      expect([position, dimension]).toEqual(["10", "25"]);
      expect(Math.fround(valueIn(text))).toBe(row[25]);
    });
  });

  test("E8 a pixel over many entries says so, and gives their mean", async () => {
    await withHeatmap("dModel=50&positions=0+45000", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x, y);
      const text = await readoutOf(figure);
      const { height } = await pixelsOf(figure);
      const perPixel = 45_000 / height;
      expect(text).toContain(`mean of ${Number(perPixel.toPrecision(3))} × 1 entries`);
      const position = Number(/position ([\d\u202f]+)/.exec(text)?.[1]?.replace("\u202f", ""));
      const from = Math.floor((position + 0.5) / perPixel) * perPixel;
      const view = { positions: [from, from + perPixel], dimensions: [25, 25.05] } as const;
      const [mean] = pe.heatmap(
        { method: "sinusoidal", dModel: 50 },
        { view, width: 1, height: 1, as: "values" },
      );
      expect(Math.fround(valueIn(text))).toBeCloseTo(mean as number, 6);
    });
  });

  test("keys lead the cell cursor everywhere, and the live region says what is there", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      await figure.locator(".plot").focus();
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        await settled(page);
        return (await figure.locator("[aria-live]").textContent()) ?? "";
      };
      expect(await press("ArrowDown")).toMatch(/^position 0, dimension 0: 0 = sin/);
      const spoken = await press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight");
      const row = pe.sinusoidal({ start: 2, length: 1, dModel: 50 });
      expect(spoken).toMatch(/^position 2, dimension 2: /);
      expect(Math.fround(valueIn(spoken))).toBe(row[2]);
      expect(await press("End")).toMatch(/^position 2, dimension 49: /);
      expect(await press("Home")).toMatch(/^position 2, dimension 0: /);
      expect(await press("PageDown")).toMatch(/^position 22, dimension 0: /);
      expect(await positionsOf(figure)).toEqual([20, 40]);
      expect(await press("ArrowUp", "ArrowUp", "ArrowUp")).toMatch(/^position 19, dimension 0: /);
      expect(await positionsOf(figure)).toEqual([19, 39]);
      await press("+");
      const [from, to] = await positionsOf(figure);
      expect(to - from).toBeCloseTo(20 / 1.5, 6);
      expect(await press("Control+Home")).toMatch(/^position 0, dimension 0: /);
    });
  });

  test("the table shows the values around the cursor", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      const { x, y } = await middleOf(figure);
      await page.mouse.move(x + 3, y + 3);
      await figure.locator(".plot").focus();
      await figure.getByRole("button", { name: "Values" }).press("Enter");
      const cell = figure.locator("td[aria-current]");
      const row = pe.sinusoidal({ start: 10, length: 1, dModel: 50 });
      const shown = ((await cell.textContent()) ?? "").trim().replace("\u2212", "-");
      expect(Math.fround(Number(shown))).toBe(row[25]);
      expect(await figure.locator("tbody tr").count()).toBe(9);
    });
  });
});

describe("state", () => {
  test("a link makes the same figure again", async () => {
    const link = await withHeatmap("dModel=64&positions=5+25&mode=nearest", async (figure) => {
      await figure.getByRole("button", { name: "Share" }).click();
      await figure.getByRole("button", { name: "Link" }).click();
      return figure.getByLabel("Text to copy").inputValue();
    });
    const fragment = new URL(link).hash.replace("#heatmap?method=sinusoidal&", "");
    await withHeatmap(fragment, async (figure) => {
      expect(await positionsOf(figure)).toEqual([5, 25]);
      expect(await figure.getAttribute("d-model")).toBe("64");
      expect(await figure.getAttribute("mode")).toBe("nearest");
      expect(await figure.locator(".note").isVisible()).toBe(false);
    });
  });

  test("a hostile link is cut down to what is legal, and says so", async () => {
    const hostile = "dModel=1e99&__proto__=1&positions=x+1e309&%3Cimg%20src=x%20onerror=alert(1)%3E=1&mode=%";
    await withHeatmap(hostile, async (figure) => {
      expect(await figure.getAttribute("d-model")).toBe("65536");
      expect(await figure.getAttribute("positions")).toBeNull();
      expect(await figure.locator(".note").textContent()).toContain("<img src");
      expect(await figure.locator("img").count()).toBe(0);
    });
  });

  test("a wrong attribute leaves the last good picture, and says what is right", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      const before = await pixelsOf(figure);
      await figure.evaluate((node) => node.setAttribute("d-model", "7.5"));
      await settled(page);
      expect(await figure.locator(".note").textContent()).toContain("dModel must be an even integer");
      expect(Buffer.compare((await pixelsOf(figure)).rgba, before.rgba)).toBe(0);
      await figure.evaluate((node) => node.setAttribute("d-model", "64"));
      await settled(page);
      expect(await figure.locator(".note").isVisible()).toBe(false);
    });
  });
});

describe("sharing", () => {
  async function saved(figure: Locator, page: Page, name: string): Promise<Buffer> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      figure.getByRole("button", { name, exact: true }).click(),
    ]);
    return readFile(await download.path());
  }

  test(".npy, CSV and code hold the numbers of the picture", async () => {
    await withHeatmap("dModel=16&positions=3+8&dimensions=2+6", async (figure, page) => {
      const table = pe.sinusoidal({ start: 3, length: 5, dModel: 16 });
      const shown = [0, 1, 2, 3, 4].flatMap((row) => [...table.subarray(row * 16 + 2, row * 16 + 6)]);
      await figure.getByRole("button", { name: "Share" }).click();

      const npy = await saved(figure, page, ".npy");
      expect(npy.subarray(1, 6).toString()).toBe("NUMPY");
      expect(npy.toString("latin1")).toContain("'shape': (5, 4)");
      expect([
        ...new Float32Array(npy.buffer.slice(npy.byteOffset + 128, npy.byteOffset + npy.length)),
      ]).toEqual(shown);

      const lines = (await saved(figure, page, "CSV")).toString().trim().split("\n");
      expect(lines[0]).toBe("position,2,3,4,5");
      const cells = lines.slice(1).flatMap((line) => line.split(",").slice(1).map(Number));
      expect(cells.map(Math.fround)).toEqual(shown);

      await figure.getByRole("button", { name: "JavaScript" }).click();
      const code = await figure.getByLabel("Text to copy").inputValue();
      const body = code.replace('import { load } from "posenc";', "");
      const run = new Function("load", `return (async () => { ${body}; return table; })()`);
      expect(await run(load)).toEqual(table);
    });
  });

  test("PNG and SVG are pictures of the plot", async () => {
    await withHeatmap("dModel=50&positions=0+20", async (figure, page) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const png = await saved(figure, page, "PNG");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.length).toBeGreaterThan(5_000);
      const svg = (await saved(figure, page, "SVG")).toString();
      expect(svg).toMatch(/^<svg .*<image href="data:image\/png/);
      expect(svg).toContain("dimension →");
      expect(svg).not.toContain("currentcolor(");
    });
  });
});

test("axe finds no violation, light and dark, with all panels open", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await withHeatmap(
      "dModel=50&positions=0+20",
      async (figure, page) => {
        await figure.getByRole("button", { name: "Values" }).click();
        await figure.getByRole("button", { name: "Share" }).click();
        await figure.getByRole("button", { name: "Tag" }).click();
        expect(await axeViolations(page, "pe-heatmap")).toEqual([]);
      },
      { colorScheme },
    );
  }
});
