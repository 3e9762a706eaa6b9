import type { Page } from "playwright-core";
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { keepFiles, nextFile } from "../harness/keep-files.ts";
import { describeOnce, testOnce } from "../harness/once.ts";
import { pagesForTests } from "../harness/pages.ts";
import { PATIENCE } from "../harness/patience.ts";
import { npyMatrix } from "../harness/shared-numbers.ts";
import { type WatchOptions, withPage } from "../harness/watched-page.ts";
import { type Dropped, drop, dropped, plantedRows } from "./inputs.ts";

/** The workbench: what is dropped, pasted and linked, and what it says of it. */

const opened = pagesForTests();

const withWorkbench = <T>(use: (page: Page) => Promise<T>, options: WatchOptions = {}, hash = "") =>
  withPage(
    opened.browser,
    opened.site,
    { before: keepFiles, ...options, path: `/workbench/${hash}` },
    async (page) => {
      await page.locator("#samples button").first().waitFor();
      return use(page);
    },
  );

const verdict = async (page: Page) => (await page.locator("#verdict").textContent()) ?? "";
const fault = async (page: Page) => (await page.locator("#fault").textContent()) ?? "";

/** Waits until the worker is done, and gives the verdict. */
async function done(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector("#progress progress") === null);
  return verdict(page);
}

async function dropOn(page: Page, ...files: readonly Dropped[]): Promise<string> {
  await page.evaluate(drop, files);
  return done(page);
}

const samples = [
  [
    "gpt-oss in engines",
    /^llama\.cpp, llama\.cpp with CUDA and MLX compute something else\. ?.*rounds the ends of YaRN's ramp: pair 17 turns 76 % too fast/,
  ],
  ["a broken cache", /^Positions are rounded to a short float\. .* 128 of 320 values differ/],
  ["a table in bfloat16", /^The table is sinusoidal: d = 32\..*rounded to bfloat16 \(8 bits\)\.$/],
] as const;

