import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { testContract } from "../harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy, WARNING } from "../harness/figure-page.ts";
import { saved } from "../harness/shared-numbers.ts";
import { cosines, frequencies, sameContent, worstEntry } from "./score-oracle.ts";

/** <pe-score>: scores by offset read from files, words and geometry, against closed forms. */

const withScore = figureForTests("pe-score");

const SINUSOID = { method: "sinusoidal", dModel: 512 };
const LLAMA = { preset: "llama-2" };

/** The columns of the figure's CSV by offset. */
async function tableOf(figure: Locator): Promise<Map<number, number[]>> {
  await settled(figure);
  await figure.getByRole("button", { name: "Share" }).click();
  const [, ...lines] = (await saved(figure, "CSV")).toString().trim().split("\n");
  await figure.getByRole("button", { name: "Share" }).click();
  const rows = lines.map((line) => line.split(",").map(Number));
  return new Map(rows.map(([offset = Number.NaN, ...values]) => [offset, values]));
}

interface Scale {
  /** From CSS pixels to a value of the upper picture. */
  readonly value: (y: number) => number;
  /** From CSS pixels to an offset of 1 and more. */
  readonly offset: (x: number) => number;
}

/** The scales of the upper picture, from two levels and from the ends of the axis of offsets. */
async function scaleOf(figure: Locator, longest: number): Promise<Scale> {
  const lines = await figure
    .locator("[data-level]")
    .evaluateAll((nodes) => nodes.map((line) => [line.getAttribute("data-level"), line.getAttribute("d")]));
  const level = (index: number): readonly [value: number, y: number] => {
    const [value, d] = lines[index] ?? [];
    return [Number(value), Number(/ (\S+)H/.exec(d ?? "")?.[1])];
  };
  const [[a, top], [b, bottom]] = [level(0), level(1)];
  const right = Number(/H(\S+)/.exec(lines[0]?.[1] ?? "")?.[1]);
  const one = await figure
    .locator("svg.drawing text", { hasText: /^1$/ })
    .first()
    .evaluate((node) => Number(node.getAttribute("x")));
  return {
    value: (y) => a + ((y - top) / (bottom - top)) * (b - a),
    offset: (x) => longest ** ((x - one) / (right - one)),
  };
}

const pointsOf = async (figure: Locator, path: string): Promise<(readonly [number, number])[]> => {
  const d = (await figure.locator(path).first().getAttribute("d")) ?? "";
  return d
    .slice(1)
    .replace("Z", "")
    .split("L")
    .map((point) => point.split(" ").map(Number) as [number, number]);
};

const numberAfter = (words: string, text: string): number =>
  Number(new RegExp(`${words} (-?[\\d.]+)`).exec(text)?.[1]);

describe("the product of two rows of the sinusoid", () => {
  const GOLDEN = [
    [0, 256],
    [1, 249.102],
    [2, 231.73],
    [5, 189.6],
    [10, 173.79],
    [50, 131.09],
    [100, 111.95],
    [1000, 44.97],
  ] as const;

  test("has the values known for d = 512", async () => {
    await withScore({ ...SINUSOID, length: 1_000_000 }, async (figure) => {
      const table = await tableOf(figure);
      for (const [offset, known] of GOLDEN) {
        const digits = String(known).split(".")[1]?.length ?? 0;
        expect(table.get(offset)?.[0]).toBeCloseTo(known, digits);
      }
      expect([...table.keys()].at(-1)).toBe(1_000_000);
    });
  });

  test("is Σ cos at every point, and drawn there", async () => {
    await withScore({ ...SINUSOID, length: 1000 }, async (figure) => {
      const omegas = frequencies(512, 10_000);
      const table = await tableOf(figure);
      for (const [offset, [score]] of table) expect(score).toBeCloseTo(cosines(offset, omegas), 9);
      const scale = await scaleOf(figure, 1000);
      const drawn = await pointsOf(figure, "[data-chosen] .values");
      const pixel = Math.abs(scale.value(1) - scale.value(0));
      const offsets = [...table.keys()];
      expect(drawn.length).toBeGreaterThan(20);
      for (const [index, [x, y]] of drawn.entries()) {
        const offset = offsets[index] as number;
        if (offset > 0) expect(Math.abs(scale.offset(x) / offset - 1)).toBeLessThan(0.001); // x is written to 0.01 pixels
        expect(Math.abs(scale.value(y) - cosines(offset, omegas))).toBeLessThan(0.02 * pixel);
      }
    });
  });

  test("stays inside the range that is drawn if points skip offsets", async () => {
    await withScore({ ...SINUSOID, length: 100_000 }, async (figure) => {
      const table = await tableOf(figure);
      const swing = await pointsOf(figure, "[data-chosen] .swing");
      const scale = await scaleOf(figure, 100_000);
      const pixel = Math.abs(scale.value(1) - scale.value(0));
      const offsets = [...table.keys()];
      const most = swing.slice(0, offsets.length);
      const least = swing.slice(offsets.length).reverse();
      for (const [index, offset] of offsets.entries()) {
        const score = cosines(offset, frequencies(512, 10_000));
        expect(scale.value(most[index]?.[1] ?? Number.NaN)).toBeGreaterThan(score - 0.02 * pixel);
        expect(scale.value(least[index]?.[1] ?? Number.NaN)).toBeLessThan(score + 0.02 * pixel);
      }
    });
  });
});

