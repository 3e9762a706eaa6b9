import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { atlas } from "posenc/atlas";
import { compare } from "posenc/engines";
import { load, modelPositions, presets } from "posenc/full";
import { expect, test } from "vitest";
import gptOss from "../../fixtures/configs/gpt-oss.json" with { type: "json" };
import { pagesForTests } from "../harness/pages.ts";
import { chaptersForTests, openAsides, stating, withUsedArticle } from "./chapters.ts";

/** What the last chapters say of today's models, against the atlas, published files and the module. */

const opened = pagesForTests();
const textOf = chaptersForTests(opened);
const pe = await load();

/** The average of q · k / √128 for a key equal to its query, channels of mean 0 and variance 1, base 10 000. */
function averageScore(distance: number): number {
  let sum = 0;
  for (let i = 0; i < 64; i++) sum += Math.cos(distance * 10_000 ** (-i / 64));
  return (2 * sum) / Math.sqrt(128);
}

test("the average score of Llama 2 is as the article says, from the sum of cosines", () => {
  const minus = (value: number) => value.toFixed(2).replace("-", "−");
  const [near, at1000, at3000, at5000, far] = [0, 1000, 3000, 5000, 20_000].map(averageScore) as number[];
  const text = textOf("distance-of-scores");
  expect(text).toEqual(stating(near?.toFixed(1), at1000?.toFixed(2)));
  expect(text).toEqual(stating(at3000?.toFixed(2), minus(at5000 ?? 0), minus(far ?? 0)));
  let first = 0;
  while (averageScore(first) >= 0) first++;
  expect(text).toEqual(stating(first));
});

test("ALiBi's scores are straight lines on an even axis, and the readout of T5 names buckets", async () => {
  await withUsedArticle(opened, async (page) => {
    await openAsides(page);
    const figure = page.locator("#scores");
    await page.locator("#distance-of-scores").getByRole("link", { name: "ALiBi" }).click();
    await figure.locator(".frame[data-state=drawn]").waitFor();
    await expect.poll(() => figure.getAttribute("axis")).toBe("even");
    const slopes = async () => {
      const d = (await figure.locator("[data-chosen] .values").first().getAttribute("d")) ?? "";
      const points = d
        .slice(1)
        .split("L")
        .map((point) => point.split(" ").map(Number) as [number, number]);
      return points.slice(1).map(([x, y], n) => (y - (points[n]?.[1] ?? 0)) / (x - (points[n]?.[0] ?? 0)));
    };
    await expect
      .poll(async () => {
        const all = await slopes();
        return all.length > 3 && Math.max(...all) - Math.min(...all) < 0.02 * Math.abs(all[0] ?? 0);
      })
      .toBe(true); // paths are written to 0.01 pixels
    await page.locator("#distance-of-scores").getByRole("link", { name: "T5" }).click();
    await expect.poll(() => figure.locator(".readout").textContent()).toContain("bucket");
  });
});

/** Pairs that a longer context takes to angles beyond those of training. */
function unseen(spec: object, plain: object, trained: number, context: number): number {
  const [before, after] = [pe.frequencies(plain as never), pe.frequencies(spec as never)];
  return before.reduce((count, frequency, i) => {
    const isFinished = frequency * trained >= 2 * Math.PI;
    return isFinished || (after[i] as number) * context <= frequency * trained * (1 + 1e-9)
      ? count
      : count + 1;
  }, 0);
}

test("the pairs at unseen angles, with and without rules, are as many as the article says", () => {
  const text = textOf("long");
  const llama2 = { method: "rope", headDim: 128, base: 10_000, pairing: "halves" };
  expect(text).toEqual(stating(unseen(llama2, llama2, 4096, 32_768)));
  const ntk = { ...llama2, scaling: { type: "ntk", factor: 8 } };
  expect(text).toEqual(stating(unseen(ntk, llama2, 4096, 32_768)));
  const linear = { ...llama2, scaling: { type: "linear", factor: 8 } };
  expect(unseen(linear, llama2, 4096, 32_768)).toBe(0);
  const { spec } = presets["llama-3.1"];
  const { scaling: _, ...plain } = spec as { scaling: object };
  const without = unseen(plain, plain, 8192, 131_072);
  expect(text).toEqual(stating(without));
  expect(text).toEqual(stating(unseen(spec, plain, 8192, 131_072), 8 * 8192));
});

