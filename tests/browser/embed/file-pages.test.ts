/** Pages opened from the disk, where nothing can be fetched: `embed.single.js` draws its figures in three browsers. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchEngines } from "../harness/engines.ts";
import { figureTags } from "../harness/figure-tags.ts";
import { DIST } from "../harness/site.ts";
import type { Webkit } from "../harness/webkit.ts";

const TAGS = figureTags();
const code = readFileSync(join(DIST, "embed.single.js"), "utf8");
const beside = '<script src="embed.single.js"></script>';

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<script>faults = []; for (const type of ["error", "unhandledrejection"]) addEventListener(type, (event) => faults.push(String(event.reason ?? event.message)));</script>
${head}<main>${body}</main></html>`;
const guide = new URL("../../../web/site/reference/guides/single.html", import.meta.url);
const ofGuide = readFileSync(guide, "utf8");
const figures = TAGS.map((tag) => `<${tag}><p>In place of ${tag}.</p></${tag}>`).join("\n");

/** The script comes before the figures, after them, or is in the page, as in what nbconvert and pandoc make. */
const PAGES: Record<string, { html: string; tags: readonly string[] }> = {
  "beside.html": { html: page(beside, figures), tags: TAGS },
  "after.html": { html: page("", `<pe-waves></pe-waves>${beside}`), tags: ["pe-waves"] },
  "guide.html": { html: page("", ofGuide), tags: ["pe-waves"] },
  "inside.html": {
    html: page(`<script>${code}</script>`, "<pe-heatmap></pe-heatmap><pe-bias></pe-bias>"),
    tags: ["pe-heatmap", "pe-bias"],
  },
  "twice.html": { html: page(beside + beside, "<pe-rope></pe-rope>"), tags: ["pe-rope"] },
};

const folder = mkdtempSync(join(tmpdir(), "posenc-file-"));
let engines: ReadonlyMap<string, Webkit>;

beforeAll(async () => {
  cpSync(join(DIST, "embed.single.js"), join(folder, "embed.single.js"));
  for (const [name, { html }] of Object.entries(PAGES)) writeFileSync(join(folder, name), html);
  engines = await launchEngines();
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs in the page: what each figure says once it has been drawn, or has failed; and what went wrong. */
async function outcome(tags: readonly string[]): Promise<string[]> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const said: string[] = [];
  for (const tag of tags) {
    const root = (document.querySelector(tag) as HTMLElement).shadowRoot;
    const state = () => root?.querySelector<HTMLElement>(".frame")?.dataset.state ?? "waiting";
    document.querySelector(tag)?.scrollIntoView();
    while (state() === "waiting") await frame();
    said.push(`${tag} ${state()}${root?.querySelector(".note")?.textContent ?? ""}`);
  }
  return [...said, ...(globalThis as unknown as { faults: string[] }).faults];
}

test.each(Object.keys(PAGES))("%s", async (name) => {
  const { tags } = PAGES[name] as (typeof PAGES)[string];
  const outcomes = await Promise.all(
    [...engines.values()].map(async (engine) => {
      await engine.goto(pathToFileURL(join(folder, name)).href);
      return engine.evaluate(outcome, tags);
    }),
  );
  for (const [index, engine] of [...engines.keys()].entries())
    expect(outcomes[index], engine).toEqual(tags.map((tag) => `${tag} drawn`));
});
