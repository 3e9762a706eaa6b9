/** Draws a line of text into pixels, from the outlines of a font. */
import { Blob, Buffer, Face, Font, shape } from "harfbuzzjs";

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
export function letter(ink, { font: file, text, size, left, baseline }) {
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
