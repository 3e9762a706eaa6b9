import { describe, expect, test } from "vitest";
import { figureForTests, settled } from "./harness/figure-page.ts";

/** What is typed into every field for a number: taken as the number that it is, or refused at the field and left there. */

const FIELDS = [
  { tag: "pe-attention", name: "seed", attribute: "seed" },
  { tag: "pe-recurrent", name: "seed", attribute: "seed" },
  { tag: "pe-causal-leak", name: "seed", attribute: "seed" },
  { tag: "pe-precision", name: "t =", attribute: "position" },
];

/** Browsers let letters and commas into such a field, or not. */
const TYPED = ["7", "", "-3", "1.5", "1,5", "1e3", "0x10", "e", "99999999999"];

describe.each(FIELDS)("$tag", ({ tag, name, attribute }) => {
  const withFigure = figureForTests(tag);

  test(`its field ${name} takes numbers, and leaves what is none to be mended`, async () => {
    await withFigure({}, async (figure, page) => {
      const field = figure.getByRole("spinbutton", { name });
      const state = () => figure.evaluate((node, property) => Reflect.get(node, property), attribute);
      const look = () =>
        field.evaluate((input: HTMLInputElement) => ({
          isValid: input.validity.valid,
          number: input.valueAsNumber,
          text: input.value,
          fault: input.closest("[part=control]")?.querySelector("[role=alert]")?.textContent ?? "",
        }));
      for (const typed of TYPED) {
        const before = await state();
        await field.focus();
        await page.keyboard.press("ControlOrMeta+A");
        await page.keyboard.press("Delete");
        await page.keyboard.type(typed);
        const shown = await look();
        await settled(figure);
        expect(await look(), `“${typed}” once drawn`).toEqual(shown);
        expect(shown.fault !== "", `“${typed}” is refused aloud`).toBe(!shown.isValid);
        // What was typed may have been a number on its way: the last of those is the state.
        if (shown.isValid) expect(await state(), `“${typed}”`).toBe(shown.number);
        else if (typed === "" || typed === "e") expect(await state(), `“${typed}”`).toBe(before);
        expect(await figure.locator(".note").textContent()).toBe("");
      }
    });
  });
});