describe("the score of RoPE", () => {
  test("has the mean and the spread of random content", async () => {
    await withScore({ ...LLAMA, length: 1_000_000 }, async (figure) => {
      const omegas = frequencies(128, 10_000);
      for (const [offset, [mean, spread, other]] of await tableOf(figure)) {
        const expected = sameContent(offset, omegas);
        expect(Math.abs((mean as number) - expected.mean)).toBeLessThan(1e-6); // 64 cosines rounded to floats
        expect(Math.abs((spread as number) - expected.spread)).toBeLessThan(1e-6);
        expect(other).toBeCloseTo(1, 6);
      }
    });
  });

  test("agrees with a sample of random content", async () => {
    await withScore({ ...LLAMA, length: 1000 }, async (figure) => {
      const [mean, spread] = (await tableOf(figure)).get(100) as [number, number];
      const scores = drawnScores(100, frequencies(128, 10_000), 20_000);
      const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const variance = scores.reduce((sum, score) => sum + (score - average) ** 2, 0) / scores.length;
      expect(Math.abs(average - mean)).toBeLessThan((5 * spread) / Math.sqrt(scores.length)); // five standard errors
      expect(Math.sqrt(variance) / spread).toBeCloseTo(1, 1);
    });
  });

  test("falls with the offset, and the attention factor of YaRN raises it", async () => {
    await withScore({ preset: "qwen-2.5-yarn", length: 1000 }, async (figure) => {
      const factor = 0.1 * Math.log(4) + 1;
      const start = (await tableOf(figure)).get(0)?.[0] as number;
      expect(start).toBeCloseTo(factor ** 2 * Math.sqrt(128), 5);
    });
  });
});

/** Scores of q with itself turned, by sums of twelve uniform numbers and a linear congruence: seeded, of its own. */
function drawnScores(offset: number, omegas: readonly number[], count: number): number[] {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const normal = () => {
    let sum = -6;
    for (let part = 0; part < 12; part++) sum += uniform();
    return sum;
  };
  const cosines = omegas.map((omega) => Math.cos(offset * omega));
  const score = () => cosines.reduce((sum, cosine) => sum + (normal() ** 2 + normal() ** 2) * cosine, 0);
  return Array.from({ length: count }, () => score() / Math.sqrt(2 * omegas.length));
}

