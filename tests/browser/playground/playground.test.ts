import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { axeLightAndDark } from "../harness/axe.ts";
import { describeOnce, testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { SITE } from "../harness/site.ts";
import { asItWasLeft, type WatchOptions } from "../harness/watched-page.ts";
import { codeOn, open, run, runAsItIs, withPlayground as withPages, write } from "./playground-page.ts";

/** The playground: samples, what code can show, and what it cannot reach. */

/** Where the site has the package's text, which the playground loads when it runs code. */
const PACKAGE = `/assets/${readdirSync(`${SITE}/assets`).find((name) => /^inline-.*\.js$/.test(name))}`;

/** Milliseconds that this text takes to come. */
let delay = 0;
const opened = pagesForTests({ delay: (path) => (path === PACKAGE ? delay : 0) });
const pe = await load();

const FOLDER = new URL("../../../web/site/playground/samples/", import.meta.url);
const TITLES = readdirSync(FOLDER).map((name) => {
  const [first = ""] = readFileSync(new URL(name, FOLDER), "utf8").split("\n");
  return first.slice(3);
});

const withPlayground = <T>(use: (page: Page) => Promise<T>, options?: WatchOptions, fragment?: string) =>
  withPages(opened, use, options, fragment);

/** For tests that run code of their own, whatever ran before. */
const withUsedPlayground = (use: (page: Page) => Promise<void>) =>
  withPages(opened, use, { renewal: asItWasLeft });

describeOnce("samples", () => {
  test("there are a dozen, and each says in its first line what it shows", () => {
    expect(TITLES).toHaveLength(12);
    for (const title of TITLES) expect(title).toMatch(/^[A-Z].{10,}/);
  });

  test.each(TITLES)("%s", async (title) => {
    await withUsedPlayground(async (page) => {
      await page.getByLabel("sample").selectOption({ label: title });
      const { status, shown } = await runAsItIs(page);
      expect(shown.join("\n")).not.toMatch(/NaN|undefined|failed|Error/i);
      expect(status).toBe("Done.");
      expect(shown.length).toBeGreaterThan(0);
    });
  });
});

describeOnce("before anything runs", () => {
  test("the first sample's output is there, marked as recorded, and equal to what Run gives", async () => {
    await withPlayground(async (page) => {
      const texts = () => page.locator("#output > *").allTextContents();
      const pixels = () =>
        page.locator("#output .plot canvas").evaluate((node) => (node as HTMLCanvasElement).toDataURL());
      await page.locator("#output .matrix").waitFor();
      const [mark, ...before] = await texts();
      expect(mark).toBe("Recorded when this page was built. Run computes it here.");
      const picture = await pixels();
      expect(await page.locator("#status").textContent()).toBe("");
      await runAsItIs(page);
      expect(await texts()).toEqual(before);
      expect(await pixels()).toBe(picture);
    });
  });

  test("another sample waits for its button", async () => {
    await withPlayground(async (page) => {
      await page.locator("#output .matrix").waitFor();
      await page.getByLabel("sample").selectOption({ index: 5 });
      expect(await page.locator("#output > *").count()).toBe(1);
      await page.getByRole("button", { name: "Run this sample" }).click();
      await expect.poll(() => page.locator("#status").textContent()).toBe("Done.");
      expect(await page.locator("#output").textContent()).toContain("the row differs by");
    });
  });
});

describe("output of code", () => {
  test("numbers are the package's own, to the bit", async () => {
    const table = pe.sinusoidal({ length: 50, dModel: 128 });
    await withUsedPlayground(async (page) => {
      const code = `import { load } from "posenc";
const pe = await load();
show(pe.sinusoidal({ length: 50, dModel: 128 })[49 * 128 + 2]);`;
      expect(await run(page, code)).toEqual({ status: "Done.", shown: [String(table[49 * 128 + 2])] });
    });
  });

  testOnce("a matrix is a picture with a pixel for each entry", async () => {
    await withUsedPlayground(async (page) => {
      const { shown } = await run(
        page,
        `show(Float32Array.of(-1, 0, 1, 1, 0, -1), { columns: 3, label: "cross" });`,
      );
      expect(shown).toEqual(["cross: 2 × 3, colours from −1 to 1"]);
      const pixels = await page.locator("#output .plot canvas").evaluate((node) => {
        const canvas = node as HTMLCanvasElement;
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return Array.from({ length: 6 }, (_, at) => Array.from(data.subarray(4 * at, 4 * at + 3)).join());
      });
      const [low, middle, high] = pixels;
      expect(new Set([low, middle, high]).size).toBe(3);
      expect(pixels).toEqual([low, middle, high, high, middle, low]);
    });
  });

  testOnce("a figure is drawn with its attributes; another name is refused", async () => {
    await withUsedPlayground(async (page) => {
      await run(page, `show({ figure: "pe-waves", dimensions: "4 5" }); show({ figure: "script" });`);
      const figure = page.locator("#output pe-waves");
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      expect(await figure.getAttribute("dimensions")).toBe("4 5");
      expect(await page.locator("#output > .failure").textContent()).toBe('There is no figure "script".');
    });
  });

  testOnce("a wrong number of columns is an error, and big integers are numbers", async () => {
    await withUsedPlayground(async (page) => {
      for (const columns of ["0", "1.5", "NaN", '"3"']) {
        const { status, shown } = await run(page, `show(Float32Array.of(1, 2, 3), { columns: ${columns} });`);
        expect(status).toBe("Failed.");
        expect(shown.join()).toMatch(/^Line 1: RangeError: show: columns must be a whole number from 1/);
      }
      const { shown } = await run(
        page,
        "show(BigInt64Array.of(1n, -2n)); show(BigInt64Array.of(1n, -2n), { columns: 2 }); show(new Float32Array(20));",
      );
      const long = `Float32Array(20) [${"0, ".repeat(12)}…]`;
      expect(shown).toEqual(["BigInt64Array(2) [1, -2]", "1 × 2, colours from −2 to 2", long]);
    });
  });

  testOnce("the console shows the numbers of an array, and how many there are", async () => {
    await withUsedPlayground(async (page) => {
      const { shown } = await run(
        page,
        `console.log("a", Float32Array.of(1, -0.5)); console.log(new Uint8Array(20));`,
      );
      expect(shown).toEqual(["a Float32Array(2) [1, -0.5]", `Uint8Array(20) [${"0, ".repeat(12)}…]`]);
    });
  });

  test("errors name the reader's own line", async () => {
    await withUsedPlayground(async (page) => {
      const { status, shown } = await run(
        page,
        `const a = 1;\nconsole.log("before");\nthrow new RangeError("no");`,
      );
      expect(status).toBe("Failed.");
      expect(shown[0]).toBe("before");
      expect(shown[1]).toBe("Line 3: RangeError: no");
      const wrong = await run(
        page,
        `import { load } from "posenc";\nconst pe = await load();\npe.sinusoidal({});`,
      );
      expect(wrong.shown.join()).toContain("dModel");
    });
  });
});

/** Lets the timers of the sandbox end in a tenth of their time. */
async function hurry(page: Page): Promise<void> {
  for (const frame of page.frames().filter((frame) => frame.parentFrame() !== null))
    await frame.evaluate(() => {
      const { setTimeout } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (act: () => void, milliseconds: number) => setTimeout(act, milliseconds / 10),
      });
    });
}

