/** The board of engines: config × engine, each cell with its evidence. Measurements come from tests/fixtures/engines/measured.json. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { agreementOf } from "../../../../tests/measure/engines/measured.mjs";
import { ROOT } from "../../../../tools/process.mjs";
import { escaped } from "./markup.mjs";

/** The figure of how a probe is read: stored answers of llama.cpp, the scores of two planted keys, and the angle of their pair. */

const ANSWERS = join(ROOT, "tests/fixtures/engines/answers-llama-cpp.json");
/** A config whose betas llama.cpp does not read, and the pair that turns at half its speed there. */
const [NAME, PAIR] = ["stored-yarn", 2];
/** Of the drawing, in px; a phone shows it at its size. */
const [WIDTH, HEIGHT, LEFT] = [344, 150, 34];

/** @typedef {[distance: number, value: number][]} Points */

async function probeFigure() {
  const [{ makeProbe, readProbe }, { compare }] = await Promise.all(["probe", "engines"].map(entry));
  const { version, length, answers } = JSON.parse(readFileSync(ANSWERS, "utf8"));
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

const FILE = join(ROOT, "tests/fixtures/engines/measured.json");
/** Engines of the board, by their names for `compare`. */
const ENGINES = ["transformers", "llama-cpp", "mlx", "onnxruntime-genai", "vllm", "sglang", "exllamav3"];

/** @typedef {import("../../../../tests/measure/engines/measured.mjs").Measured} Measured */
/** @typedef {{ name: string, config: object, length: number, answers: Record<string, Measured> }} Row */

/** @param {string} name of an entry */
const entry = (name) => import(pathToFileURL(join(ROOT, `dist/${name}.js`)).href);

/**
 * A cell: how the engine compares with the config, and how that is known.
 * @typedef {object} Cell
 * @property {"=" | "≠" | "✕" | "?" | "!"} mark
 * @property {"measured" | "measured, against what was read" | "read" | "not known"} evidence
 * @property {string} text
 * @property {string} from the version and the day of the measurement, or the version that was read
 * @property {readonly import("posenc/engines").EngineFact[]} facts with their sources; none if it was measured
 */

/** @typedef {Record<string, { version: string, date: string }>} Measurements engines that were run */

/** @typedef {{ rows: (Row & { cells: Cell[] })[], measured: Measurements, engines: readonly import("posenc/engines").EngineInfo[] }} Board */

/** @type {Promise<Board> | undefined} */
let board;

/** All cells of the board, made once. */
export const boardOf = () => (board ??= makeBoard());

/** @returns {Promise<Board>} */
async function makeBoard() {
  const { rows, engines: measured } = JSON.parse(readFileSync(FILE, "utf8"));
  const [engines, probe, spec] = await Promise.all(["engines", "probe", "spec"].map(entry));
  const all = engines.engines();
  const listed = ENGINES.map((name) => all.find((/** @type {{ name: string }} */ own) => own.name === name));
  return {
    rows: rows.map((/** @type {Row} */ row) => {
      const { plan, files } = probe.makeProbe(row.config, { length: row.length });
      const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
      const given = { config, plan, positions: spec.modelPositions(config).layers };
      return { ...row, cells: listed.map((engine) => cellOf(row, engine, measured, given, engines.compare)) };
    }),
    measured,
    engines: listed,
  };
}

/** @returns {Promise<Record<string, string>>} */
export async function enginesPage() {
  const { rows, measured, engines } = await boardOf();
  const heads = engines.map(({ name, title, version }) => {
    const { [name]: run } = measured;
    const when = run ? `${run.version}, run on ${run.date}` : `${version}, read`;
    return `<th scope="col">${escaped(title)}<br /><small>${escaped(when)}</small></th>`;
  });
  const lines = rows.map(
    ({ name, config, cells }) =>
      `<tr><th scope="row"><details><summary>${name}</summary><pre>${escaped(JSON.stringify(config))}</pre></details></th>${cells.map((cell, i) => cellHtml(cell, engines[i]?.title ?? "")).join("")}</tr>`,
  );
  const runs = rows.flatMap(({ answers }) => Object.keys(answers));
  return {
    board: `<div class="wide scrolls" tabindex="0" role="region" aria-label="Engines against configs"><table class="board"><thead><tr><th scope="col">config</th>${heads.join("")}</tr></thead><tbody>${lines.join("\n")}</tbody></table></div>`,
    probe: await probeFigure(),
    counts: `${rows.length} configs, ${runs.length} measurements`,
  };
}

/**
 * @param {Row} row @param {import("posenc/engines").EngineInfo} engine @param {Measurements} runs
 * @param {{ config: object, plan: import("posenc/probe").ProbePlan, positions: readonly import("posenc/spec").LayerPositions[] }} probe
 * @param {typeof import("posenc/engines").compare} compare
 * @returns {Cell}
 */
function cellOf({ length, answers }, engine, runs, { config, plan, positions }, compare) {
  const comparison = compare(config, { engines: [engine.name], length, dtype: "float32" });
  const measured = answers[engine.name];
  const columns = comparison.layers.flatMap(({ engines }) => engines);
  const text = [...new Set(columns.map((column) => column.verdict))].join(" ");
  if (measured === undefined) {
    const facts = [
      ...new Map(columns.flatMap((column) => column.facts).map((fact) => [fact.says, fact])).values(),
    ];
    const read = /** @type {const} */ ({ evidence: "read", text, from: engine.version, facts });
    if (columns.some(({ serves }) => !serves)) return { mark: "✕", ...read };
    if (columns.some(({ differs }) => differs)) return { mark: "≠", ...read };
    if (columns.every(({ known }) => known)) return { mark: "=", ...read };
    return { ...read, mark: "?", evidence: "not known" };
  }
  const { version, date } = runs[engine.name] ?? { version: "", date: "" };
  const run = /** @type {const} */ ({ evidence: "measured", from: `${version}, run on ${date}`, facts: [] });
  const given = { positions, measured, plan };
  const { differs } = agreementOf({ ...given, comparison });
  const says = "error" in measured ? `It stops: ${measured.error}. ` : "";
  if (differs.length > 0)
    return {
      ...run,
      mark: "!",
      evidence: "measured, against what was read",
      text: `${says}Another answer to: ${differs.join(", ")}. Read: ${text}`,
    };
  if (says !== "") return { ...run, mark: "✕", text: says.trim() };
  const exact = comparison.layers.map((layer) => ({ ...layer, engines: [layer.exact] }));
  const others = agreementOf({ ...given, comparison: { ...comparison, layers: exact } }).differs;
  return { ...run, mark: others.length === 0 ? "=" : "≠", text };
}

/** @type {Readonly<Record<string, string>>} */
const WORDS = { "=": "same", "≠": "differs", "✕": "error", "?": "open", "!": "contradiction" };

const sourceHtml = (
  /** @type {import("posenc/engines").EngineSource} */ { repository, path, commit, line },
) =>
  `<a href="https://github.com/${repository}/blob/${commit}/${path}${line === undefined ? "" : `#L${line}`}">${escaped(basename(path))}</a>`;

/** @param {Cell} cell @param {string} column */
function cellHtml({ mark, evidence, text, from, facts }, column) {
  const sources = facts.map(({ source }) => sourceHtml(source));
  const where = sources.length === 0 ? "" : ` Read in ${[...new Set(sources)].join(", ")}.`;
  const word = mark === "?" ? "" : `<span class="unseen">${WORDS[mark]},</span> `;
  return `<td data-column="${escaped(column)}" class="${WORDS[mark]}"><details><summary>${mark} ${word}<small>${evidence}</small></summary><p>${escaped(text)}</p><p>${escaped(from)}.${where}</p></details></td>`;
}
