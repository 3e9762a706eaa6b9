import { parity } from "posenc/engines";
import { describe, expect, test } from "vitest";
import { testContract } from "./harness/figure-contract.ts";
import { figureForTests, plain, settled, spokenBy } from "./harness/figure-page.ts";

/** <pe-parity> alone on a page: two programs, their differences and its three views. */

const withParity = figureForTests("pe-parity");

const arrayOf = (state: Record<string, string>) =>
  withParity(state, (figure) =>
    figure.evaluate((node) => {
      const { rows, columns, values } = (
        node as unknown as { array(): { rows: number[]; columns: number[]; values: ArrayLike<number> } }
      ).array();
      return { rows, columns, values: [...(values as Float64Array)] };
    }),
  );

describe("the differences of phase", () => {
  test("are the means of the positions of each cell", async () => {
    const { rows, columns, values } = await arrayOf({ length: "4096" });
    expect([rows.length, columns.length]).toEqual([32, 256]);
    const own = parity({ model_type: "gpt_oss" }, { engines: ["vllm@ffdc985", "posenc"], length: 4096 });
    for (const cell of [0, 7, 255]) {
      const sums = new Float64Array(32);
      for (let position = 16 * cell; position < 16 * cell + 16; position++)
        own.at(position).forEach((difference, pair) => {
          sums[pair]! += Math.abs(difference) / 16;
        });
      for (const pair of [0, 12, 31]) expect(values[pair * 256 + cell]).toBeCloseTo(sums[pair]!, 12);
    }
  });

  test("have a colour for each, and the legend's ends", async () => {
    await withParity({ length: "4096" }, async (figure) => {
      await figure.locator(".plot[aria-busy=false]").waitFor();
      const clear = await figure.locator("canvas").evaluate((node) => {
        const { width, height } = node as HTMLCanvasElement;
        const pixels = (node as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height).data;
        return pixels.filter((_, index) => index % 4 === 3).filter((alpha) => alpha < 255).length;
      });
      expect(clear).toBe(0);
      const words = await figure.locator(".drawing text").allTextContents();
      expect(words).toEqual(expect.arrayContaining(["mean difference, rad", "10⁻⁶", "π", "pair ↓"]));
    });
  });

  test("of two programs that compute the same are 0", async () => {
    const { values } = await arrayOf({ engine: "vllm", reference: "transformers", length: "4096" });
    expect(Math.max(...values)).toBe(0);
  });
});

test("cells are read by keys, with their positions", async () => {
  await withParity({ length: "131072" }, async (figure, page) => {
    await figure.locator(".plot[aria-busy=false]").waitFor();
    await figure.locator(".plot").focus();
    await page.keyboard.press("Home");
    expect(plain(await spokenBy(figure))).toBe("pair 0, positions 0 to 511: mean difference 0 rad"); // its frequency is 1
    await page.keyboard.press("PageDown");
    await page.keyboard.press("End");
    expect(plain(await spokenBy(figure))).toMatch(
      /^pair 10, positions 130560 to 131071: mean difference [\d.]+ rad$/,
    );
    expect(await figure.locator(".cursor rect").count()).toBe(2);
  });
});

test("the score's difference is read by length, and a factor that is dropped is 39 % of it at once", async () => {
  // PrimeIntellect-ai/prime-rl#2802 the other way round: 1.4159² − 1 of the scores of the file's factor 1.
  const config = JSON.stringify({
    model_type: "llama",
    rope_scaling: {
      ...{ rope_type: "yarn", factor: 64, original_max_position_embeddings: 4096, attention_factor: 1 },
    },
  });
  const { values, rows } = await arrayOf({ config, engine: "vllm@926c71f", view: "score" });
  expect(rows).toEqual(Array.from({ length: 12 }, (_, k) => 2 ** (k + 9)));
  const expected = (0.1 * Math.log(64) + 1) ** 2 - 1;
  expect(values[1]).toBeCloseTo(expected, 4);
});

test("wavelengths have a mark for what the rule does, and the same pair in the other program", async () => {
  await withParity({ view: "wavelengths" }, async (figure, page) => {
    const bands = await figure
      .locator("[data-side=posenc] [data-band]")
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-band")));
    // gpt-oss's ramp runs from 8.09 to 17.40 where its ends are not rounded: engines.md
    expect(bands).toEqual(
      Array.from({ length: 32 }, (_, pair) => (pair < 9 ? "kept" : pair < 18 ? "blended" : "scaled")),
    );
    await figure.locator(".plot").focus();
    await page.keyboard.press("Home");
    for (let pair = 0; pair < 17; pair++) await page.keyboard.press("ArrowRight");
    expect(plain(await spokenBy(figure))).toMatch(
      /^pair 17: vllm@ffdc985 [\d.]+ tokens per turn, blended by the rule; posenc [\d.]+ tokens per turn, blended by the rule$/,
    );
    await settled(figure);
    expect(await figure.locator(".cursor .ring").count()).toBe(1);
  });
});

test("a config, its kind of layers and a type can be given; others are refused with a sentence", async () => {
  const config = JSON.stringify({ model_type: "gemma3_text", num_hidden_layers: 6 });
  await withParity({ config, kind: "full_attention", engine: "llama-cpp" }, async (figure) => {
    expect(await figure.locator(".readout").textContent()).toMatch(
      /^gemma3_text, full_attention: llama\.cpp/,
    );
  });
});

testContract(withParity, {
  states: [
    { length: 2048 },
    { length: 1024, engine: "llama-cpp", reference: "mlx", config: "qwen3_vl" },
    { view: "score" },
    { view: "wavelengths", config: "qwen3_vl", engine: "llama-cpp" },
  ],
  bad: ["length", "7", /length must be a whole number from 512 to 1048576; got 7/],
  tolerance: 1e-8, // means of differences of angles up to 2000 rad in double, and wavelengths of 3e6 tokens of the same numbers
});
