import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  attributeOf,
  change,
  type FigureClass,
  figures,
  figuresForTests,
  noteOf,
  type Rule,
  ruleOf,
  type Shown,
  taggedFigures,
  tagOf,
} from "./harness/all-figures.ts";
import { settled } from "./harness/figure-page.ts";

/** What the documentation promises of all figures to authors of pages. */

const withFigures = figuresForTests();

/** An attribute, and another text that it takes. */
function otherText(figure: FigureClass): [property: string, text: string, value: unknown] {
  const word = ruleOf(figure, "word");
  if (word) return [word[0], word[1].words[1] as string, word[1].words[1]];
  const number = ruleOf(figure, "number");
  if (!number) throw new Error(`${tagOf(figure)} has neither a word nor a number`);
  const value = number[1].default + 2;
  return [number[0], String(value), value];
}

/** Keeps what a figure says of itself by events, for {@link told}. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const events: unknown[] = [];
    Object.assign(globalThis, { events });
    for (const type of ["pe-ready", "pe-change"])
      document.addEventListener(type, ({ target, detail }: Event & { detail?: unknown }) => {
        const { localName, state } = target as Shown;
        events.push([type, localName, detail, JSON.stringify(detail) === JSON.stringify(state)]);
      });
  });

/** The events since the last call. */
const told = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { events: unknown[] }).events.splice(0));

const heightOf = (of: Locator) => of.evaluate((node) => node.getBoundingClientRect().height);

