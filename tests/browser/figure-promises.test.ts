import type { Locator } from "playwright-core";
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

test("pe-ready fires with the first drawing and pe-change with every other one, and both have the state", async () => {
  await withFigures(async ({ show, page }) => {
    await page.evaluate(() => {
      const events: unknown[] = [];
      Object.assign(globalThis, { events });
      for (const type of ["pe-ready", "pe-change"])
        document.addEventListener(type, ({ target, detail }: Event & { detail?: unknown }) => {
          const { localName, state } = target as Shown;
          events.push([type, localName, detail, JSON.stringify(detail) === JSON.stringify(state)]);
        });
    });
    const told = () => page.evaluate(() => (globalThis as unknown as { events: unknown[] }).events.splice(0));
    for (const figure of figures) {
      const shown = await show(figure);
      expect(await told()).toEqual([["pe-ready", tagOf(figure), expect.anything(), true]]);
      const [property, text, value] = otherText(figure);
      await change(shown, attributeOf(figure, property), text);
      await settled(shown);
      const detail = expect.objectContaining({ [property]: value });
      expect(await told()).toEqual([["pe-change", tagOf(figure), detail, true]]);
    }
  });
});

test("every figure exports its picture as PNG and SVG, and its numbers as a matrix", async () => {
  await withFigures(async ({ show }) => {
    for (const figure of figures) {
      const shown = await show(figure);
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
      expect(png, tagOf(figure)).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(svg, tagOf(figure)).toMatch(/^<svg .*<\/svg>\s*$/s);
      expect(values, tagOf(figure)).toBeGreaterThan(0);
      expect(rows * columns, tagOf(figure)).toBe(values);
    }
  });
});

test('controls="none" leaves the plot alone', async () => {
  await withFigures(async ({ show }) => {
    for (const figure of figures) {
      const shown = await show(figure, { controls: "none" });
      expect(await shown.locator(".plot").first().isVisible(), tagOf(figure)).toBe(true);
      const controls = shown.locator("[part~=controls]").locator("input, select, button, textarea");
      expect(await controls.count(), tagOf(figure)).toBeGreaterThan(0);
      for (const control of await controls.all())
        expect(await control.isVisible(), tagOf(figure)).toBe(false);
    }
  });
});

describe("the height", () => {
  const heightOf = (of: Locator) => of.evaluate((node) => node.getBoundingClientRect().height);

  test("is that of --pe-aspect in every figure with a height of its own", async () => {
    await withFigures(async ({ show, page }) => {
      await page.setViewportSize({ width: 656, height: 800 });
      for (const figure of figures.filter(({ room }) => !room.includes("min-block-size"))) {
        const shown = await show(figure);
        await shown.evaluate((node) => node.style.setProperty("--pe-aspect", "1 / 3"));
        const box = shown.locator(".box");
        const { width } = (await box.boundingBox()) ?? { width: Number.NaN };
        await expect.poll(() => heightOf(box), { message: tagOf(figure) }).toBeCloseTo(3 * width, 0);
      }
    });
  });

  test.each([
    [120, "style"],
    [120, "stylesheet"],
    [3000, "stylesheet"],
  ])(
    "is %i px if the page's %s says so, and the figure does not cover what follows",
    async (height, where) => {
      await withFigures(async ({ show, page }) => {
        for (const figure of figures) {
          const shown = await show(figure);
          await shown.evaluate(
            (node, [px, where]) => {
              const sheet = new CSSStyleSheet();
              sheet.replaceSync(`${node.localName} { height: ${px}px }`);
              if (where === "style") node.style.height = `${px}px`;
              else document.adoptedStyleSheets = [sheet];
            },
            [height, where] as const,
          );
          await settled(shown);
          expect(await heightOf(shown), tagOf(figure)).toBe(height);
          const after = page.getByText("After it.");
          const covering = await after.evaluate((node) => {
            node.scrollIntoView();
            const { left, top } = node.getBoundingClientRect();
            return document.elementFromPoint(left + 5, top + 5)?.localName;
          });
          expect(covering, tagOf(figure)).toBe("p");
          const bottom = await shown.evaluate((node) => node.getBoundingClientRect().bottom);
          const { y = 0 } = (await after.boundingBox()) ?? {};
          expect(y, tagOf(figure)).toBeGreaterThanOrEqual(bottom);
        }
      });
    },
  );
});

describe("a fault in a tag is reported under the figure and once in the console, by the name of the attribute", () => {
  test("an unknown name, with the nearest known one", async () => {
    await withFigures(async ({ show, warnings }) => {
      for (const figure of figures) {
        const shown = await show(figure, { palete: "grey" });
        const fault = 'unknown attribute "palete"; did you mean "palette"?';
        expect(await noteOf(shown)).toBe(fault);
        await change(shown, "palette", "grey");
        await settled(shown);
        expect(warnings).toEqual([`<${tagOf(figure)}>: ${fault}`]);
      }
    });
  });

  test("an unknown palette", async () => {
    await withFigures(async ({ show, warnings }) => {
      for (const figure of figures) {
        const shown = await show(figure);
        for (const palette of ["purple-green", "grey", "blue-orange"]) {
          await change(shown, "palette", palette);
          expect(await noteOf(shown)).toBe("");
        }
        await change(shown, "palette", "pink");
        const fault = 'palette must be "blue-orange" or "purple-green" or "grey"; got "pink".';
        expect(await noteOf(shown), tagOf(figure)).toBe(fault);
        expect(warnings).toEqual([`<${tagOf(figure)}>: ${fault}`]);
      }
    });
  });

  test("a word that it does not take", async () => {
    await withFigures(async ({ show, warnings }) => {
      for (const figure of figures) {
        const [name, rule] = ruleOf(figure, "word") ?? [];
        if (!name || !rule) continue;
        const shown = await show(figure, { [attributeOf(figure, name)]: "nonsense" });
        const words = rule.words.map((word) => `"${word}"`).join(" or ");
        const fault = `${attributeOf(figure, name)} must be ${words}; got "nonsense".`;
        expect(await noteOf(shown)).toBe(fault);
        expect(warnings).toEqual([`<${tagOf(figure)}>: ${fault}`]);
      }
    });
  });

  test("a number out of range", async () => {
    await withFigures(async ({ show, warnings }) => {
      for (const figure of figures) {
        const [name, rule] = ruleOf(figure, "number") ?? [];
        if (!name || !rule) continue;
        const shown = await show(figure);
        await change(shown, attributeOf(figure, name), String(2 * rule.to));
        const note = (await noteOf(shown)) ?? "";
        expect(note).toContain(`${attributeOf(figure, name)} must be `);
        expect(note).toContain(` to ${rule.to}; got ${2 * rule.to}.`);
        expect(warnings).toEqual([`<${tagOf(figure)}>: ${note}`]);
      }
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
