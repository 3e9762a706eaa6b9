import { afterAll, expect, test } from "vitest";
import { type Site, serveSite } from "../harness/site.ts";
import { launchWebkit, type Webkit } from "../harness/webkit.ts";
import { type Dropped, drop, dropped } from "./inputs.ts";

/** The workbench in WebKit, whose workers, policies and dropped files are its own. */

let engine: Webkit | undefined;
let site: Site | undefined;

afterAll(async () => {
  await engine?.close();
  await site?.close();
});

/** Runs in the page: waits for its script, which makes the samples. WebKit may call the page loaded before it ran. */
async function started(): Promise<void> {
  while (document.querySelector("#samples button") === null)
    await new Promise((done) => setTimeout(done, 50));
}

/** Runs in the page: waits until something is said, and gives it. */
async function said(before: string): Promise<string> {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  const isBusy = () => document.querySelector("#progress progress") !== null;
  while (isBusy() || (text("verdict") === before && text("fault") === ""))
    await new Promise((done) => setTimeout(done, 50));
  return text("fault") || text("verdict");
}

test("looks at what is dropped on it, in WebKit", async () => {
  site = await serveSite();
  engine = await launchWebkit();
  await engine.goto(`${site.origin}/workbench/`);
  await engine.evaluate(started, undefined);
  let before = "";
  for (const [file, words] of [
    [dropped.npy, /^The table is sinusoidal/],
    [dropped.config, /compute the same rotation/],
    [dropped.cut, /^The file ends within its numbers/],
  ] as const) {
    await engine.evaluate<readonly Dropped[], void>(drop, [file]);
    const now = await engine.evaluate(said, before);
    expect(now).toMatch(words);
    before = now;
  }
});