describe("limits of code", () => {
  test("it does not reach the page, its storage, or the network", async () => {
    const code = `
for (const what of [() => document.title, () => localStorage.length, () => parent.document]) {
  try { show(String(what())); } catch (error) { show("refused"); }
}
try { await fetch(location.origin === "null" ? "${"http"}://127.0.0.1/" : "/"); show("fetched"); } catch { show("refused"); }
try { indexedDB.open("x"); show("opened"); } catch { show("refused"); }`;
    const expected = /Content Security Policy|Content-Security-Policy|blocked|foreign request/;
    await withPlayground(
      async (page) => {
        expect((await run(page, code)).shown).toEqual([
          "refused",
          "refused",
          "refused",
          "refused",
          "refused",
        ]);
      },
      { expected },
    );
  });

  test("it does not run for ever, and the page responds meanwhile", async () => {
    await withPlayground(async (page) => {
      await open(page, `show("begun"); for (;;) {}`);
      await page.locator("#run").click();
      await expect.poll(() => page.locator("#output").textContent()).toBe("begun");
      await page.getByRole("button", { name: "Stop" }).click();
      expect(await page.locator("#status").textContent()).toBe("Stopped.");
      await hurry(page);
      const { status, shown } = await runAsItIs(page);
      expect(status).toBe("Failed.");
      expect(shown).toEqual(["begun", "Stopped after 10 seconds."]);
    });
  });
});

