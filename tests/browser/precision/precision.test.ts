import type { Locator } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, rowsOf, settled, spokenBy } from "../harness/figure-page.ts";

/** <pe-precision> alone on a page: errors and values, compared with the module's recipes and with float64. */

const withPrecision = figureForTests("pe-precision");
const pe = await load();

/** 3.2 × 10⁻⁵ or 0.22 as a number. */
function numberIn(text: string): number {
  const [digits, power] = text.replace(/\s/g, "").split("×10");
  const exponent = Array.from(power ?? "", (sign) => (sign === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign))).join(
    "",
  );
  return Number(digits) * 10 ** Number(exponent || 0);
}

async function readoutOf(figure: Locator): Promise<string> {
  await settled(figure);
  return plain((await figure.locator(".readout").textContent()) ?? "").replaceAll(" × ", "×");
}

const table = (figure: Locator) => rowsOf(figure.locator("[part=table]"));

/** Root mean square error of a recipe over rows, against the module's exact ones. */
function rms(precision: "float32" | "float32-logarithmic", start: number, length: number): number {
  const spec = { method: "sinusoidal", dModel: 512 } as const;
  const exact = pe.encode(spec, { start, length });
  const errors = pe
    .encode({ ...spec, precision }, { start, length })
    .map((value, n) => value - (exact[n] as number));
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}

describe("log space and the direct power", () => {
  test("their rms errors at the end of a table of 5000 are those of the checklist", async () => {
    await withPrecision({ dModel: 512, position: 4999 }, async (figure) => {
      const text = await readoutOf(figure);
      const [, direct = "", logarithmic = ""] =
        /(\S+) with the direct power, (\S+) in log space/.exec(text) ?? [];
      expect(Math.abs(numberIn(direct) - 3.0e-5)).toBeLessThanOrEqual(1.01e-6); // 3.05e-5, to two digits
      expect(numberIn(logarithmic)).toBe(3.2e-5);
      expect(numberIn(direct) / rms("float32", 4900, 100)).toBeCloseTo(1, 1);
      expect(numberIn(logarithmic) / rms("float32-logarithmic", 4900, 100)).toBeCloseTo(1, 1);
    });
  });

  test.each([512, 45_000, 1_000_000])(
    "the largest error at position %i is named, with its dimension",
    async (position) => {
      await withPrecision({ dModel: 512, position }, async (figure) => {
        const spec = { method: "sinusoidal", dModel: 512 } as const;
        const exact = pe.encode(spec, { positions: [position] });
        const errors = pe
          .encode({ ...spec, precision: "float32" }, { positions: [position] })
          .map((value, j) => Math.abs(value - (exact[j] as number)));
        const worst = Math.max(...errors);
        const text = await readoutOf(figure);
        const [, said = "", dimension] = /off by up to (\S+), in dimension (\d+)/.exec(text) ?? [];
        expect(numberIn(said) / worst).toBeCloseTo(1, 1);
        expect(errors[Number(dimension)]).toBe(worst);
        expect(numberIn((await table(figure))[2]?.[3] ?? "")).toBe(numberIn(said));
      });
    },
  );
});

test("float64 with a cast at the end is off by at most 3e-8, even at position 10^6", async () => {
  for (const position of [5000, 1_000_000, 10_000_000]) {
    await withPrecision({ dModel: 512, position }, async (figure) => {
      const [name, , , largest = ""] = (await table(figure))[1] ?? [];
      expect(name).toBe("float64, then cast");
      expect(numberIn(largest)).toBeGreaterThan(1e-8);
      expect(numberIn(largest)).toBeLessThan(3.05e-8); // half a step of a float32 near 1, to two digits
    });
  }
});

test("the values of one dimension stand beside the exact one", async () => {
  await withPrecision({ dModel: 512, position: 5000, dimension: 2 }, async (figure) => {
    const rows = await table(figure);
    const exact = Math.sin(5000 * 10_000 ** (-2 / 512));
    expect(Math.abs(Number(rows[0]?.[1]) - exact)).toBeLessThan(1e-9); // nine decimals are shown
    const spec = { method: "sinusoidal", dModel: 512 } as const;
    for (const [row, precision] of [
      [2, "float32"],
      [3, "float32-logarithmic"],
    ] as const) {
      const [value = Number.NaN] = pe.encode({ ...spec, precision }, { positions: [5000] }).subarray(2, 3);
      expect(rows[row]?.[1]).toBe(value.toFixed(9));
      expect(numberIn(rows[row]?.[2] ?? "") / Math.abs(value - exact)).toBeCloseTo(1, 1);
    }
  });
});

