/** The pictures beside the links of the home page: small, in the page's own colours, and drawn from what the package computes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtPackage } from "../../../tools/build/built-package.mjs";
import { ROOT } from "../../../tools/process.mjs";

/** @typedef {import("../../../tools/build/built-package.mjs").Posenc} Posenc */

const PLACE = /<!-- door: (\w+) -->/g;
const SIZE = { width: 200, height: 100 };

/** @param {string} content */
const svg = (content) =>
  `<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}" aria-hidden="true">${content}</svg>`;

const short = (/** @type {number} */ value) => String(Number(value.toFixed(1)));

/** @param {readonly (readonly [x: number, y: number])[]} points @param {string} [name] of a class */
const line = (points, name = "") =>
  `<path class="${name}" d="M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}"/>`;

/** Squares of a matrix, whose opacity is the size of a value; those below zero have the other colour. */
function squares(
  /** @type {Float32Array} */ values,
  /** @type {number} */ columns,
  /** @type {number} */ side,
) {
  const cells = Array.from(values, (value, n) => {
    const [x, y] = [(n % columns) * side, Math.floor(n / columns) * side];
    const size = Math.min(Math.abs(value), 1);
    return size < 0.05
      ? ""
      : `<rect class="${value < 0 ? "low" : "high"}" x="${x}" y="${y}" width="${side}" height="${side}" fill-opacity="${size.toFixed(2)}"/>`;
  });
  return cells.join("");
}

/** A position as the hands of clocks. @param {Posenc} pe */
function clocks(pe) {
  const row = pe.sinusoidal({ dModel: 8, base: 100, positions: [5] });
  return [0, 1, 2, 3].map((i) => {
    const [x, y, radius] = [28 + 48 * i, 50, 20];
    const [sine = 0, cosine = 0] = row.subarray(2 * i, 2 * i + 2);
    return `<circle class="quiet" cx="${x}" cy="${y}" r="${radius}"/>${line(
      [
        [x, y],
        [x + radius * sine, y - radius * cosine],
      ],
      "strong",
    )}`;
  });
}

/** What each of 10 queries looks at that were built to look one position back. @param {Posenc} pe */
function back(pe) {
  const spec = /** @type {const} */ ({ method: "sinusoidal", dModel: 32 });
  const [q, k] = [pe.encode(spec, { length: 20, start: -1 }), pe.encode(spec, { length: 20 })];
  const { weights } = pe.attention({
    q,
    k,
    v: k,
    heads: 1,
    headDim: 32,
    scale: 8,
    causal: true,
    weights: true,
  });
  return squares(/** @type {Float32Array} */ (weights).subarray(0, 200), 20, 10);
}

/** The wavelengths of two presets, on a logarithmic axis. @param {Posenc} pe */
function wavelengths(pe) {
  const points = (/** @type {"llama-2" | "llama-3.1"} */ preset) =>
    Array.from(pe.frequencies({ preset }), (frequency, i) => {
      const turns = Math.log10((2 * Math.PI) / frequency);
      return /** @type {const} */ ([8 + (184 * i) / 63, 94 - 12.5 * turns]);
    });
  return line(points("llama-2"), "quiet") + line(points("llama-3.1"), "strong");
}

/** A dot for the base of each published model, by its month. */
function bases() {
  const source = readFileSync(join(ROOT, "web/elements/atlas/atlas-models.ts"), "utf8");
  const dots = [...source.matchAll(/^(\d{4})-(\d{2}) \S+ \S+ \S+ ([\d,]+) /gm)].flatMap(
    ([, year = "", month = "", list = ""]) =>
      list.split(",").map((base) => {
        const x = 8 + (184 * (Number(year) + Number(month) / 12 - 2017)) / 10;
        return `<circle class="high" cx="${short(x)}" cy="${short(94 - 20 * (Math.log10(Number(base)) - 3))}" r="3"/>`;
      }),
  );
  return dots.join("");
}

/** Two waves of a table. @param {Posenc} pe */
function waves(pe) {
  const table = pe.sinusoidal({ length: 93, dModel: 8, base: 200 });
  const wave = (/** @type {number} */ column) =>
    Array.from(
      { length: 93 },
      (_, t) => /** @type {const} */ ([8 + 2 * t, 50 - 38 * (table[8 * t + column] ?? 0)]),
    );
  return line(wave(2), "quiet") + line(wave(4), "strong");
}

/** The biases of ALiBi's eight heads: straight lines. @param {Posenc} pe */
function slopes(pe) {
  return Array.from(pe.alibiSlopes({ heads: 8 }), (slope, head) => {
    const far = Math.min(184, 84 / slope);
    return line(
      [
        [8, 8],
        [8 + far, 8 + far * slope],
      ],
      head === 0 ? "strong" : "quiet",
    );
  });
}

/** @param {string} folder of the built package */
async function pictures(folder) {
  const { load } = await builtPackage(folder);
  const pe = await load();
  return {
    article: clocks(pe).join(""),
    lab: back(pe),
    workbench: wavelengths(pe),
    atlas: bases(),
    playground: waves(pe),
    reference: slopes(pe).join(""),
  };
}

/**
 * A plugin for Vite that puts the pictures into the page.
 * @returns {import("vite").Plugin}
 */
export function doors() {
  return {
    name: "doors",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (html.search(PLACE) < 0) return html;
        const made = await pictures(join(ROOT, "dist"));
        return html.replaceAll(PLACE, (_, name) => svg(made[/** @type {keyof typeof made} */ (name)]));
      },
    },
  };
}
