/** The figure of how a probe is read: stored answers of llama.cpp, the scores of two planted keys, and the angle of their pair. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { ROOT } from "../../../../tools/process.mjs";

const FILE = join(ROOT, "tests/fixtures/engines/answers-llama-cpp.json");
/** A config whose betas llama.cpp does not read, and the pair that turns at half its speed there. */
const [NAME, PAIR] = ["stored-yarn", 2];
/** Of the drawing, in px; a phone shows it at its size. */
const [WIDTH, HEIGHT, LEFT] = [344, 150, 34];

/** @param {string} name of an entry */
const entry = (name) => import(pathToFileURL(join(ROOT, `dist/${name}.js`)).href);

/** @typedef {[distance: number, value: number][]} Points */

export async function probeFigure() {
  const [{ makeProbe, readProbe }, { compare }] = await Promise.all(["probe", "engines"].map(entry));
  const { version, length, answers } = JSON.parse(readFileSync(FILE, "utf8"));
  const { config, rows } = answers[NAME];
  const { plan } = makeProbe(config, { length });
  const { prompt, headDim, vocab } = plan;
  const bytes = gunzipSync(Buffer.from(rows, "base64"));
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const rowOf = (/** @type {number} */ t) => values.subarray(t * vocab, (t + 1) * vocab);
  const logprobs = prompt.map((/** @type {number} */ _, /** @type {number} */ t) => rowOf(t));
  const [layer] = readProbe(plan, { tokens: prompt, logprobs }).layers;
  const { exact } = compare(config, { engines: ["llama-cpp"], length }).layers[0];
  /** The logarithm of a key's weight beside one query's: marks have the weights as logits. @param {number} t @param {number} c */
  const scoreAt = (t, c) => {
    const weight = (/** @type {number} */ mark) =>
      (rowOf(t)[headDim + 1 + mark] ?? 0) - (rowOf(t)[vocab - 1] ?? 0);
    return Math.log((weight(c) * (t - headDim + 1)) / weight(headDim));
  };
  const [x, y] = [PAIR, PAIR + headDim / 2];
  /** @type {[Points, Points, Points]} */
  const [first, second, angles] = [[], [], []];
  const [found, wanted] = [layer.frequencies[PAIR], exact.frequencies[PAIR]];
  for (let r = headDim; r + y < length; r++) {
    const [u, v] = [scoreAt(r + x, x), scoreAt(r + y, y)];
    const angle = Math.atan2(v - u, u + v);
    first.push([r, u]);
    second.push([r, v]);
    angles.push([r, angle + 2 * Math.PI * Math.round((found * r - angle) / (2 * Math.PI))]);
  }
  const most = length - y - 1;
  const says = `llama.cpp ${version} on a probe. Above, the scores of the keys of channels ${x} and ${y} at each distance. Below, the angle of the pair: it grows by ${found.toFixed(4)} rad per token; by the config it would grow by ${wanted.toFixed(4)}.`;
  const scores = panel([-2, 2], "score", most, [
    dots("first", first, `key ${x}`),
    dots("second", second, `key ${y}`),
  ]);
  const turns = panel([0, Math.ceil(wanted * most)], "angle, rad", most, [
    line("wanted", wanted),
    line("found", found),
    dots("found", angles),
  ]);
  return `<figure class="probe-figure">${scores}${turns}<figcaption>${says} The dashed line is the config’s.</figcaption></figure>`;
}

/** @typedef {(place: (distance: number, value: number) => [number, number], most: number) => string} Drawing */

/** @param {string} name @param {Points} points @param {string} [label] before the first of them @returns {Drawing} */
const dots =
  (name, points, label = "") =>
  (place) => {
    const places = points.map(([r, value]) => place(r, value));
    const [[x = 0, y = 0] = []] = places;
    const circles = places.map(([cx, cy]) => `<circle class="${name}" cx="${cx}" cy="${cy}" r="2" />`);
    return `<text class="up" x="${x - 6}" y="${y + 4}">${label}</text>${circles.join("")}`;
  };

/** @param {string} name @param {number} slope @returns {Drawing} */
const line = (name, slope) => (place, most) => {
  const [[x1, y1], [x2, y2]] = [place(0, 0), place(most, slope * most)];
  return `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" />`;
};

/** @param {[number, number]} range of values @param {string} title @param {number} most distance @param {Drawing[]} drawings */
function panel([low, high], title, most, drawings) {
  /** @type {Parameters<Drawing>[0]} */
  const place = (distance, value) => [
    Number((LEFT + (distance / most) * (WIDTH - LEFT - 8)).toFixed(1)),
    Number((8 + ((high - value) / (high - low)) * (HEIGHT - 32)).toFixed(1)),
  ];
  const [, bottom] = place(0, low);
  const ticks = [low, (low + high) / 2, high].map(
    (value) =>
      `<text class="up" x="${LEFT - 6}" y="${place(0, value)[1] + 4}">${String(value).replace("-", "−")}</text>`,
  );
  const across = [0, 20, 40].map(
    (r) => `<text class="across" x="${place(r, 0)[0]}" y="${bottom + 18}">${r}</text>`,
  );
  const frame = `<path d="M${LEFT} 4V${bottom}H${WIDTH}" />`;
  const words = `<text x="${LEFT + 6}" y="14">${title}</text><text class="up" x="${WIDTH}" y="${bottom + 18}">distance</text>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${frame}${ticks.join("")}${across.join("")}${words}${drawings.map((draw) => draw(place, most)).join("")}</svg>`;
}
