import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Pages, pagesForTests } from "./harness/pages.ts";
import { strictPolicy } from "./harness/policy.ts";
import { DIST, type Reply, serveSite } from "./harness/site.ts";
import { withPage } from "./harness/watched-page.ts";

/** What a page's script gets from one load: the row of position 1, or the error. */
interface Outcome {
  row?: number[];
  name?: string;
  code?: string;
  message?: string;
}

interface Setting {
  /** The site; default: one without a policy. */
  from?: Pages;
  reply?: Reply;
  /** Messages that the browser writes about the fault. */
  expected?: RegExp;
}

const head = '<!doctype html><title>t</title><link rel="icon" href="data:," />';
const script = `
  import { load } from "/dist/index.js";
  load().then(
    (pe) => { window.outcome = { row: [...pe.sinusoidal({ length: 1, start: 1, dModel: 4 })] }; },
    ({ name, code, message }) => { window.outcome = { name, code, message }; },
  );
`;
const pages = { "/": `${head}<script type="module" src="/main.js"></script>`, "/main.js": script };

const opened = pagesForTests({ pages });
const strict = pagesForTests({ pages, csp: strictPolicy() });
const withoutWasm = pagesForTests({ pages, csp: strictPolicy("") });
const withoutFetch = pagesForTests({
  pages,
  csp: strictPolicy().replace("connect-src 'self'", "connect-src 'none'"),
});

/** Loads the package in a page, as a stranger's script would. */
async function loadInPage({ from = opened, reply, expected }: Setting): Promise<Outcome> {
  const { browser, site } = from;
  if (reply) site.replies.set("/dist/posenc.wasm", reply);
  try {
    return await withPage(browser, site, expected ? { expected } : {}, outcomeOf);
  } finally {
    site.replies.clear();
  }
}

async function outcomeOf(page: Page): Promise<Outcome> {
  const read = () => page.evaluate(() => (window as unknown as { outcome?: Outcome }).outcome);
  await expect.poll(read).toBeDefined();
  return (await read())!;
}

const works = { row: [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004].map(Math.fround) };
describe("the package loads", () => {
  test("on a plain page", async () => {
    expect(await loadInPage({})).toEqual(works);
  });

  test("with any content type", async () => {
    for (const type of ["text/plain", "application/octet-stream", "text/html"]) {
      expect(await loadInPage({ reply: { headers: { "Content-Type": type } } })).toEqual(works);
    }
  });

  test("from another origin, into a page without rights", async () => {
    const library = await serveSite({ folders: { "/dist/": DIST }, shared: true });
    const inner = `
      import { load } from "${library.origin}/dist/index.js";
      const pe = await load();
      parent.postMessage({ row: [...pe.sinusoidal({ length: 1, start: 1, dModel: 4 })] }, "*");
    `;
    const frame = `<iframe sandbox="allow-scripts" srcdoc='<script type="module">${inner}</script>'></iframe>`;
    const catcher = "<script>addEventListener('message', ({ data }) => { window.outcome = data; });</script>";
    const site = await serveSite({ pages: { "/": `${head}${catcher}${frame}` } });
    const foreign = new RegExp(`^foreign request: ${library.origin}`);
    try {
      expect(await withPage(opened.browser, site, { expected: foreign }, outcomeOf)).toEqual(works);
    } finally {
      await Promise.all([site.close(), library.close()]);
    }
  });

  test("under a strict policy that allows WebAssembly", async () => {
    expect(await loadInPage({ from: strict })).toEqual(works);
  });
});

describe("a load that fails says why, and writes nothing to the console", () => {
  const faults: [name: string, setting: Setting, code: string, message: RegExp][] = [
    [
      "404",
      { reply: { status: 404 }, expected: /^console\.error: Failed to load resource.*404/ },
      "not-found",
      /http:\/\/127\.0\.0\.1:\d+\/dist\/posenc\.wasm: the server answered 404/,
    ],
    ["HTML instead", { reply: { body: () => "<!doctype html>" } }, "not-wasm", /an HTML page/],
    [
      "half a file",
      { reply: { body: (file) => file.subarray(0, 9999) } },
      "damaged",
      /cut short \(9999 bytes\)/,
    ],
    [
      "no WebAssembly allowed",
      { from: withoutWasm, expected: /Content Security Policy|settings blocked WebAssembly/ },
      "csp",
      /Content-Security-Policy .*'wasm-unsafe-eval'.* script-src/,
    ],
    [
      "no connection",
      {
        from: withoutFetch,
        expected: /connect-src|Fetch API cannot load/,
      },
      "fetch",
      /could not be read from .*connect-src/,
    ],
  ];
  test.each(faults)("%s", async (_, setting, code, message) => {
    const outcome = await loadInPage(setting);
    expect(outcome).toMatchObject({ name: "Error", code });
    expect(outcome.message).toMatch(message);
  });
});
