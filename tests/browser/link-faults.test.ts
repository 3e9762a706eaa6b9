import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { attributeOf, type FigureClass, figuresForTests, taggedFigures } from "./harness/all-figures.ts";
import { figureForTests } from "./harness/figure-page.ts";

/** Links that strangers wrote, to every figure: each is drawn, in that state or in its own, and says what it did not take. */

const withFigures = figuresForTests();

const NUMBERS = ["1e309", "-5", "0.5"];

/** What no figure takes, whatever it shows. */
const STRANGE = [
  "dModel=1e99&base=NaN",
  "method=__proto__",
  "preset=%3Cimg%20src=x%20onerror=alert(1)%3E",
  "__proto__=1&constructor=2&%3Cscript%3E=%7B%7B7*7%7D%7D",
  "%E0%A4%A=%&=&&&==+",
  `dModel=8&text=${"a".repeat(1_000_000)}`,
];

/** The attributes of a figure's own state, without those of its encoding. */
const viewAttributes = (figure: FigureClass): string[] =>
  Object.keys(figure.definition.state).map((name) => attributeOf(figure, name));

interface Followed {
  readonly state: string;
  readonly note: string;
  /** What is not a number among the attributes of the drawing, and elements that nobody asked for. */
  readonly faults: readonly string[];
}

/** Opens a figure by a link, as a page does that is visited through one. */
const follow = (page: Page, tag: string, fragment: string): Promise<Followed> =>
  page.evaluate(
    async ([name, parameters]) => {
      history.replaceState(null, "", `#${name}?${parameters}`);
      const figure = document.createElement(name);
      document.querySelector("main")?.replaceChildren(figure);
      const root = figure.shadowRoot as ShadowRoot;
      const stateOf = () => root.querySelector<HTMLElement>(".frame")?.dataset.state ?? "";
      const late = performance.now() + 300_000; // as long as anything is waited for
      while (stateOf() !== "drawn" && performance.now() < late) await new Promise(requestAnimationFrame);
      const shapes = [...root.querySelectorAll(".drawing *")];
      const values = shapes.flatMap(({ attributes }) => Array.from(attributes, ({ value }) => value));
      const strangers = root.querySelectorAll("script, iframe, img:not([src^='data:']), [onerror]");
      return {
        state: stateOf(),
        note: root.querySelector(".note")?.textContent ?? "",
        faults: [
          ...values.filter((value) => /NaN|Infinity|undefined/.test(value)),
          ...Array.from(strangers, ({ localName }) => localName),
        ],
      };
    },
    [tag, fragment] as const,
  );

test.each(taggedFigures)(
  "$tag is drawn for any link, and a note reports the parts that were not used",
  async ({ tag, figure }) => {
    await withFigures(async ({ page, warnings }) => {
      for (const fragment of STRANGE) {
        const { state, note, faults } = await follow(page, tag, fragment);
        expect([state, faults], fragment.slice(0, 80)).toEqual(["drawn", []]);
        expect(note, fragment.slice(0, 80)).not.toBe("");
        expect(note.length).toBeLessThan(2000);
      }
      for (const name of viewAttributes(figure)) {
        for (const value of NUMBERS) {
          const { state, faults } = await follow(page, tag, `${name}=${value}`);
          expect([state, faults], `${name}=${value}`).toEqual(["drawn", []]);
        }
      }
      expect(warnings).toEqual([]); // these are for the page's author, who did not write the link
    });
  },
);

describe("a link to a figure whose page gives its state", () => {
  const withState = figureForTests("pe-rotation", 'd-model="4" offset="3" position="7"');

  test("does not change that state if it cannot be drawn, and a note says why", async () => {
    await withState({ offset: 2000, dModel: 8 }, async (figure) => {
      expect(await figure.locator(".note").textContent()).toMatch(
        /^The link was not followed\. offset must be/,
      );
      expect(await figure.evaluate((node) => node.outerHTML)).toContain(
        'd-model="4" offset="3" position="7"',
      );
    });
  });

  test("keeps the encoding if it names none", async () => {
    await withState({ offset: 5 }, async (figure) => {
      expect(await figure.locator(".note").textContent()).toBe("");
      expect(await figure.evaluate((node) => node.outerHTML)).toContain('d-model="4" offset="5"');
    });
  });
});
