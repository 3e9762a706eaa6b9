import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchEngines } from "../harness/engines.ts";
import type { Webkit } from "../harness/webkit.ts";
import { changePage, succeeded, type Target, targetFor, tryCode, tryLinks, tryMarkup } from "./attack.ts";
import { CODE, LINKS, MARKUP } from "./escapes.ts";

/** Nothing of the list of escapes runs in the origin of a page, in three engines. */

let engines: ReadonlyMap<string, Webkit>;
const ENGINES = ["Chromium", "Firefox", "WebKit"];

beforeAll(async () => {
  engines = await launchEngines();
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
});

/** Lets each engine do something on a site of its own. */
async function inEach<T>(
  act: (target: Target) => Promise<T>,
  pages?: Readonly<Record<string, string>>,
): Promise<readonly T[]> {
  return Promise.all(
    ENGINES.map(async (name) => {
      const target = await targetFor(engines.get(name) as Webkit, pages);
      try {
        return await act(target);
      } finally {
        await target.site.close();
      }
    }),
  );
}

describe("HTML that a page has let in", () => {
  test("runs where no policy stands", async () => {
    const ran = await inEach(async (target) => {
      await tryMarkup(target, "/reference/", MARKUP, false);
      return succeeded(target, MARKUP);
    });
    expect(MARKUP.map(({ name }) => name).filter((name) => !ran.flat().includes(name))).toEqual([]);
  });

  test.each(["/reference/", "/playground/"])("does not run in %s", async (path) => {
    const ran = await inEach(async (target) => {
      await tryMarkup(target, path, MARKUP, true);
      return succeeded(target, MARKUP);
    });
    expect(ran).toEqual([[], [], []]);
  });
});

/** No figure takes one of these from strangers. */
const HARMFUL =
  /^(on|xlink:|(action|autofocus|class|data|exportparts|form(action)?|href|id|is|name|part|popover|slot|src|srcdoc|style)$)/i;

describe("code of a link that a reader runs", () => {
  /** What it shows: attributes of elements. */
  const run = (hasPolicy: boolean) =>
    inEach(async (target) => {
      changePage(target, "/playground/", hasPolicy);
      const attributes = await tryCode(target, CODE);
      return { ran: succeeded(target, CODE), attributes };
    });

  test.each([
    ["with the page's policy", true],
    ["where the playground stands without its policy", false],
  ])("reaches neither the page nor the network, %s", async (_, hasPolicy) => {
    for (const { ran, attributes } of await run(hasPolicy)) {
      expect(ran).toEqual([]);
      expect(attributes).toContain("pe-waves title"); // the figures of some escapes are shown
      const figures = attributes.filter((name) => name.startsWith("pe-")).map((name) => name.split(" ")[1]);
      expect(figures.filter((name = "") => HARMFUL.test(name))).toEqual([]);
    }
  });
});

test("links run nothing in the pages that read them", async () => {
  const ran = await inEach(async (target) => {
    await tryLinks(target, LINKS);
    return succeeded(target, LINKS);
  });
  expect(ran).toEqual([[], [], []]);
});

/** A page that shows the playground in a frame, and one that takes the place of its sandbox. */
const FORGERS = {
  "/host": '<!doctype html><iframe src="/playground/"></iframe>',
  "/forger": "<!doctype html><script src='/forger.js'></script>",
  "/forger.js": `for (const kind of ["figure", "done"]) parent.postMessage({ kind, run: 0, figure: "pe-clock", attributes: [] }, "*");`,
};

/**
 * Runs in the host: sends messages that a sandbox might send, and moves the sandbox elsewhere.
 * @param turns - of 50 ms that it waits for what the moved sandbox shows
 * @returns the figures that are shown
 */
async function forge(turns: number): Promise<string[]> {
  const frame = document.querySelector("iframe") as HTMLIFrameElement;
  const shown = () => [...(frame.contentDocument?.querySelectorAll("#output > *") ?? [])];
  const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
  while (shown().length === 0) await wait(50); // until the recorded sample is there
  const inside = frame.contentWindow as Window;
  for (const kind of ["ready", "figure", "done"])
    inside.postMessage({ kind, run: 0, figure: "pe-waves", attributes: [] }, "*");
  const sandbox = inside.frames[0] as Window;
  const script = "postMessage({ kind: 'figure', figure: 'pe-bias', attributes: [] })";
  sandbox.postMessage({ kind: "run", run: 0, code: "", script, entries: {} }, "*");
  sandbox.location.replace("/forger");
  const figures = () => shown().filter(({ localName }) => localName.startsWith("pe-"));
  for (let turn = 0; turn < turns && figures().length === 0; turn++) await wait(50);
  return figures().map(({ localName }) => localName);
}

describe("messages from elsewhere show nothing in the playground", () => {
  const shown = (hasPolicy: boolean, turns: number) =>
    inEach(async (target) => {
      changePage(target, "/playground/", hasPolicy);
      await target.engine.goto(`${target.site.origin}/host`);
      return target.engine.evaluate(forge, turns);
    }, FORGERS);

  test("with the page's policy", async () => {
    expect(await shown(true, 20)).toEqual([[], [], []]);
  });

  test("without it, a page that takes the place of the sandbox is heard, and no other", async () => {
    expect(await shown(false, 2000)).toEqual([["pe-clock"], ["pe-clock"], ["pe-clock"]]);
  });
});
