import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { sinusoidPresets } from "../../../src/api/presets/sinusoid.ts";
import { openMore, settled, WARNING } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { withPage } from "../harness/watched-page.ts";
import { JOHN } from "./attention-page.ts";

/** What <pe-attention> loads for its encodings, and what it does while that is on its way or does not come. */

const page = (attributes: string) =>
  `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<script type="module" src="/dist/embed.js"></script>
<pe-attention first="${JOHN[0]}" second="${JOHN[1]}" ${attributes}><p>In its place.</p></pe-attention>`;

/** Keeps figures far from each other, also before they are defined. */
const SPACE = '<div style="height: 200vh"></div>';

const FULL = ["/dist/encodings.js", "/dist/posenc-full.wasm"];
const PLAIN = ["/dist/posenc-attention.wasm", "/dist/posenc.wasm"];

const opened = pagesForTests({
  pages: {
    "/plain": page(""),
    "/rope": page('left="rope"'),
    "/below": page("").replace("<pe-attention", `${SPACE}<pe-bias></pe-bias>${SPACE}<pe-attention`),
  },
});
afterEach(() => opened.site.replies.clear());

const MISSING = /Failed to load resource.*404/;
const expected = new RegExp(`${WARNING.source}|${MISSING.source}`);

async function withFigure(
  path: string,
  use: (figure: Locator, asked: () => string[], page: Page) => Promise<void>,
): Promise<void> {
  const from = opened.site.requested.length;
  const asked = () => opened.site.requested.slice(from).filter((file) => [...FULL, ...PLAIN].includes(file));
  await withPage(opened.browser, opened.site, { path, expected }, (page) =>
    use(page.locator("pe-attention"), asked, page),
  );
}

const drawn = (figure: Locator) => figure.locator(".frame[data-state=drawn]").waitFor();

async function choose(figure: Locator, side: "one encoding" | "another", label: string): Promise<void> {
  await openMore(figure);
  await figure.getByRole("combobox", { name: side }).selectOption({ label });
  await settled(figure);
}

const titlesOf = (figure: Locator) => figure.locator("svg.drawing text[font-weight]").allTextContents();

/** The bits of the outputs, by the names of their rows. */
const outputsOf = (figure: Locator): Promise<Record<string, number[]>> =>
  figure.evaluate((node) => {
    type Rows = { rows: string[]; columns: unknown[]; values: Float32Array };
    const { rows, columns, values } = (node as unknown as { array(): Rows }).array();
    const bits = new Uint32Array(Float32Array.from(values).buffer);
    const width = columns.length;
    return Object.fromEntries(
      rows.map((name, row) => [name, [...bits.slice(row * width, (row + 1) * width)]]),
    );
  });

test("the full module is loaded once an encoding needs it, and the other side keeps every bit", async () => {
  await withFigure("/plain", async (figure, asked) => {
    await drawn(figure);
    for (const label of ["fairseq", "simple_pe", "Sinusoidal"]) await choose(figure, "another", label);
    expect(asked().sort()).toEqual(PLAIN);
    expect(await titlesOf(figure)).toEqual(["No positions", "Sinusoidal"]);
    const before = await outputsOf(figure);

    await choose(figure, "one encoding", "RoPE");
    expect(asked().sort()).toEqual([...FULL, ...PLAIN].sort());
    expect(await titlesOf(figure)).toEqual(["RoPE", "Sinusoidal"]);
    const after = await outputsOf(figure);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [row, bits] of Object.entries(before)) {
      if (row.startsWith("right")) expect(after[row], row).toEqual(bits);
      else if (!row.startsWith("left 1.1")) expect(after[row], row).not.toEqual(bits);
    }
    await choose(figure, "one encoding", "No positions");
    expect(await outputsOf(figure)).toEqual(before);
    expect(asked()).toHaveLength(4);
  });
});

test("every plain encoding has the bits that the full module gives it", async () => {
  await withFigure("/plain", async (figure, asked) => {
    await drawn(figure);
    const rightOf = async (encoding: string) => {
      await figure.evaluate((node, text) => node.setAttribute("right", text), encoding);
      await settled(figure);
      const outputs = Object.entries(await outputsOf(figure));
      return Object.fromEntries(outputs.filter(([row]) => row.startsWith("right")));
    };
    const encodings = ["none", "sinusoidal", ...Object.keys(sinusoidPresets)];
    const small: Awaited<ReturnType<typeof rightOf>>[] = [];
    for (const encoding of encodings) small.push(await rightOf(encoding));
    expect(asked().sort()).toEqual(PLAIN);
    await choose(figure, "one encoding", "ALiBi");
    expect(asked()).toContain(FULL[1]);
    for (const [at, encoding] of encodings.entries())
      expect(await rightOf(encoding), encoding).toEqual(small[at]);
  });
});

