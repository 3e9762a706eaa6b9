/**
 * What other sites show of a link to the home page or to the article: title, description, and a picture that is drawn when it is
 * built, a table of the sinusoidal encoding beside the title.
 */

import { join } from "node:path";
import { Blob, Buffer, Face, Font, shape } from "harfbuzzjs";
import { PNG } from "pngjs";
import { builtPackage } from "../../../tools/build/built-package.mjs";
import { ROOT } from "../../../tools/process.mjs";
import { siteAddress } from "./article-settings.mjs";
import { serifFor } from "./fonts.mjs";

// Draws a line of text into pixels, from the outlines of a font.

/** @typedef {readonly [x: number, y: number]} Point */
/** @typedef {{ readonly width: number, readonly height: number, readonly coverage: Float32Array }} Ink how much of each pixel is covered, 0 to 1 */

/** Straight pieces of a curve. */
const PIECES = 8;
/** Lines through a pixel at which its coverage is measured. */
const LINES = 5;

const COMMAND = /([MLQCZ])([^MLQCZ]*)/g;

/** The closed outlines of a path. @param {string} path with the commands M, L, Q, C and Z @returns {Point[][]} */
function outlinesOf(path) {
  /** @type {Point[][]} */
  const outlines = [];
  for (const [, command, list = ""] of path.matchAll(COMMAND)) {
    const numbers = (list.match(/-?[\d.]+/g) ?? []).map(Number);
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, n) => /** @type {Point} */ ([numbers[2 * n], numbers[2 * n + 1]]),
    );
    if (command === "M") outlines.push([...points]);
    const outline = outlines.at(-1) ?? [];
    if (command === "L") outline.push(...points);
    const start = outline.at(-1);
    if ((command === "Q" || command === "C") && start)
      for (let n = 1; n <= PIECES; n++) outline.push(onCurve([start, ...points], n / PIECES));
  }
  return outlines;
}

/** The point of a Bézier curve, by de Casteljau. @param {readonly Point[]} points @param {number} t @returns {Point} */
function onCurve(points, t) {
  const [first = [0, 0], ...others] = points;
  if (others.length === 0) return first;
  const next = others.map((point, n) => {
    const before = points[n] ?? first;
    const at = (/** @type {0 | 1} */ axis) => (1 - t) * before[axis] + t * point[axis];
    return /** @type {Point} */ ([at(0), at(1)]);
  });
  return onCurve(next, t);
}

/**
 * Adds a text to pixels.
 * @param {Ink} ink
 * @param {{ font: Uint8Array, text: string, size: number, left: number, baseline: number }} line a TrueType file; size, left and
 *   baseline in pixels
 */
function letter(ink, { font: file, text, size, left, baseline }) {
  const face = new Face(new Blob(file));
  const font = new Font(face);
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const scale = size / face.upem;
  const places = buffer.getGlyphPositions();
  let x = left;
  for (const [n, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0 } = places[n] ?? {};
    const from = x + scale * xOffset;
    const outlines = outlinesOf(font.glyphToPath(codepoint)).map((outline) =>
      outline.map(([across, up]) => /** @type {Point} */ ([from + scale * across, baseline - scale * up])),
    );
    fill(ink, outlines);
    x += scale * xAdvance;
  }
}

/** Fills what the outlines wind around. @param {Ink} ink @param {readonly Point[][]} outlines */
function fill({ width, height, coverage }, outlines) {
  const edges = outlines.flatMap((outline) =>
    outline.map((point, n) => /** @type {const} */ ([point, outline[(n + 1) % outline.length] ?? point])),
  );
  const rows = outlines.flat().map(([, y]) => y);
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...rows))),
    Math.min(height, Math.ceil(Math.max(...rows))),
  ];
  for (let line = top * LINES; line < bottom * LINES; line++) {
    const y = (line + 0.5) / LINES;
    const crossings = edges
      .filter(([a, b]) => a[1] <= y !== b[1] <= y)
      .map(([a, b]) => ({
        x: a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]),
        turn: a[1] < b[1] ? 1 : -1,
      }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    for (const [n, { x, turn }] of crossings.entries()) {
      winding += turn;
      const end = crossings[n + 1]?.x ?? x;
      if (winding !== 0) span(coverage, Math.floor(line / LINES) * width, x, Math.min(end, width));
    }
  }
}

/** Covers a line from one place to another, with parts of pixels at its ends. */
function span(
  /** @type {Float32Array} */ coverage,
  /** @type {number} */ row,
  /** @type {number} */ from,
  /** @type {number} */ to,
) {
  for (let x = Math.floor(from); x < to; x++) {
    const part = Math.min(x + 1, to) - Math.max(x, from);
    coverage[row + x] = Math.min(1, (coverage[row + x] ?? 0) + part / LINES);
  }
}

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