test("float16 has no number left beyond 65504, and the figure says so", async () => {
  await withPrecision({ dModel: 512, position: 70_000 }, async (figure) => {
    const rows = await table(figure);
    expect(rows.find(([name]) => name === "float16")?.slice(1)).toEqual(Array(4).fill("no number"));
    expect(await figure.locator("svg.drawing").textContent()).toContain("no number: float16");
  });
});

test("each mark is at the error of its dimension, on the logarithmic scale", async () => {
  await withPrecision({ dModel: 16, position: 1000 }, async (figure) => {
    const levels = await figure
      .locator("path[data-level]")
      .evaluateAll((nodes) =>
        nodes.map((node) => [
          Number(node.getAttribute("data-level")),
          Number(/ (\S+)H/.exec(node.getAttribute("d") ?? "")?.[1]),
        ]),
      );
    const [[low = 0, bottom = 0] = [], [high = 0, top = 0] = []] = [levels[0], levels.at(-1)];
    const decades = (y: number) => Math.log10(low) + ((y - bottom) / (top - bottom)) * Math.log10(high / low);
    const marks = (await figure.locator('path[data-series="1"]').first().getAttribute("d")) ?? "";
    const heights = Array.from(marks.matchAll(/M[\d.]+ ([\d.]+)/g), ([, y]) => Number(y));
    const spec = { method: "sinusoidal", dModel: 16 } as const;
    const values = pe.encode({ ...spec, precision: "float32" }, { positions: [1000] });
    expect(heights).toHaveLength(16);
    for (const [j, y] of heights.entries()) {
      const angle = 1000 * 10_000 ** (-(j - (j % 2)) / 16);
      const error = Math.abs((values[j] as number) - (j % 2 === 0 ? Math.sin(angle) : Math.cos(angle)));
      expect(decades(y)).toBeCloseTo(Math.log10(Math.max(error, 1e-9)), 1); // 0.01 of 30 pixels a decade
    }
  });
});

test("the position can be typed or changed by keys; a wrong one is refused at the field", async () => {
  await withPrecision({ dModel: 512, position: 4999 }, async (figure) => {
    const field = figure.getByRole("spinbutton", { name: "t =" });
    const type = async (text: string) => {
      await field.fill(""); // Firefox appends to what a script has set
      await field.fill(text);
    };
    await type("131072");
    await settled(figure);
    expect(await figure.getAttribute("position")).toBe("131072");
    await type("12345678901");
    await settled(figure);
    expect(await figure.getAttribute("position")).toBe("131072");
    expect(await figure.getByRole("alert").first().textContent()).not.toBe("");
    await type("512");
    await figure.getByRole("slider", { name: "position t" }).press("End");
    await settled(figure);
    expect(await figure.getAttribute("position")).toBe("10000000");
  });
});

test("every recipe can be read in every dimension with the keyboard only", async () => {
  await withPrecision({ dModel: 64, position: 3 }, async (figure, page) => {
    await figure.locator(".plot").focus();
    for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowLeft"]) await page.keyboard.press(key);
    const spoken = await spokenBy(figure);
    expect(spoken).toMatch(/^position 3, dimension 62, float32, direct: /);
    const value = pe.encode(
      { method: "sinusoidal", dModel: 64, precision: "float32" },
      { positions: [3] },
    )[62];
    expect(spoken).toContain(
      `: ${value?.toFixed(9)}, exact ${Math.sin(3 * 10_000 ** (-62 / 64)).toFixed(9)}`,
    );
  });
});

testContract(withPrecision, {
  states: [
    { dModel: 32, position: 4999 },
    { dModel: 8, position: 1000, layout: "halves", base: 500 },
  ],
  bad: ["position", "-1", /position must be a whole number from 0 to 10000000; got -1/],
  tolerance: 6e-8, // one step of a float32 near 1, where a double before the rounding differs in its last bits
});
