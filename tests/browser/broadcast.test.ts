import type { Locator } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";

/** <pe-broadcast> alone on a page: products, sines and steps, compared with closed forms. */

const withBroadcast = figureForTests("pe-broadcast");
const pe = await load();

const STATE = { dModel: 16, length: 8 };

const numbers = (figure: Locator, attribute: string) =>
  figure
    .locator(`rect[${attribute}]`)
    .evaluateAll((nodes, name) => nodes.map((node) => Number(node.getAttribute(name))), attribute);

async function readoutOf(figure: Locator): Promise<string> {
  await settled(figure);
  return plain((await figure.locator(".readout").textContent()) ?? "");
}

test("every angle is its position times its frequency", async () => {
  await withBroadcast(STATE, async (figure) => {
    const angles = await numbers(figure, "data-angle");
    expect(angles).toHaveLength(8 * 8);
    for (const [n, angle] of angles.entries())
      expect(angle).toBeCloseTo(Math.floor(n / 8) * 10_000 ** (-(2 * (n % 8)) / 16), 12);
  });
});

test("the cursor shows a product and its sine", async () => {
  await withBroadcast(STATE, async (figure, page) => {
    await figure.locator(".plot").focus();
    for (const key of [
      "ArrowRight",
      "ArrowDown",
      "ArrowDown",
      "ArrowDown",
      "ArrowRight",
      "ArrowRight",
      "ArrowRight",
    ])
      await page.keyboard.press(key);
    const frequency = 10_000 ** (-2 / 16);
    const angle = (3 * frequency).toFixed(4);
    expect(await spokenBy(figure)).toContain(
      `position 3, dimension 3: 3 × 0.3162 = ${angle}, cos(${angle}) = ${Math.cos(3 * frequency).toFixed(4)}`,
    );
    expect(await figure.locator("rect.ring").count()).toBe(3); // the angle, its frequency and its position
  });
});

describe("the length of a step", () => {
  test("is 1.0147 everywhere with cosines, d = 16", async () => {
    await withBroadcast(STATE, async (figure) => {
      expect(await readoutOf(figure)).toContain("has the length 1.0147, wherever it starts");
      const steps = await numbers(figure, "data-step");
      expect(steps).toHaveLength(7);
      for (const step of steps) expect(step).toBeCloseTo(1.0147, 4);
    });
  });

  test("varies from 0.18 to 1.15 for sines only", async () => {
    await withBroadcast({ ...STATE, method: "sine" }, async (figure) => {
      expect(await readoutOf(figure)).toContain(
        "the length of a step varies from 0.18 to 1.15 over 512 positions",
      );
      for (const [t, step] of (await numbers(figure, "data-step")).entries()) {
        const [exact = Number.NaN] = pe.distance(
          { method: "sine", dModel: 16 },
          { offsets: [1], position: t },
        );
        expect(step).toBeCloseTo(exact, 6);
      }
    });
  });

  test("its even columns are the sines of the paper", async () => {
    await withBroadcast({ ...STATE, method: "sine" }, async (figure) => {
      const angles = await numbers(figure, "data-angle");
      for (let t = 0; t < 8; t++)
        for (let i = 0; i < 8; i++)
          expect(angles[16 * t + 2 * i]).toBeCloseTo(t * 10_000 ** (-(2 * i) / 16), 12);
    });
  });
});

test("simple_pe: the period grows by one factor, and positions end at L − 1", async () => {
  await withBroadcast({ ...STATE, method: "sine", kappa: 500 }, async (figure, page) => {
    const text = await readoutOf(figure);
    expect(text).toContain("Positions end at L − 1 = 7".replace("−", "-"));
    expect(text).toContain(`κ^(1/d) = ${(500 ** (1 / 16)).toPrecision(3)} times`);
    await figure.locator(".plot").focus();
    for (const key of ["End", "End"]) await page.keyboard.press(key);
    expect(await spokenBy(figure)).toContain(
      `a period of ${(2 * Math.PI * 500 ** (15 / 16)).toPrecision(4).replace(/^(\d{4})\..*/, "$1")} positions`,
    );
  });
});

test("the slider of κ changes the frequencies of the method sine, and that of the base those of the other method", async () => {
  await withBroadcast({ ...STATE, method: "sine" }, async (figure) => {
    await figure.getByRole("slider", { name: "base, or κ" }).press("Home");
    await settled(figure);
    expect([await figure.getAttribute("kappa"), await figure.getAttribute("base")]).toEqual(["2", "10000"]);
    await figure.getByRole("radio", { name: "sin and cos" }).click();
    await figure.getByRole("slider", { name: "base, or κ" }).press("End");
    await settled(figure);
    expect(await figure.getAttribute("base")).toBe("1000000000");
  });
});

testContract(withBroadcast, {
  states: [
    { dModel: 8, length: 5, method: "sinusoidal" },
    { dModel: 6, length: 4, method: "sine", kappa: 50 },
  ],
  bad: ["length", "1", /length must be a whole number from 2 to 16; got 1/],
  tolerance: 6e-8, // one step of a float32 near 1
});
