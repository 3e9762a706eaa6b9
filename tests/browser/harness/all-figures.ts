import type { ConsoleMessage, Locator, Page } from "playwright-core";
import * as elements from "posenc/elements";
import { drawn, settled, WARNING } from "./figure-page.ts";
import { pagesForTests } from "./pages.ts";
import { strictPolicy } from "./policy.ts";
import { type Renewal, withPage } from "./watched-page.ts";

/** All figures, one after the other in one page, by what their classes say of themselves. */

export type Rule =
  | {
      readonly kind: "number";
      readonly from: number;
      readonly to: number;
      readonly step?: 1 | 2;
      readonly default: number;
    }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "numbers" | "flag" | "text" };

export interface FigureClass {
  readonly definition: {
    readonly tag: string;
    readonly state: object;
    readonly encoding?: { readonly property: "spec" | "encoding"; derive(state: object): object };
  };
  readonly rules: Readonly<Record<string, Rule>>;
  readonly properties: Readonly<Record<string, { readonly attribute: string }>>;
  /** CSS rules of its height. */
  readonly room: string;
}

/** The element in the page. */
export interface Shown extends HTMLElement {
  readonly state: Readonly<Record<string, unknown>>;
  toBlob(type: "png" | "svg"): Promise<Blob>;
  array(): { rows: readonly unknown[]; columns: readonly unknown[]; values: ArrayLike<number> };
}

export const figures: readonly FigureClass[] = Object.values(elements as object).filter(
  ({ definition }) => definition,
);
export const tagOf = ({ definition }: FigureClass) => definition.tag;
/** With their tags, which titles of tests name. */
export const taggedFigures = figures.map((figure) => ({ tag: tagOf(figure), figure }));
export const attributeOf = ({ properties }: FigureClass, name: string) => properties[name]?.attribute ?? name;

/** The first property of a kind that a figure has. */
export const ruleOf = <Kind extends Rule["kind"]>({ rules }: FigureClass, kind: Kind) =>
  Object.entries(rules).find(([, rule]) => rule.kind === kind) as
    | [name: string, rule: Extract<Rule, { kind: Kind }>]
    | undefined;

const PAGES = {
  pages: {
    "/": `<!doctype html><html lang="en"><title>figures</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/dist/define.js"></script><main></main><p>After it.</p>`,
  },
  csp: strictPolicy(),
};

/** The page stays from test to test, so that it is loaded once for a file. */
const withoutFigure: Renewal = {
  clear() {
    document.adoptedStyleSheets = [];
    document.querySelector("main")?.replaceWith(document.createElement("main"));
    scrollTo(0, 0);
  },
  show: (path) => history.replaceState(null, "", path),
};

interface Opened {
  /** Puts a figure alone into the page, and gives it once it is drawn. */
  readonly show: (figure: FigureClass, attributes?: Readonly<Record<string, string>>) => Promise<Locator>;
  readonly page: Page;
  /** What the console has got since a figure was shown. */
  readonly warnings: readonly string[];
}

/** Opens a browser and a page that any figures can be put into, for the tests of a file. */
export function figuresForTests(): (use: (opened: Opened) => Promise<void>) => Promise<void> {
  const opened = pagesForTests(PAGES);
  const options = { expected: WARNING, renewal: withoutFigure };
  return (use) =>
    withPage(opened.browser, opened.site, options, async (page) => {
      const warnings: string[] = [];
      const warn = (message: ConsoleMessage) => void warnings.push(message.text());
      const show: Opened["show"] = async (figure, attributes = {}) => {
        warnings.length = 0;
        await page.evaluate(
          async ([tag, given]) => {
            await customElements.whenDefined(tag);
            const element = document.createElement(tag);
            for (const [name, text] of Object.entries(given)) element.setAttribute(name, text);
            document.querySelector("main")?.replaceChildren(element);
          },
          [tagOf(figure), attributes] as const,
        );
        const shown = page.locator(tagOf(figure));
        await drawn(shown);
        return shown;
      };
      page.on("console", warn);
      try {
        await use({ show, page, warnings });
      } finally {
        page.off("console", warn);
      }
    });
}

/** What a figure says under itself once it has settled. */
export async function noteOf(shown: Locator): Promise<string> {
  await settled(shown);
  return (await shown.locator(".note").textContent()) ?? "";
}

export const change = (shown: Locator, name: string, text: string) =>
  shown.evaluate((node, [attribute, value]) => node.setAttribute(attribute, value), [name, text] as const);
