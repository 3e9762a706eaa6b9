import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { testOnce } from "../harness/once.ts";
import { type Pages, pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import type { Reply } from "../harness/site.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";

/**
 * What a reader sees of each figure when its module cannot be loaded: the author's children, one line, and a way to try
 * again.
 */

const FIGURES = ["pe-heatmap", "pe-waves", "pe-attention"];
const WASM = ["/dist/posenc.wasm", "/dist/posenc-attention.wasm", "/dist/posenc-full.wasm"];

const CHILDREN = "What the figure would show.";

const page = (script: string) =>
  `<!doctype html><html lang="en"><title>figures</title><link rel="icon" href="data:,">${script}<main>${FIGURES.map(
    (tag) => `<${tag}><p>${CHILDREN}</p></${tag}>`,
  ).join("")}</main>`;

const pages = {
  "/figures": page('<script type="module" src="/dist/define.js"></script>'),
  "/late": page(""),
};

const plain = pagesForTests({ pages });
const withoutWasm = pagesForTests({ pages, csp: strictPolicy("") });
const strict = pagesForTests({ pages, csp: strictPolicy() });

/** Opens a page of a site that gives a reply for each module. */
async function withReply(
  { browser, site }: Pages,
  reply: Reply,
  options: WatchOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  for (const file of WASM) site.replies.set(file, reply);
  try {
    await withPage(browser, site, options, use);
  } finally {
    site.replies.clear();
  }
}

/** Scrolls to each figure, waits until it is drawn or has failed, and looks at it. */
async function eachFigure(
  page: Page,
  state: "drawn" | "failed",
  look: (figure: Locator) => Promise<void> = async () => {},
): Promise<void> {
  for (const tag of FIGURES) {
    const figure = page.locator(tag);
    await figure.scrollIntoViewIfNeeded();
    await figure.locator(`.frame[data-state=${state}]`).waitFor();
    expect(await figure.getByText(CHILDREN).isVisible()).toBe(state === "failed");
    expect(await figure.locator(".figure").isVisible()).toBe(state === "drawn");
    await look(figure);
  }
}

interface Fault {
  name: string;
  reply: Reply;
  says: RegExp;
  /** What the browser itself writes about the fault. */
  expected?: RegExp;
}

const FAULTS: Fault[] = [
  {
    name: "404",
    reply: { status: 404 },
    says: /posenc(-attention)?\.wasm.*404/,
    expected: /Failed to load resource.*404/,
  },
  {
    name: "HTML in its place",
    reply: { body: () => "<!doctype html><p>not here", headers: { "Content-Type": "text/html" } },
    says: /HTML/,
  },
  {
    name: "a truncated file",
    reply: { body: (file) => file.subarray(0, file.length / 2) },
    says: /cut short/,
  },
];

const saysWhy = (page: Page, says: RegExp) =>
  eachFigure(page, "failed", async (figure) => {
    expect(await figure.getByRole("alert").textContent()).toMatch(says);
  });

async function canBeLoadedAgain({ reply, says, expected }: Fault): Promise<void> {
  await withReply(plain, reply, { path: "/figures", ...(expected ? { expected } : {}) }, async (page) => {
    await saysWhy(page, says);
    plain.site.replies.clear();
    await eachFigure(page, "failed", (figure) => figure.getByRole("button", { name: "Retry" }).click());
    await eachFigure(page, "drawn");
  });
}

const TITLE = "with $name, figures keep their children, say why and can be loaded again";
const [missing, ...others] = FAULTS as [Fault, ...Fault[]];
test.each([missing])(TITLE, canBeLoadedAgain);
testOnce.each(others)(TITLE, canBeLoadedAgain); // how loading.test.ts finds each is tried in both

test("figures show their children without a script, and are drawn if the script comes late", async () => {
  await withPage(plain.browser, plain.site, { path: "/late" }, async (page) => {
    for (const tag of FIGURES) expect(await page.locator(tag).getByText(CHILDREN).isVisible()).toBe(true);
    await page.addScriptTag({ type: "module", url: "/dist/define.js" });
    await eachFigure(page, "drawn");
  });
});

test("with a policy without 'wasm-unsafe-eval', figures keep their children and say why", async () => {
  const expected = /Content Security Policy|settings blocked WebAssembly/;
  await withPage(withoutWasm.browser, withoutWasm.site, { path: "/figures", expected }, (page) =>
    saysWhy(page, /'wasm-unsafe-eval'/),
  );
});

test("figures work with the wrong MIME type, under the strictest policy", async () => {
  const reply = { headers: { "Content-Type": "text/plain" } };
  await withReply(strict, reply, { path: "/figures" }, (page) => eachFigure(page, "drawn"));
});
