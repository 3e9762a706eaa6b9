/**
 * The faces of the pages, cut down to the characters and weights that the pages use. Source Serif's name is reserved
 * by its licence, so the faces have names of their own, in the style sheet and in the files.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { ROOT } from "../../../tools/process.mjs";

/** The style sheet `frame/frame.css` loads the faces from here. */
const FOLDER = join(ROOT, "build/fonts");

/** Packages whose licences stand in the notices of the site. */
export const FONT_PACKAGES = [
  import.meta.resolve("@fontsource-variable/inter/package.json"),
  import.meta.resolve("@fontsource-variable/source-serif-4/package.json"),
].map((address) => dirname(fileURLToPath(address)));

/**
 * @typedef {{ file: string, name: string, source: string, weights: number | { min: number, max: number }, size?: number, characters?: string }} Face
 * `size`: the size in points that its letters are drawn for, in a face that has several; `characters`: default: all that the
 * pages use
 */

const SERIF = import.meta.resolve(
  "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
);

const ASCII = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join("");
/** Headings and strong words have no code, and no names of authors. */
const OF_HEADINGS = `${ASCII.replace(/[#$*<>@[\\\]^_`{|}~]/g, "")}\u00a0’“”–—…−×\u2009\u202f`;

/** @type {readonly Face[]} */
const FACES = [
  {
    file: "serif.woff2",
    name: "Posenc Serif",
    source: SERIF,
    weights: 400,
  },
  {
    // Headings: letters that are drawn for large sizes are narrower and closer together.
    file: "serif-bold.woff2",
    name: "Posenc Serif Bold",
    source: import.meta.resolve(
      "@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2",
    ),
    weights: 650,
    size: 32,
    characters: OF_HEADINGS,
  },
  {
    file: "serif-italic.woff2",
    name: "Posenc Serif Italic",
    source: import.meta.resolve(
      "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2",
    ),
    weights: 400,
  },
  {
    file: "sans.woff2",
    name: "Posenc Sans",
    source: import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
    weights: { min: 400, max: 700 },
  },
];

/**
 * Beyond ASCII: signs of sentences and of sums, and the letters of names of authors. Raised digits are not among them: the
 * sources have three of ten, and a power is set in one face.
 */
const SIGNS = "\u00a0§©«»°±·½¼×÷äöüÄÖÜßéèêàáâãçñëïóôíúøåłŁ‐‑–—‘’“”…−√≈≤≥↑↓\u2009\u202f";
/** Ligatures, kerning, figures of equal width: what the style sheets ask for. */
const FEATURES = ["kern", "liga", "mark", "ccmp", "locl", "tnum", "lnum"];

/** Writes the faces into the folder that the style sheet names. */
export async function writeFonts() {
  mkdirSync(FOLDER, { recursive: true });
  for (const face of FACES) writeFileSync(join(FOLDER, face.file), await cut(face));
}

/** @param {Face} face */
async function cut({ name, source, weights, size, characters = ASCII + SIGNS }) {
  const whole = readFileSync(fileURLToPath(source));
  const options = {
    targetFormat: /** @type {const} */ ("truetype"),
    variationAxes: { wght: weights, ...(size && { opsz: size }) },
    keepFeatures: FEATURES,
    noHinting: true,
  };
  const small = await subsetFont(whole, characters, options);
  return subsetFont(renamed(small, name), characters, { targetFormat: "woff2" });
}

/**
 * The serif as a TrueType file, with the letters of a text and in one weight.
 * @param {string} text @param {number} weight
 */
export const serifFor = (text, weight) =>
  subsetFont(readFileSync(fileURLToPath(SERIF)), text, {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });

/** Length of the head of an OpenType file, and of each entry of its list of tables, bytes. */
const HEAD = 12;
const ENTRY = 16;

/**
 * An OpenType file with another table of names, and without the table STAT, which refers to names that are gone: Firefox warns
 * of it. Style sheets do not need it.
 * @param {Buffer} font @param {string} name
 */
function renamed(font, name) {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => {
    const entry = HEAD + ENTRY * n;
    const tag = font.toString("latin1", entry, entry + 4);
    const start = font.readUInt32BE(entry + 8);
    const old = font.subarray(start, start + font.readUInt32BE(entry + 12));
    return { tag, data: tag === "name" ? nameTable(name) : old };
  }).filter(({ tag }) => tag !== "STAT");
  const head = Buffer.alloc(HEAD + ENTRY * tables.length);
  font.copy(head, 0, 0, HEAD);
  writeCount(head, tables.length);
  const parts = [head];
  let offset = head.length;
  tables.forEach(({ tag, data }, n) => {
    const padded = Buffer.alloc(4 * Math.ceil(data.length / 4));
    data.copy(padded);
    const entry = HEAD + ENTRY * n;
    head.write(tag, entry, "latin1");
    head.writeUInt32BE(checksum(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

/**
 * The number of tables, and what a binary search among them needs.
 * @param {Buffer} head @param {number} count
 */
function writeCount(head, count) {
  const steps = Math.floor(Math.log2(count));
  const range = ENTRY * 2 ** steps;
  [count, range, steps, ENTRY * count - range].forEach((value, n) => {
    head.writeUInt16BE(value, 4 + 2 * n);
  });
}

/** @param {Buffer} words whole words of 32 bits */
function checksum(words) {
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Family, style, full name, and the name in PostScript, for Windows and in UTF-16. @param {string} name */
function nameTable(name) {
  const texts = /** @type {const} */ ([
    [1, name],
    [2, "Regular"],
    [4, name],
    [6, name.replaceAll(" ", "")],
  ]);
  const head = Buffer.alloc(6 + 12 * texts.length);
  head.writeUInt16BE(texts.length, 2);
  head.writeUInt16BE(head.length, 4);
  const strings = texts.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  let offset = 0;
  texts.forEach(([id], n) => {
    const { length } = /** @type {Buffer} */ (strings[n]);
    [3, 1, 0x409, id, length, offset].forEach((value, k) => {
      head.writeUInt16BE(value, 6 + 12 * n + 2 * k);
    });
    offset += length;
  });
  return Buffer.concat([head, ...strings]);
}

/** A page of running text, whose first screen has italics. Browsers complain about a face that is loaded and not used. */
const isRead = (/** @type {string} */ path) => path === "/article/index.html";

/**
 * A plugin for Vite that lets a page ask for the faces before its style sheets name them.
 * @returns {import("vite").Plugin}
 */
export const fonts = () => ({
  name: "fonts",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, path }) {
      const up = "../".repeat(path.split("/").length - 2) || "./";
      const faces = Object.keys(bundle ?? {}).filter(
        (file) => file.endsWith(".woff2") && (isRead(path) || !file.includes("italic")),
      );
      const links = faces.map(
        (file) =>
          `    <link rel="preload" href="${up}${file}" as="font" type="font/woff2" crossorigin="anonymous" />`,
      );
      // A page without the frame has the fonts of its reader's system.
      return html.includes("site-header")
        ? html.replace(/\n\s*<title>/, (title) => `\n${links.join("\n")}${title}`)
        : html;
    },
  },
});