test("a figure whose encoding needs the full module loads no other", async () => {
  await withFigure("/rope", async (figure, asked) => {
    await drawn(figure);
    expect(asked().sort()).toEqual(FULL);
    await choose(figure, "one encoding", "No positions");
    expect(await titlesOf(figure)).toEqual(["No positions", "Sinusoidal"]);
    expect(asked().sort(), "what the page has is used").toEqual(FULL);
  });
});

test("in a page with a figure of the full module it uses that one", async () => {
  await withFigure("/below", async (figure, asked, page) => {
    await page.waitForFunction(() => document.querySelector("pe-bias")?.shadowRoot);
    expect(asked().filter((file) => file.endsWith(".wasm"))).toEqual([]);
    await figure.scrollIntoViewIfNeeded();
    await drawn(figure);
    expect(asked().sort()).toEqual(FULL);
  });
});

test("if the full module does not come, the last picture stays, and another choice tries again", async () => {
  await withFigure("/plain", async (figure) => {
    await drawn(figure);
    opened.site.replies.set(FULL[1]!, { status: 404 });
    await choose(figure, "another", "RoPE");
    const note = figure.locator(".note");
    expect(await note.textContent()).toMatch(
      /^A part of this figure could not be loaded: .*posenc-full\.wasm.*404/,
    );
    expect(await titlesOf(figure)).toEqual(["No positions", "Sinusoidal"]);
    expect(await figure.locator(".frame").getAttribute("aria-busy")).toBe("false");

    await choose(figure, "another", "fairseq");
    expect(await titlesOf(figure)).toEqual(["No positions", "fairseq"]);
    expect(await note.isVisible()).toBe(false);

    opened.site.replies.clear();
    await choose(figure, "another", "RoPE");
    expect(await titlesOf(figure)).toEqual(["No positions", "RoPE"]);
    expect(await note.isVisible()).toBe(false);
  });
});

test("a link to an encoding that does not come is taken back", async () => {
  await withFigure("/plain", async (figure, _, page) => {
    await drawn(figure);
    opened.site.replies.set(FULL[1]!, { status: 404 });
    await page.evaluate(() => {
      location.hash = "#pe-attention?right=alibi";
    });
    const note = figure.locator(".note");
    await expect.poll(() => note.textContent()).toMatch(/^The link was not followed\. .*404/);
    await settled(figure);
    expect(await titlesOf(figure)).toEqual(["No positions", "Sinusoidal"]);
    expect(await figure.getAttribute("right")).toBe(null);
  });
});

test("if it does not come for the first picture, the children stay until a retry", async () => {
  opened.site.replies.set(FULL[1]!, { status: 404 });
  await withFigure("/rope", async (figure) => {
    await figure.locator(".frame[data-state=failed]").waitFor();
    expect(await figure.getByText("In its place.").isVisible()).toBe(true);
    opened.site.replies.clear();
    await figure.getByRole("button", { name: "Retry" }).click();
    await drawn(figure);
    expect(await titlesOf(figure)).toEqual(["RoPE", "Sinusoidal"]);
  });
});

test("what is chosen while the full module is on its way is drawn, and not what was chosen before", async () => {
  await withFigure("/plain", async (figure, asked, page) => {
    await drawn(figure);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${FULL[1]}`, async (route) => {
      await released;
      await route.continue();
    });
    await openMore(figure);
    const menu = figure.getByRole("combobox", { name: "another" });
    const onItsWay = page.waitForRequest((request) => request.url().endsWith(FULL[1]!));
    await menu.selectOption({ label: "RoPE" });
    await onItsWay;
    expect(await figure.locator(".frame").getAttribute("aria-busy")).toBe("true");
    expect(await titlesOf(figure)).toEqual(["No positions", "Sinusoidal"]);
    await choose(figure, "another", "fairseq");
    expect(await titlesOf(figure)).toEqual(["No positions", "fairseq"]);
    await menu.selectOption({ label: "ALiBi" });
    release();
    await settled(figure); // the module is there
    expect(await titlesOf(figure)).toEqual(["No positions", "ALiBi"]);
    expect(asked().filter((file) => file === FULL[1])).toHaveLength(1);
    await page.unrouteAll();
  });
});
