import { describe, expect, test } from "vitest";
import { settled, WARNING } from "../harness/figure-page.ts";
import { LAYER } from "./attention-oracle.ts";
import { attentionForTests, expectNumbers, JOHN, numbersOf, type, withAttention } from "./attention-page.ts";

/** Attributes, fields, links and copies of <pe-attention>. */

const opened = attentionForTests();

describe("settings", () => {
  test("a wrong seed gets a message at its field, and the picture stays", async () => {
    await withAttention(opened, {}, async (figure) => {
      const before = await numbersOf(figure);
      for (const wrong of ["", "1.5", "-3", "12345678"]) {
        await figure.getByRole("spinbutton", { name: "seed" }).fill(wrong);
        expect(await figure.locator("[part=control] > [role=alert]").textContent()).not.toBe("");
        expect(await numbersOf(figure)).toEqual(before);
      }
      await figure.getByRole("spinbutton", { name: "seed" }).fill(""); // Firefox appends to what is no number
      await figure.getByRole("spinbutton", { name: "seed" }).fill("5");
      expect(await figure.locator("[part=control] > [role=alert]").textContent()).toBe("");
      await expectNumbers(figure, JOHN, { ...LAYER, seed: 5 });
    });
  });

  const wrong: [attribute: string, value: string, message: RegExp][] = [
    ["heads", "3", /heads must be a divisor of d-model, 32; got 3/],
    ["d-model", "1e9", /d-model must be an even number from 2 to 256; got 1000000000/],
    ["d-model", "7", /d-model must be an even number/],
    ["seed", "0x10", /seed must be a whole number/],
    ["right", "method=sinusoidal&base=-1", /base/],
    ["left", "nonsense", /"nonsense" is not a known value/],
    ["left", "preset=detr", /"grid" does not encode a sequence of words/],
    ["right", "preset=phi-3", /shortFactor/],
  ];
  test("an attribute out of range is refused in one line, and the last picture stays", async () => {
    await withAttention(
      opened,
      {},
      async (figure) => {
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
      },
      { expected: WARNING },
    );
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
  test("a state too long for a link says so", async () => {
    await withAttention(opened, {}, async (figure) => {
      await type(figure, 0, "very ".repeat(2000));
      await figure.getByRole("button", { name: "Share" }).click();
      await figure.getByRole("button", { name: "Link" }).click();
      await expect
        .poll(() => figure.locator(".panel [role=status]").allTextContents())
        .toContainEqual(expect.stringMatching(/the limit is 4096/));
    });
  });
});
