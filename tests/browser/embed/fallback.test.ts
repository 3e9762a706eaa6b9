import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import { type Reply, type Site, serveSite } from "../harness/site.ts";
import { withPage } from "../harness/watched-page.ts";

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

const opened = pagesForTests();

async function withSite<T>(csp: string | undefined, use: (site: Site) => Promise<T>): Promise<T> {
  const site = await serveSite({ pages, ...(csp === undefined ? {} : { csp }) });
  try {
    return await use(site);
  } finally {
    await site.close();
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
  reply?: Reply;
  csp?: string;
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
  {
    name: "a policy without 'wasm-unsafe-eval'",
    csp: strictPolicy(""),
    says: /'wasm-unsafe-eval'/,
    expected: /Content Security Policy|settings blocked WebAssembly/,
  },
];

test.each(FAULTS)(
  "with $name, figures keep their children, say why and can be loaded again",
  async (fault) => {
    const { reply, csp, says, expected } = fault;
    await withSite(csp, async (site) => {
      for (const file of WASM) if (reply) site.replies.set(file, reply);
      await withPage(
        opened.browser,
        site,
        { path: "/figures", ...(expected ? { expected } : {}) },
        async (page) => {
          await eachFigure(page, "failed", async (figure) => {
            expect(await figure.getByRole("alert").textContent()).toMatch(says);
          });
          if (csp !== undefined) return; // a policy lasts as long as its page
          site.replies.clear();
          await eachFigure(page, "failed", (figure) => figure.getByRole("button", { name: "Retry" }).click());
          await eachFigure(page, "drawn");
        },
      );
    });
  },
);

test("figures work with the wrong MIME type, under the strictest policy", async () => {
  await withSite(strictPolicy(), async (site) => {
    for (const file of WASM) site.replies.set(file, { headers: { "Content-Type": "text/plain" } });
    await withPage(opened.browser, site, { path: "/figures" }, (page) => eachFigure(page, "drawn"));
  });
});

test("figures show their children without a script, and are drawn if the script comes late", async () => {
  await withSite(undefined, async (site) => {
    await withPage(opened.browser, site, { path: "/late" }, async (page) => {
      for (const tag of FIGURES) expect(await page.locator(tag).getByText(CHILDREN).isVisible()).toBe(true);
      await page.addScriptTag({ type: "module", url: "/dist/define.js" });
      await eachFigure(page, "drawn");
    });
  });
});
