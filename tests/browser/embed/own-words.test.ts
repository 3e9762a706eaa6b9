import { expect, test } from "vitest";
import { axeViolations } from "../harness/axe.ts";
import { drawn, plain, settled } from "../harness/figure-page.ts";
import { pagesForTests } from "../harness/pages.ts";
import { strictPolicy } from "../harness/policy.ts";
import { withPage } from "../harness/watched-page.ts";

/** Figures in the language of their page: one table of words, in a block of data that strict policies allow. */

const german = {
  "score q · k": "Wert q · k",
  "move both words": "beide Wörter verschieben",
  "move the key only": "nur den Schlüssel verschieben",
  "# radian a step": "# Radiant je Schritt",
  "# rad a step": "# rad je Schritt",
  "Query at #, key at #, distance #: score #. Move both, and the hands turn together; move one, and the angles change.":
    "Abstand #3, Wert #4: Anfrage bei #1, Schlüssel bei #2. Verschiebt man beide, drehen sich die Zeiger gemeinsam.",
  "# dials, query at #, key at #": "# Zifferblätter, Anfrage bei #, Schlüssel bei #",
  More: "Mehr",
  Values: "Werte",
  Share: "Teilen",
};

const page = (
  words: string,
) => `<!doctype html><html lang="de"><title>pe-dials</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="application/json" id="pe-words">${words}</script>
<script type="module" src="/dist/define.js"></script>
<main><h1>Zeiger</h1><pe-dials query="12" key="7"><p>Zifferblätter.</p></pe-dials></main>`;

const opened = pagesForTests({
  pages: { "/": page(JSON.stringify(german)), "/broken": page("{") },
  csp: strictPolicy(),
});

test("a figure speaks its page's language, in its picture, its controls, its names and what it says of each move", async () => {
  await withPage(opened.browser, opened.site, { path: "/" }, async (tab) => {
    const figure = tab.locator("pe-dials");
    await drawn(figure);
    const readout = async () => plain((await figure.locator(".readout").allTextContents()).join(" "));
    expect(await readout()).toContain("Abstand 5, Wert 0.917: Anfrage bei 12, Schlüssel bei 7.");
    await figure.getByRole("slider", { name: "beide Wörter verschieben" }).fill("40");
    await settled(figure);
    await expect.poll(readout).toContain("Abstand 5, Wert 0.917: Anfrage bei 40, Schlüssel bei 35.");
    await figure.getByRole("slider", { name: "nur den Schlüssel verschieben" }).fill("42");
    await expect.poll(readout).toContain("Abstand -2,");
    const drawing = await figure.locator("svg.drawing text").allTextContents();
    expect(drawing.map(plain)).toEqual(expect.arrayContaining(["Wert q · k", "1 Radiant je Schritt"]));
    expect(await figure.locator(".plot").first().getAttribute("aria-label")).toMatch(
      /^4 Zifferblätter, Anfrage bei 40, Schlüssel bei 42/,
    );
    const file = await figure.evaluate(async (node) =>
      (await (node as unknown as { toBlob(type: string): Promise<Blob> }).toBlob("svg")).text(),
    );
    expect(file).toContain("Wert q · k");
    await figure.getByRole("button", { name: "Mehr" }).click();
    expect(await figure.getByRole("button", { name: "Teilen" }).isVisible()).toBe(true);
    expect(await axeViolations(tab)).toEqual([]);
  });
});

test("a table that cannot be read leaves the figure in English, and the figure says what is wrong", async () => {
  await withPage(opened.browser, opened.site, { path: "/broken" }, async (tab) => {
    const figure = tab.locator("pe-dials");
    await drawn(figure);
    await figure.getByText('The script with the id "pe-words" must be a JSON object of texts').waitFor();
    expect(await figure.getByRole("slider", { name: "move both words" }).isVisible()).toBe(true);
  });
});