describe("where float32 recipes become wrong", () => {
  test.each([
    ["the sinusoid", SINUSOID, 512],
    ["RoPE", LLAMA, 128],
  ])("is said and shaded for %s", async (_, state, d) => {
    await withScore({ ...state, length: 1_000_000 }, async (figure) => {
      const offsets = [...(await tableOf(figure)).keys()];
      const from = Number(await figure.locator("[data-visible]").getAttribute("data-visible"));
      const index = offsets.indexOf(from);
      for (const before of offsets.slice(0, index)) expect(worstEntry(before, d, 10_000)).toBeLessThan(0.01);
      const beyond = Array.from({ length: (offsets[index + 1] as number) - from }, (_, n) => from + n);
      expect(beyond.some((offset) => worstEntry(offset, d, 10_000) >= 0.01)).toBe(true);
      const said = plain((await figure.locator(".readout").textContent()) ?? "");
      expect(said).toContain(`From about ${Number(from.toPrecision(2))} on float32 errors exceed 0.01`);
    });
  });

  test("can be read at each offset: the worst entry of the query's row", async () => {
    await withScore({ ...SINUSOID, length: 8 }, async (figure, page) => {
      await figure.locator(".plot").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("End");
      const heard = await spokenBy(figure);
      expect(numberAfter("P·P =", heard)).toBeCloseTo(cosines(8, frequencies(512, 10_000)), 3);
      const [, digits, power] = /an error of up to ([\d.]+)\s×\s10(\S+)$/.exec(heard) ?? [];
      const exponent = Number(
        [...(power ?? "")]
          .map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign) - 1)
          .join("")
          .replace("-1", "-"),
      );
      expect(Number(`${digits}e${exponent}`)).toBe(Number(worstEntry(8, 512, 10_000).toPrecision(2)));
    });
  });

  test("is everywhere when the key is far, while the exact score stays", async () => {
    await withScore({ ...LLAMA, length: 1000 }, async (figure) => {
      const near = await tableOf(figure);
      expect(await figure.locator("[data-visible]").count()).toBe(0);
      await figure.evaluate((node) => node.setAttribute("key", "1000000"));
      expect(await tableOf(figure)).toEqual(near);
      expect(await figure.locator("[data-visible]").getAttribute("data-visible")).toBe("0");
    });
  });
});

describe("a bias", () => {
  test("of ALiBi leaves the picture at the distance at which a weight is lost", async () => {
    await withScore({ method: "alibi", length: 1_000_000 }, async (figure) => {
      await settled(figure);
      const scale = await scaleOf(figure, 1_000_000);
      const lost = 24 * Math.LN2;
      for (let head = 0; head < 8; head++) {
        const points = await pointsOf(figure, `[data-line="${head}"] .values`);
        const [x, y] = points.at(-1) as readonly [number, number];
        expect(scale.value(y)).toBeCloseTo(-lost, 1);
        const reach = lost * 2 ** (head + 1); // over the slope
        expect(scale.offset(x) / reach).toBeCloseTo(1, 1); // a straight line between points of a log axis
      }
    });
  });

  test("of T5 is its bucket, and constant from 128 on", async () => {
    await withScore({ preset: "t5-decoder", length: 100_000 }, async (figure) => {
      const table = await tableOf(figure);
      expect([0, 1, 2, 5, 10].map((offset) => table.get(offset)?.[0])).toEqual([0, 1, 2, 5, 10]);
      for (const [offset, [bucket]] of table) {
        if (offset >= 128) expect(bucket).toBe(31);
      }
      const text = await figure.evaluate((node) => node.shadowRoot!.textContent);
      expect(text).toContain("The picture shows the bucket of each distance, not the bias");
    });
  });

  test("can be read by keys, head by head", async () => {
    await withScore({ method: "alibi", length: 64 }, async (figure, page) => {
      await figure.locator(".plot").focus();
      for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "End"]) await page.keyboard.press(key);
      expect(await spokenBy(figure)).toBe("offset 64: head 3 -8");
    });
  });
});

test("an encoding without a score by offset leaves the last picture, and a note says why", async () => {
  await withScore(
    LLAMA,
    async (figure) => {
      await figure.evaluate((node) => node.setAttribute("spec", "preset=gpt-2"));
      await settled(figure);
      expect(await figure.locator(".note").textContent()).toContain(
        'The score of "learned" does not depend on the offset alone',
      );
    },
    { expected: WARNING },
  );
});

testContract(withScore, {
  states: [
    { ...SINUSOID, length: 1000, key: 7 },
    { preset: "x-transformers", dModel: 64, length: 1000 },
    { preset: "tensor2tensor", dModel: 64, length: 1000 },
    { method: "sine", dModel: 16, length: 1000, key: 30 },
    { preset: "gpt-j", length: 1000 },
    { preset: "gpt-oss", length: 1000 },
    { preset: "deepseek-v3", length: 1000 },
    { preset: "phi-3", length: 10_000 }, // beyond the short texts, whose frequencies are shown
    { method: "xpos", headDim: 64, pairing: "halves", length: 1000 },
    { method: "alibi", heads: 12, length: 50 },
    { method: "sandwich", heads: 2, length: 1000 },
    { preset: "t5-decoder", length: 1000 },
    { method: "fire", length: 1000 },
  ],
  bad: ["length", "1.5", /length must be a whole number from 2/],
  tolerance: 1e-5, // sums of 256 cosines, rounded to floats in rotary tables
});
