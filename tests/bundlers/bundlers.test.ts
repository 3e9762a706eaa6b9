/** Each bundler builds a stranger's page from the packed package; the page runs, and shows the right numbers. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { look, lookAtPages, lookInto } from "./look.ts";
import { makeProject, runIn, serveIn } from "./project.ts";

/** sin 1 as a float32, and the ALiBi bias of one head at distance 1. */
const numbers = `${Math.fround(Math.sin(1))} ${-1 / 2 ** 8}`;

lookAtPages();

async function showsNumbers(page: Page): Promise<void> {
  await page.locator("output", { hasText: numbers }).waitFor();
}

async function showsAll(page: Page): Promise<void> {
  await showsNumbers(page);
  await page.locator("pe-waves .frame[data-state=drawn]").waitFor();
}

/** Attention has a module of its own, and some encodings have code that comes when they are chosen. */
async function showsAttention(page: Page): Promise<void> {
  await showsAll(page);
  const figure = page.locator("pe-attention");
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".frame[data-state=drawn]").waitFor();
  await figure.locator("button.dots").click();
  await figure.getByRole("combobox", { name: "another" }).selectOption({ label: "RoPE" });
  await figure.locator("svg.drawing text", { hasText: /^RoPE$/ }).waitFor();
}

test.each(["vite", "webpack", "rspack", "parcel", "rollup", "esbuild"])(
  "%s builds a page that runs",
  async (name) => {
    const folder = makeProject(name, ["page", name]);
    runIn(folder, ["build.mjs"]);
    await lookInto(join(folder, "dist"), showsAttention);
  },
);

test.each(["vite", "vite-5"])("the dev server of %s serves a page that runs", async (name) => {
  const server = await serveIn(makeProject(`${name}-dev`, ["page", name]), "serve.mjs");
  await look(`${server.origin}/index.html`, showsAttention).finally(() => server.close());
});

test("Next builds a page with numbers of the server and of the browser", async () => {
  const folder = makeProject("next", ["next"]);
  runIn(folder, ["../../node_modules/next/dist/bin/next", "build"]);
  await lookInto(join(folder, "out"), async (page) => {
    expect(await page.locator("#server").textContent()).toBe(`${Math.fround(Math.sin(1))}`);
    await showsAll(page);
  });
});

test("a page without bundler runs with an import map", async () => {
  await lookInto(makeProject("import-map", ["page", "import-map"]), showsAttention);
});

test("a worker at the edge imports the modules, because it may not compile them", () => {
  const folder = makeProject("workerd", ["workerd"]);
  runIn(folder, ["build.mjs"]);
  const printed = runIn(folder, ["--experimental-vm-modules", "--no-warnings", "run.mjs"]);
  expect(printed).toMatch(new RegExp(`^${numbers}\nCompileError: .*disallowed by embedder\n$`));
});

test("a page from the disk runs with the module inside its script", async () => {
  const folder = makeProject("inline", ["inline"]);
  runIn(folder, ["build.mjs"]);
  await look(pathToFileURL(join(folder, "dist/index.html")).href, showsNumbers);
});

test("Node imports and requires every entry, and gets the same numbers", () => {
  const folder = makeProject("node", ["node"]);
  for (const script of ["import.mjs", "require.cjs"]) expect(runIn(folder, [script])).toBe(`${numbers}\n`);
});
