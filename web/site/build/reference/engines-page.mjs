/** The board of engines: config × engine, each cell with its evidence. Measurements come from tests/fixtures/engines/measured.json. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { agreementOf } from "../../../../tests/measure/engines/measured.mjs";
import { ROOT } from "../../../../tools/process.mjs";
import { escaped } from "./markup.mjs";
import { probeFigure } from "./probe-figure.mjs";

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