test("the pair that a program turns too fast, and by how much, are those that the engines' sources give", () => {
  const layer = compare(gptOss.config, { length: 4096 }).layers.at(-1);
  const column = layer?.engines.find(({ engine }) => engine === "llama-cpp");
  const [own, exact] = [column?.frequencies, layer?.exact.frequencies];
  const faster = Array.from(own ?? [], (frequency, pair) => frequency / (exact?.[pair] as number) - 1);
  const most = Math.max(...faster);
  expect(textOf("long")).toEqual(stating(faster.indexOf(most), Math.round(100 * most)));
});

const published = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../fixtures/atlas/timeline.json", import.meta.url)), "utf8"),
).models as { name: string; bases: number[]; length: number | null }[];

test("the table of models has the numbers of the atlas and of published files", async () => {
  const rows = await withUsedArticle(opened, (page) =>
    page
      .locator("#models-table tbody tr")
      .evaluateAll((nodes) =>
        nodes.map((row) =>
          [...row.children].map((cell) => (cell.textContent ?? "").replaceAll("\u202f", "")),
        ),
      ),
  );
  const row = (name: string) => rows.find(([first]) => first === name) ?? [];
  expect(rows.length).toBeGreaterThanOrEqual(13);
  const length = (type: string) => String(atlas().find((model) => model.type === type)?.defaults.length);
  expect(row("GPT-2")).toEqual(["GPT-2", "learned", "–", length("gpt2"), "–", "–"]);
  expect(row("BLOOM")[1]).toBe("bias: ALiBi");
  for (const [name, file] of [
    ["Llama 2", "Llama 2"],
    ["Llama 4 Scout", "Llama 4 Scout"],
    ["Gemma 3", "Gemma 3 4B"],
    ["Qwen3", "Qwen3 8B"],
    ["DeepSeek-V3", "DeepSeek-V3"],
    ["gpt-oss", "gpt-oss 20B"],
  ] as const) {
    const known = published.find((model) => model.name === file);
    expect(row(name).slice(1, 4)).toEqual(["rotary", known?.bases.join(" and "), String(known?.length)]);
  }
  const { layers } = modelPositions({ model_type: "llama4_text" });
  const plain = layers.filter(({ rotary }) => rotary === null).length;
  expect(row("Llama 4 Scout")[5]).toBe(`${plain} of ${layers.length}`);
  // The fields of the published files.
  expect(row("Llama 3.1")[4]).toBe("llama3 × 8 from 8192");
  expect(row("Llama 4 Scout")[4]).toBe("llama3 × 16 from 8192");
  expect(row("Gemma 3")[4]).toBe("linear × 8");
  expect(row("DeepSeek-V3")[4]).toBe("yarn × 40 from 4096");
  expect(row("gpt-oss")[4]).toBe("yarn × 32 from 4096");
  for (const plain of ["Llama 2", "Qwen3", "ModernBERT"]) expect(row(plain)[4]).toBe("–");
});

test("the share of text models that rotate is counted by the atlas", () => {
  const recent = atlas().filter(({ kind, year }) => kind === "text" && year !== undefined && year >= 2023);
  const rotary = recent.filter(({ positions }) => positions === "halves" || positions === "interleaved");
  expect(textOf("rope")).toEqual(stating(rotary.length, recent.length));
});

test("the sources name the papers that trained models on longer texts", () => {
  for (const source of [
    "Train Short, Test Long",
    "KERPLE",
    "The Impact of Positional Encoding on Length Generalization",
  ])
    expect(textOf("sources")).toContain(source);
});
