import { describe, expect, test } from "vitest";
import { LAYER } from "./attention-oracle.ts";
import {
  attentionForTests,
  expectNumbers,
  JOHN,
  numbersOf,
  settled,
  type,
  withAttention,
} from "./attention-page.ts";

/** Attributes, fields, links and copies of <pe-attention>. */

const opened = attentionForTests();

describe("settings", () => {
  test("a seed that is none gets a message at its field, and the picture stays", async () => {
    await withAttention(opened, {}, async (figure) => {
      const before = await numbersOf(figure);
      for (const wrong of ["", "1.5", "-3", "12345678"]) {
        await figure.getByRole("spinbutton", { name: "seed" }).fill(wrong);
        expect(await figure.locator("#seed-fault").textContent()).not.toBe("");
        expect(await numbersOf(figure)).toEqual(before);
      }
      await figure.getByRole("spinbutton", { name: "seed" }).fill("5");
      expect(await figure.locator("#seed-fault").textContent()).toBe("");
      await expectNumbers(figure, JOHN, { ...LAYER, seed: 5 });
    });
  });

  const wrong: [attribute: string, value: string, message: RegExp][] = [
    ["heads", "3", /heads must divide d-model; got 3 heads and a d-model of 32/],
    ["d-model", "1e9", /d-model must be an even whole number from 2 to 256; got 1000000000/],
    ["d-model", "7", /must be an even whole number/],
    ["seed", "0x10", /seed must be a whole number/],
    ["base", "-1", /base/],
  ];
  test("an attribute out of range is refused in one line, and the last picture stays", async () => {
    await withAttention(opened, {}, async (figure) => {
      const before = await numbersOf(figure);
      for (const [name, value, message] of wrong) {
        await figure.evaluate((node, given) => node.setAttribute(...given), [name, value] as const);
        await settled(figure);
        expect(await figure.locator(".note").textContent()).toMatch(message);
        expect(await numbersOf(figure)).toEqual(before);
        await figure.evaluate((node, attribute) => node.removeAttribute(attribute), name);
        await settled(figure);
        expect(await figure.locator(".note").isVisible()).toBe(false);
      }
    });
  });

  test("the state is in the attributes, and the link brings it back", async () => {
    await withAttention(opened, {}, async (figure, page) => {
      await type(figure, 0, "b a & c");
      await figure.getByRole("radio", { name: "64", exact: true }).check();
      await figure.getByRole("checkbox", { name: "causal mask" }).check();
      await settled(figure);
      const numbers = await numbersOf(figure);
      const link = await figure.evaluate((node) => (node as unknown as { link: string }).link);
      await page.goto("about:blank");
      await page.goto(link);
      await figure.locator(".frame[data-state=drawn]").waitFor();
      expect(await figure.getAttribute("first")).toBe("b a & c");
      expect(await numbersOf(figure)).toEqual(numbers);
    });
  });
});

describe("sharing", () => {
  test("the JavaScript makes the same outputs as the CSV holds", async () => {
    await withAttention(opened, { heads: 4, first: "é “x”, y", second: "y x é" }, async (figure, page) => {
      await figure.getByRole("button", { name: "Share" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        figure.getByRole("button", { name: "CSV" }).click(),
      ]);
      const lines = (await text(await download.createReadStream())).trim().split("\n").slice(1);
      const saved = lines
        .flatMap((line) => line.split(",").slice(-LAYER.dModel).map(Number))
        .map(Math.fround);
      await figure.getByRole("button", { name: "JavaScript" }).click();
      const code = await figure.getByRole("textbox", { name: "Text to copy" }).inputValue();
      expect(await outputsOf(code)).toEqual(saved);
    });
  });

  test("a state too long for a link says so", async () => {
    await withAttention(opened, {}, async (figure) => {
      await type(figure, 0, "very ".repeat(2000));
      await figure.getByRole("button", { name: "Share" }).click();
      await figure.getByRole("button", { name: "Link" }).click();
      await expect
        .poll(() => figure.locator(".panel [role=status]").allTextContents())
        .toContainEqual(expect.stringMatching(/A link holds 4096 characters/));
    });
  });
});

async function text(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Runs the code as the module that it is, with the package's own address in place of its name. */
async function outputsOf(code: string): Promise<number[]> {
  const address = JSON.stringify(import.meta.resolve("posenc"));
  const module = `${code.replace('"posenc"', address)}\nexport { outputs };`;
  const { outputs } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  return (outputs as Float32Array[]).flatMap((part) => [...part]);
}