describeOnce("while the package is loaded", () => {
  const code = 'import "posenc/full";\nshow("begun");';

  test("Stop has effect even if the package arrives later", async () => {
    delay = 3000; // Stop is pressed long before
    await withPlayground(async (page) => {
      await open(page, code);
      const come = page.waitForResponse((response) => response.url().endsWith(PACKAGE));
      await page.locator("#run").click();
      await page.getByRole("button", { name: "Stop" }).click();
      await come;
      await page.waitForTimeout(1000); // long enough for a worker to start and to speak
      expect(await page.locator("#output").textContent()).toBe("");
      expect(await page.locator("#status").textContent()).toBe("Stopped.");
    });
    delay = 0;
  });

  test("after a fault of the network the next run works", async () => {
    opened.site.replies.set(PACKAGE, { status: 503 });
    await withPlayground(
      async (page) => {
        const { shown } = await run(page, code);
        expect(shown.join()).toContain("The package could not be loaded");
        opened.site.replies.delete(PACKAGE);
        expect(await runAsItIs(page)).toEqual({ status: "Done.", shown: ["begun"] });
      },
      { expected: /503/ },
    );
  });
});

describeOnce("links", () => {
  test("code travels in the fragment, and waits for the reader", async () => {
    const code = 'show("größer als 𝄞");';
    const link = await withPlayground(async (page) => {
      await write(page, code);
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(10);
      return page.evaluate(() => location.hash);
    });
    await withPlayground(
      async (page) => {
        await expect.poll(async () => (await codeOn(page)).trim()).toBe(code);
        expect(await page.locator("#output > *").count()).toBe(0);
        expect(await page.locator("#status").textContent()).toContain("Read it, then run it");
        expect(await runAsItIs(page)).toEqual({ status: "Done.", shown: ["größer als 𝄞"] });
      },
      {},
      link,
    );
  });

  test.each(["#code=%%%", "#code=AAAA", "#elsewhere"])(
    "%s opens the first sample, and says so",
    async (fragment) => {
      await withPlayground(
        async (page) => {
          const status = () => page.locator("#status").textContent();
          await expect.poll(status).toBe("This link has no code that can be read.");
          expect(await page.locator("#samples").inputValue()).toBe("0"); // perhaps as an earlier test has left it
        },
        {},
        fragment,
      );
    },
  );
});

testOnce("axe finds no violation, light and dark", async () => {
  await withPlayground(async (page) => {
    await runAsItIs(page);
    expect(await axeLightAndDark(page)).toEqual([]);
  });
});

test("Ctrl + Enter runs; Tab leaves the editor", async () => {
  await withPlayground(async (page) => {
    await write(page, "show(1 + 1);");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.locator("#output").textContent()).toBe("2");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("#editor") ?? null)).toBe(null);
  });
});
