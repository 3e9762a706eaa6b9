import { afterAll, beforeAll, expect, test } from "vitest";
import { launchEngines } from "./harness/engines.ts";
import { figureTags } from "./harness/figure-tags.ts";
import { keepFiles, nextFile } from "./harness/keep-files.ts";
import { PATIENCE } from "./harness/patience.ts";
import { strictPolicy } from "./harness/policy.ts";
import { type Site, serveSite } from "./harness/site.ts";
import type { Webkit } from "./harness/webkit.ts";

/** Every figure in three engines: it is drawn in each, gives the same numbers to the bit, and is read by keys alike. */

const TAGS = figureTags();

/** Runs in the page before the figures do. */
function noteFaults(): void {
  const faults: string[] = [];
  Object.assign(globalThis, { faults });
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective }) => faults.push(violatedDirective));
}

const PAGES = {
  "/": `<!doctype html><html lang="en"><title>figures</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><script src="/before.js"></script><link rel="stylesheet" href="/page.css">
<script type="module" src="/dist/embed.js"></script>
<main>${TAGS.map((tag) => `<${tag}><p>In place of ${tag}.</p></${tag}>`).join("\n")}</main>`,
  "/page.css": "main { inline-size: 640px; }", // windows of browsers differ by some pixels
  "/before.js": `(${noteFaults})();(${keepFiles})();`,
};

let engines: ReadonlyMap<string, Webkit>;
let site: Site;

beforeAll(async () => {
  site = await serveSite({ pages: PAGES, csp: strictPolicy() });
  engines = await launchEngines();
  await Promise.all([...engines.values()].map((engine) => engine.goto(`${site.origin}/`)));
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  await site.close();
});

/** Runs in the page: waits until the figure has come to rest, and gives what it shows in words. */
async function wordsAtRest(tag: string): Promise<Record<string, unknown>> {
  const figure = document.querySelector(tag) as HTMLElement & { updateComplete: Promise<boolean> };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const find = <E extends Element>(selector: string) => figure.shadowRoot?.querySelector<E>(selector);
  const state = () => find<HTMLElement>(".frame")?.dataset.state ?? "waiting";
  const isBusy = () => {
    const progress = find<HTMLProgressElement>("progress");
    return find("[aria-busy=true]") || (progress && progress.value < progress.max);
  };
  figure.scrollIntoView();
  while (state() === "waiting" || isBusy()) await frame();
  await figure.updateComplete;
  await frame();
  await frame();
  const textOf = (selector: string) => find(selector)?.textContent ?? "";
  return {
    state: state(),
    tag: figure.outerHTML,
    note: textOf(".note"),
    readout: textOf(".readout"),
    spoken: textOf("[aria-live]"),
    drawn: [...(figure.shadowRoot?.querySelectorAll("svg.drawing text") ?? [])].map(
      ({ textContent }) => textContent,
    ),
  };
}

/** Runs in the page: asks for the figure's numbers as a file, which comes after. */
function askForNumbers(tag: string): void {
  const buttons = [...(document.querySelector(tag)?.shadowRoot?.querySelectorAll("button") ?? [])];
  for (const name of ["Share", ".npy"]) buttons.find(({ textContent }) => textContent === name)?.click();
}

/** Runs in the page: gives the focus to what is read by keys, the plot or its first slider. */
function focusOn(tag: string): void {
  document
    .querySelector(tag)
    ?.shadowRoot?.querySelector<HTMLElement>(".plot[tabindex='0'], input[type=range]")
    ?.focus();
}

/** What a figure shows and gives away, before and after some keys. */
async function readingIn(engine: Webkit, tag: string) {
  const before = await engine.evaluate(wordsAtRest, tag);
  await engine.evaluate(askForNumbers, tag);
  const numbers = await engine.evaluate(nextFile, PATIENCE);
  await engine.evaluate(focusOn, tag);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight"] as const) await engine.press(key);
  return { before, numbers, after: await engine.evaluate(wordsAtRest, tag) };
}

type Reading = Awaited<ReturnType<typeof readingIn>>;

test.each(TAGS)("%s", async (tag) => {
  const readings = await Promise.all([...engines.values()].map((engine) => readingIn(engine, tag)));
  const [first, ...others] = readings as [Reading, ...Reading[]];
  expect(first.before.state).toBe("drawn");
  expect(first.before.note).toBe("");
  expect(first.numbers.length).toBeGreaterThan(100);
  expect(first.after).not.toEqual(first.before);
  const [, ...names] = engines.keys();
  for (const [index, reading] of others.entries()) expect(reading, names[index]).toEqual(first);
});

/** Runs in the page: the middles of parts of a figure in the window, the first of them in its middle. */
async function middlesOf([tag, ...parts]: readonly string[]): Promise<[number, number][]> {
  const figure = document.querySelector(String(tag)) as HTMLElement;
  const middles = () =>
    parts.map((part): [number, number] => {
      const box = figure.shadowRoot?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
  // Figures above that are drawn meanwhile move this one.
  for (let rest = 0, last = ""; rest < 10; rest++) {
    figure.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(done));
    if (last !== String(middles())) rest = 0;
    last = String(middles());
  }
  return middles();
}

test("a mouse drags a word to another place, and a hand to another position, in each engine", async () => {
  for (const [name, engine] of engines) {
    const tile = (word: number) => `[data-word='${word}'] .tile`;
    const [from, to] = await engine.evaluate(middlesOf, ["pe-shuffle", tile(0), tile(3)]);
    await engine.drag(from as [number, number], to as [number, number]);
    const shuffled = await engine.evaluate(wordsAtRest, "pe-shuffle");
    expect(shuffled.tag, name).toContain('order="1 2 3 0 4 5 6"');
    expect(shuffled.drawn, name).toContain("my");
    const before = await engine.evaluate(wordsAtRest, "pe-dials"); // it scrolls
    const [hand = [0, 0]] = await engine.evaluate(middlesOf, ["pe-dials", "[data-pair='0'] circle"]);
    await engine.drag([hand[0] + 20, hand[1]], [hand[0], hand[1] + 20]);
    const after = await engine.evaluate(wordsAtRest, "pe-dials");
    expect(after.tag, name).not.toBe(before.tag);
  }
});

test("nothing went wrong meanwhile", async () => {
  for (const [name, engine] of engines) {
    const faults = await engine.evaluate(
      () => (globalThis as unknown as { faults: string[] }).faults,
      undefined,
    );
    expect(faults, name).toEqual([]);
  }
});