testOnce.each(samples)("%s is a sample, and its verdict stands first", async (name, words) => {
  await withWorkbench(async (page) => {
    await page.getByRole("button", { name }).click();
    expect(await done(page)).toMatch(words);
    const first = (await page.locator("#result h2").textContent())!;
    expect(first.length).toBeGreaterThan(12);
    expect((await verdict(page)).startsWith(first)).toBe(true);
    expect(await page.locator("#report .mark").count()).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describeOnce("a config", () => {
  test("has a table of programs against questions, in which differences have a sign", async () => {
    await withWorkbench(async (page) => {
      await page.getByRole("button", { name: "gpt-oss in engines" }).click();
      await done(page);
      for (const title of await page.getByText("The table of all questions").all()) await title.click();
      const rows = page.locator(".engines tbody tr");
      expect(await rows.count()).toBe(2 * 11); // layers with a window, and without
      const cells = (name: string) =>
        rows.filter({ has: page.getByRole("rowheader", { name, exact: true }) }).locator("td");
      const other = await cells("llama-cpp").allTextContents();
      expect(other).toEqual(expect.arrayContaining(["150000", "64", "halves", "≠ pair 17 +76 %", "1.3466"]));
      expect(await cells("vllm").allTextContents()).not.toContain("≠ pair 17 +76 %");
      const sentences = await page.locator(".verdicts li.other").allTextContents(); // the others are folded
      expect(sentences).toHaveLength(2 * 4);
      for (const sentence of sentences) expect(sentence).toMatch(/^≠another rotation: /);
    });
  });

  test("has the differences of two programs as figures", async () => {
    await withWorkbench(async (page) => {
      await page.getByRole("button", { name: "gpt-oss in engines" }).click();
      await done(page);
      const figure = page.locator("pe-parity").first();
      await figure.scrollIntoViewIfNeeded();
      await figure.locator(".frame[data-state=drawn]").waitFor();
      expect(await figure.locator(".note").textContent()).toBe("");
      expect(await figure.locator(".readout").textContent()).toContain("vLLM (ffdc985");
      const views = await page
        .locator("pe-parity")
        .evaluateAll((all) => all.map((each) => each.getAttribute("view")));
      expect(views).toEqual(["phase", "wavelengths", "phase", "wavelengths"]);
    });
  });
});

describe("files are dropped:", () => {
  test("of each kind, one after the other", async () => {
    await withWorkbench(async (page) => {
      for (const [kind, words] of [
        ["config", /compute the same rotation/],
        ["csv", /^The table is /],
        ["gguf", /./],
        ["json", /^The table is /],
        ["archive", /^The cache is a rotation \(RoPE\): head width 32, base 10000\./],
        ["npy", /^The table is /],
      ] as const) {
        const before = await verdict(page);
        expect(await dropOn(page, dropped[kind]), kind).toMatch(words);
        expect(await verdict(page), kind).not.toBe(before);
        expect(await fault(page), kind).toBe("");
      }
    });
  });

  test("weights beside their config, whose pairing is told and whose rows are saved in the other order", async () => {
    await withWorkbench(async (page) => {
      await dropOn(page, dropped.config, dropped.safetensors);
      expect(await page.locator(".weights").textContent()).toContain("Only the header was read.");
      await page.getByRole("button", { name: "Read it, and tell its pairing" }).click();
      await done(page);
      await page.getByText("Halves: norms agree in").waitFor();
      await page.getByRole("button", { name: "Save its rows permuted to interleaved, .npy" }).click();
      const { shape, values } = npyMatrix(Buffer.from(await page.evaluate(nextFile, PATIENCE), "base64"));
      expect(shape).toEqual([1024, 2]);
      const pe = await load();
      expect(values).toEqual([
        ...pe.permutePairing(plantedRows(), { headDim: 128, to: "interleaved", columns: 2 }),
      ]);
    });
  });

  testOnce("a bad one is refused in a sentence, and what was shown before stays", async () => {
    await withWorkbench(async (page) => {
      const before = await dropOn(page, dropped.npy);
      for (const [bad, words] of [
        [dropped.cut, /^The file ends within its numbers/],
        [dropped.broken, /^Config must be the text of a config\.json/],
        [dropped.npz, /^The file has an array /],
      ] as const) {
        expect(await dropOn(page, bad)).toBe(before);
        expect(await fault(page)).toMatch(words);
        expect(await fault(page)).toContain("What is shown below is of the input before.");
      }
      await dropOn(page, dropped.csv);
      expect(await fault(page)).toBe("");
    });
  });

  testOnce("what is expected changes the verdict", async () => {
    await withWorkbench(async (page) => {
      await page.getByLabel("Expected, if you know it").fill("llama-9");
      await dropOn(page, dropped.csv);
      expect(await fault(page)).toMatch(/llama-9.*did you mean/);
      await page.getByLabel("Expected, if you know it").fill("method=sinusoidal&dModel=16&base=500");
      expect(await dropOn(page, dropped.csv)).toMatch(/^The base \(`rope_theta`\) is 10000; expected 500/);
    });
  });
});

test("works with keys alone", async () => {
  await withWorkbench(async (page) => {
    const active = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const order: unknown[] = [];
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter"); // to the content, past the header
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press("Tab");
      order.push(await active());
    }
    for (const name of ["file", "text", "run", "link", "a broken cache"]) expect(order).toContain(name);
    await page.locator("#text").focus();
    await page.keyboard.insertText("0, 1\n0.8415, 0.5403\n0.9093, -0.4161\n0.1411, -0.9900");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => verdict(page)).toMatch(/^The table is /);
  });
});

describeOnce("a link", () => {
  test("has a short input, and shows it again", async () => {
    const address = await withWorkbench(async (page) => {
      await page.getByRole("button", { name: "gpt-oss in engines" }).click();
      await done(page);
      return page.url();
    });
    const hash = new URL(address).hash;
    expect(hash).toMatch(/^#input\?text=/);
    await withWorkbench(
      async (page) => {
        expect(await done(page)).toMatch(samples[0][1]);
        expect(await page.locator("#text").inputValue()).toContain('"gpt_oss"');
      },
      {},
      hash,
    );
  });

  test("of a long text is refused in words", async () => {
    await withWorkbench(async (page) => {
      await page.locator("#text").fill("0.841471 ".repeat(2000));
      await page.getByRole("button", { name: "Copy link" }).click();
      expect(await page.locator("#progress").textContent()).toMatch(
        /^This text is too long for a link, which holds 6000/,
      );
    });
  });

  test("opens a piece of the museum", async () => {
    await withWorkbench(async (page) => expect(await done(page)).toContain("ramp"), {}, "#museum?piece=3");
  });
});

test("nothing leaves the machine: the page's policy allows no other server", async () => {
  const expected = /Content.Security.Policy|Refused to connect|violates/i;
  await withWorkbench(
    async (page) => {
      const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      for (const part of [
        "default-src 'none'",
        "connect-src 'self'",
        "form-action 'none'",
        "worker-src 'self'",
      ])
        expect(policy).toContain(part);
      const sent = await page.evaluate(() =>
        fetch("https://example.com/").then(
          () => "sent",
          () => "refused",
        ),
      );
      expect(sent).toBe("refused");
    },
    { expected },
  );
});

testOnce("nothing is asked of the server for what is dropped", async () => {
  await withWorkbench(async (page) => {
    await dropOn(page, dropped.npy); // the worker has come
    opened.site.requested.length = 0;
    await dropOn(page, dropped.csv);
    expect(opened.site.requested).toEqual([]);
  });
});

testOnce.each([280, 360])("nothing is wider than a page of %i px", async (width) => {
  await withWorkbench(
    async (page) => {
      for (const [name] of samples) {
        await page.getByRole("button", { name }).click();
        await done(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    },
    { width },
  );
});

testOnce("a new drop gives up the one before", async () => {
  await withWorkbench(async (page) => {
    const large = {
      name: "large.csv",
      base64: Buffer.from("0.5,0.25,1,0\n".repeat(60_000)).toString("base64"),
    };
    /** Drops it, and does something before the page can have looked at it. */
    const whileItLooks = (then: string) => page.evaluate(`(${drop})(${JSON.stringify([large])}); ${then}`);
    expect(await whileItLooks('document.querySelectorAll("#progress progress").length')).toBe(1);
    expect(await dropOn(page, dropped.npy)).toMatch(/^The table is sinusoidal/);
    expect(await whileItLooks('document.querySelector("#stop").hidden')).toBe(false);
    await whileItLooks('document.querySelector("#stop").click()');
    expect(await page.locator("#progress").textContent()).toBe("Stopped.");
    expect(await verdict(page)).toMatch(/^The table is sinusoidal/);
  });
});