/** A figure of a given height, with what follows it below. */
async function expectHeight(page: Page, shown: Locator, height: number): Promise<void> {
  await settled(shown);
  expect(await heightOf(shown)).toBe(height);
  const after = page.getByText("After it.");
  const covering = await after.evaluate((node) => {
    node.scrollIntoView();
    const { left, top } = node.getBoundingClientRect();
    return document.elementFromPoint(left + 5, top + 5)?.localName;
  });
  expect(covering).toBe("p");
  const bottom = await shown.evaluate((node) => node.getBoundingClientRect().bottom);
  const { y = 0 } = (await after.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(bottom);
}

const setHeight = (shown: Locator, where: "style" | "stylesheet", height: number) =>
  shown.evaluate(
    (node, [where, px]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${node.localName} { height: ${px}px }`);
      node.style.height = where === "style" ? `${px}px` : "";
      document.adoptedStyleSheets = where === "style" ? [] : [sheet];
    },
    [where, height] as const,
  );

// One page for each figure, in which it is made as seldom as can be: drawing is what takes the time.
describe.each(taggedFigures)("$tag", ({ tag, figure }) => {
  test("fires events with its state, exports its picture and numbers, and has the height that is asked for", async () => {
    await withFigures(async ({ show, page }) => {
      await page.setViewportSize({ width: 656, height: 800 });
      await listen(page);
      const shown = await show(figure);
      expect(await told(page)).toEqual([["pe-ready", tag, expect.anything(), true]]);
      const [property, text, value] = otherText(figure);
      await change(shown, attributeOf(figure, property), text);
      await settled(shown);
      const detail = expect.objectContaining({ [property]: value });
      expect(await told(page)).toEqual([["pe-change", tag, detail, true]]);

      await shown.locator("[aria-busy=true]").waitFor({ state: "detached" });
      const { png, svg, rows, columns, values } = await shown.evaluate(async (node) => {
        const element = node as Shown;
        const { rows, columns, values } = element.array();
        return {
          png: [...new Uint8Array(await (await element.toBlob("png")).arrayBuffer())].slice(0, 4),
          svg: await (await element.toBlob("svg")).text(),
          rows: rows.length,
          columns: columns.length,
          values: values.length,
        };
      });
      expect(png).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
      expect(values).toBeGreaterThan(0);
      expect(rows * columns).toBe(values);

      if (!figure.room.includes("min-block-size")) {
        await shown.evaluate((node) => node.style.setProperty("--pe-aspect", "1 / 3"));
        // The figure's width: its box is narrower for a moment, until a height in em gives way to the aspect.
        const { width } = (await shown.boundingBox()) ?? { width: Number.NaN };
        await expect.poll(() => heightOf(shown.locator(".box"))).toBeCloseTo(3 * width, 0);
        await shown.evaluate((node) => node.style.removeProperty("--pe-aspect"));
      }
      for (const [where, height] of [
        ["style", 120],
        ["stylesheet", 120],
        ["stylesheet", 3000],
      ] as const) {
        await setHeight(shown, where, height);
        await expectHeight(page, shown, height);
      }
    });
  });

  test("reports a fault in its tag under it and once in the console, by the attribute's name", async () => {
    await withFigures(async ({ show, warnings }) => {
      const shown = await show(figure, { palete: "grey" });
      const unknown = 'unknown attribute "palete"; did you mean "palette"?';
      const reported = [`<${tag}>: ${unknown}`];
      expect(await noteOf(shown)).toBe(unknown);
      await shown.evaluate((node) => node.removeAttribute("palete"));
      for (const palette of ["grey", "purple-green", "blue-orange"]) {
        await change(shown, "palette", palette);
        expect(await noteOf(shown)).toBe("");
      }
      expect(warnings).toEqual(reported);

      /** Gives an attribute a text, and takes it away again. */
      const faultOf = async (attribute: string, text: string) => {
        await change(shown, attribute, text);
        const fault = await noteOf(shown);
        reported.push(`<${tag}>: ${fault}`);
        expect(warnings).toEqual(reported);
        await shown.evaluate((node, name) => node.removeAttribute(name), attribute);
        return fault;
      };
      expect(await faultOf("palette", "pink")).toBe(
        'palette must be "blue-orange" or "purple-green" or "grey"; got "pink".',
      );
      const [word, { words = [] } = {}] = ruleOf(figure, "word") ?? [];
      if (word) {
        const named = words.map((text) => `"${text}"`).join(" or ");
        const attribute = attributeOf(figure, word);
        expect(await faultOf(attribute, "nonsense")).toBe(`${attribute} must be ${named}; got "nonsense".`);
      }
      const [number, { to = Number.NaN } = {}] = ruleOf(figure, "number") ?? [];
      if (number) {
        const attribute = attributeOf(figure, number);
        const fault = await faultOf(attribute, String(2 * to));
        expect(fault).toContain(`${attribute} must be `);
        expect(fault).toContain(` to ${to}; got ${2 * to}.`);
      }
    });
  });

  test('has no controls with controls="none", and draws its plot', async () => {
    await withFigures(async ({ show }) => {
      const shown = await show(figure, { controls: "none" });
      expect(await shown.locator(".plot").first().isVisible()).toBe(true);
      const controls = shown.locator("[part~=controls]").locator("input, select, button, textarea");
      const seen = await controls.evaluateAll((nodes) => nodes.map((node) => node.checkVisibility()));
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).not.toContain(true);
    });
  });
});

describe("an encoding", () => {
  const named = (tag: string) => figures.find((figure) => tagOf(figure) === tag) as FigureClass;
  const wordsOf = (shown: Locator) => shown.locator("svg.drawing text").allTextContents();

  test("may be a preset or a method in `spec`, whose name alone will do, even if a figure has `d-model`", async () => {
    await withFigures(async ({ show }) => {
      for (const figure of figures.filter(({ definition }) => definition.encoding?.property === "spec")) {
        const dModel = figure.rules.dModel as Extract<Rule, { kind: "number" }>;
        const isWide = dModel.to >= 512; // that preset's width
        const spec = isWide ? "tensorflow-tutorial" : "method=sinusoidal&dModel=8&layout=halves";
        const shown = await show(figure, { spec });
        expect(await noteOf(shown), tagOf(figure)).toBe("");
        expect(await shown.getAttribute("layout"), tagOf(figure)).toBe("halves");
        expect(await shown.getAttribute("d-model"), tagOf(figure)).toBe(isWide ? "512" : "8");
      }
    });
  });

  test.each([
    ["pe-bias", "alibi", "method=alibi"],
    ["pe-score", "alibi", "method=alibi"],
    ["pe-score", "llama-2", "preset=llama-2"],
    ["pe-rope", "llama-2", "preset=llama-2"],
  ])("%s draws %s as %s", async (tag, name, spec) => {
    await withFigures(async ({ show }) => {
      const words = await wordsOf(await show(named(tag), { spec: name }));
      expect(words.length).toBeGreaterThan(3);
      expect(words).toEqual(await wordsOf(await show(named(tag), { spec })));
    });
  });

  test("that is not known is refused by an error with code, attribute and value", () => {
    for (const { definition } of figures) {
      if (definition.encoding?.property !== "encoding") continue;
      expect(() => definition.encoding?.derive({ spec: "llama-9" })).toThrow(
        expect.objectContaining({ code: "unsupported", param: "spec", value: "llama-9" }),
      );
    }
  });
});

test('causal="false" turns the mask off, and causal alone turns it on', async () => {
  await withFigures(async ({ show }) => {
    const masked = figures.filter(({ rules }) => rules.causal);
    expect(masked.length).toBeGreaterThan(1);
    for (const figure of masked) {
      for (const [text, isOn] of [
        ["false", false],
        ["", true],
      ] as const) {
        const shown = await show(figure, { causal: text });
        expect(await noteOf(shown)).toBe("");
        expect(await shown.evaluate((node) => (node as Shown).state.causal), tagOf(figure)).toBe(isOn);
      }
    }
  });
});
