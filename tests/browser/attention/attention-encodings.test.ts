import { expect, test } from "vitest";
import { METHODS } from "../../../web/methods/methods.ts";
import { testContract } from "../harness/figure-contract.ts";
import { settled } from "../harness/figure-page.ts";
import { attentionForTests, CLOSE, JOHN, numbersOf, SISTER, verdictsOf } from "./attention-page.ts";

/** The two sides of <pe-attention>: any encoding on each. */

const withFigure = attentionForTests();

const sister = { first: SISTER[0], second: SISTER[1] };

testContract(withFigure, {
  states: [
    { ...sister, left: "none", right: "sinusoidal" },
    { ...sister, left: "learned", right: "rope", heads: 4, causal: "" },
    { ...sister, left: "xpos", right: "alibi", scaling: "none", seed: 3 },
    { ...sister, left: "t5", right: "kerple", heads: 3, "d-model": 12 },
    { ...sister, left: "method=kerple&kernel=power", right: "sandwich", second: "my sister sleeps" },
    { ...sister, left: "fire", right: "method=t5&bidirectional=false", causal: "" },
    { ...sister, left: "index", right: "normalized-index" },
    { ...sister, left: "one-hot", right: "sine", "d-model": 8 },
    { ...sister, left: "preset=llama-3.1", right: "preset=gpt-neox", "d-model": 64 },
    { ...sister, left: "preset=fairseq", right: "preset=x-transformers" },
    { ...sister, left: "preset=gpt-oss", right: "preset=qwen-2-vl", heads: 1 },
    { ...sister, left: "preset=gpt-j", right: "preset=gemma-4-full", "d-model": 128 },
  ],
  bad: ["right", "method=sinusoidal&base=none", /base "none" is not a number/],
  // Outputs are float32 of size up to 4, from scores and weights that are float32, too.
  tolerance: 4e-6,
});

test("every encoding that knows more than distances distinguishes the sister from the chicken", async () => {
  await withFigure(sister, async (figure) => {
    for (const method of METHODS) {
      await figure.evaluate((node, text) => node.setAttribute("right", text), method);
      await settled(figure);
      expect(await figure.locator(".note").isVisible(), method).toBe(false);
      const [without, positioned] = await numbersOf(figure);
      expect(without, method).toBeLessThanOrEqual(CLOSE);
      if (method === "none") expect(positioned).toBe(without);
      else expect(positioned, method).toBeGreaterThan(0.001);
    }
  });
});

test("distances cannot distinguish John likes Jane from the reverse, but they can in the sister's sentence", async () => {
  await withFigure({ first: JOHN[0], second: JOHN[1], left: "sandwich", right: "alibi" }, async (figure) => {
    for (const number of await numbersOf(figure)) expect(number).toBeLessThanOrEqual(CLOSE);
    for (const verdict of await verdictsOf(figure)) expect(verdict).toMatch(/from its reverse/);
    await figure.evaluate((node, [first, second]) => Object.assign(node, { first, second }), SISTER);
    for (const number of await numbersOf(figure)) expect(number).toBeGreaterThan(0.01);
  });
});

test("an encoding is chosen from a menu, and its name stands above its half", async () => {
  await withFigure(sister, async (figure) => {
    await figure.getByRole("combobox", { name: "another" }).selectOption({ label: "Llama 3.1" });
    await settled(figure);
    expect(await figure.getAttribute("right")).toBe("preset=llama-3.1");
    expect(await figure.locator("svg.drawing text").allTextContents()).toContain("Llama 3.1");
    await figure.evaluate((node) => node.setAttribute("right", "rope"));
    await settled(figure);
    const chosen = figure.getByRole("combobox", { name: "another" }).locator("option:checked");
    expect(await chosen.textContent()).toBe("RoPE");
  });
});
