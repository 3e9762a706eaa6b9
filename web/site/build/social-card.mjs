/**
 * What other sites show of a link to the home page or to the article: title, description, and a picture that is drawn when it is
 * built, a table of the sinusoidal encoding beside the title.
 */
import { join } from "node:path";
import { PNG } from "pngjs";
import { builtPackage } from "../../../tools/build/built-package.mjs";
import { ROOT } from "../../../tools/process.mjs";
import { siteAddress } from "./article-settings.mjs";
import { serifFor } from "./fonts.mjs";
import { letter } from "./lettering.mjs";

/** The picture of a page. @param {string} path of the page on the site */
const cardFor = (path) => (path.includes("article") ? "card-article.png" : "card.png");
/** What stands in each picture. */
const TITLES = {
  "card.png": "Positional encodings, exact and alive",
  "card-article.png": "How does a transformer know the order of words?",
};

/**
 * A plugin for Vite that draws the pictures.
 * @returns {import("vite").Plugin}
 */
export const cards = () => ({
  name: "cards",
  async generateBundle() {
    const posenc = await builtPackage(join(ROOT, "dist"));
    for (const [fileName, title] of Object.entries(TITLES))
      this.emitFile({ type: "asset", fileName, source: await cardOf(posenc, title) });
  },
});

/** Pixels, as most sites show it. */
const SIZE = { width: 1200, height: 630 };
const INK = [29, 27, 34];
const PAPER = [255, 253, 248];
/** The table at the right: pixels of a column and of a row. */
const TABLE = { left: 800, columns: 40, wide: 10, tall: 10 };
/** The title at the left, pixels. */
const TITLE = { left: 64, size: 76, line: 92, weight: 600 };
const NAME = { size: 36, baseline: 562, weight: 500 };
/** Most characters of a line. */
const MOST = 18;

/** @param {string} title @returns {string[]} */
function linesOf(title) {
  /** @type {string[]} */
  const lines = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= MOST) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/**
 * A title beside the table, as a PNG file.
 * @param {import("../../../tools/build/built-package.mjs").Package} posenc
 * @param {string} title
 */
async function cardOf({ load, divergingPalette }, title) {
  const { width, height } = SIZE;
  const ink = { width, height, coverage: new Float32Array(width * height) };
  const lines = linesOf(title);
  const top = (height - NAME.size - lines.length * TITLE.line) / 2 + 0.6 * TITLE.line;
  const font = await serifFor(title, TITLE.weight);
  for (const [n, text] of lines.entries())
    letter(ink, { font, text, size: TITLE.size, left: TITLE.left, baseline: top + n * TITLE.line });
  const small = { font: await serifFor("posenc", NAME.weight), text: "posenc", left: TITLE.left, ...NAME };
  letter(ink, small);
  const png = new PNG(SIZE);
  ink.coverage.forEach((cover, n) => {
    const colour = PAPER.map((paper, c) => Math.round(paper + cover * ((INK[c] ?? 0) - paper)));
    png.data.set([...colour, 255], 4 * n);
  });
  drawTable(
    png,
    (await load()).sinusoidal({ length: height / TABLE.tall, dModel: TABLE.columns }),
    divergingPalette(),
  );
  return Uint8Array.from(PNG.sync.write(png));
}

/** @param {PNG} png @param {Float32Array} table @param {Uint8ClampedArray} palette */
function drawTable(png, table, palette) {
  const { left, columns, wide, tall } = TABLE;
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < columns * wide; x++) {
      const value = table[Math.floor(y / tall) * columns + Math.floor(x / wide)] ?? 0;
      const colour = 4 * Math.min(Math.max(Math.floor((value + 1) * 128), 0), 255);
      png.data.set(palette.subarray(colour, colour + 4), 4 * (y * SIZE.width + left + x));
    }
}

/**
 * Writes the tags of the Open Graph protocol into the head of the page, from its own title and description.
 * @param {string} html
 * @param {string} path of the page on the site, as `/article/index.html`
 */
export function cardTags(html, path) {
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, description = ""] = /name="description"\s+content="([^"]*)"/.exec(html) ?? [];
  const site = siteAddress();
  const folder = path.slice(1).replace("index.html", "");
  const tags = [
    ["og:type", folder === "" ? "website" : "article"],
    ["og:title", title],
    ["og:description", description],
    ["og:image", `${site || (folder === "" ? "./" : "../")}${cardFor(path)}`],
    ["og:image:width", SIZE.width],
    ["og:image:height", SIZE.height],
    ["og:image:alt", `${title}, beside the sinusoidal encoding as a heat map`],
    ...(site ? [["og:url", site + folder]] : []),
  ];
  const lines = tags.map(([name, content]) => `    <meta property="${name}" content="${content}" />`);
  return html.replace("</head>", () => `${lines.join("\n")}\n  </head>`);
}
