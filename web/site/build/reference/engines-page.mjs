/** The board of engines: config × engine, each cell with its evidence. Measurements come from tests/fixtures/engines/measured.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { agreementOf } from "../../../../tools/engines/measured.mjs";
import { ROOT } from "../../../../tools/process.mjs";
import { escaped } from "./markup.mjs";

const FILE = join(ROOT, "tests/fixtures/engines/measured.json");
/** Engines of the board, by their names for `compare`. */
const ENGINES = ["transformers", "llama-cpp", "mlx", "onnxruntime-genai", "vllm", "sglang", "exllamav3"];

/** @typedef {import("../../../../tools/engines/measured.mjs").Measured} Measured */
/** @typedef {{ name: string, config: object, length: number, answers: Record<string, Measured> }} Row */

/** @param {string} name of an entry */
const entry = (name) => import(pathToFileURL(join(ROOT, `dist/${name}.js`)).href);

/** @returns {Promise<Record<string, string>>} */
export async function enginesPage() {
  const { rows, engines: measured } = JSON.parse(readFileSync(FILE, "utf8"));
  const [engines, probe, spec] = await Promise.all(["engines", "probe", "spec"].map(entry));
  const listed = engines
    .engines()
    .filter((/** @type {{ name: string }} */ { name }) => ENGINES.includes(name));
  const heads = ENGINES.map((name) => {
    const { title, version } = listed.find((/** @type {{ name: string }} */ own) => own.name === name);
    const when = measured[name] ? `${measured[name].version}, run on ${measured[name].date}` : version;
    return `<th scope="col">${escaped(title)}<br /><small>${escaped(when)}</small></th>`;
  });
  const lines = rows.map((/** @type {Row} */ row) => {
    const cells = ENGINES.map((name) => cellOf(row, name, { ...engines, ...probe, ...spec }));
    return `<tr><th scope="row"><details><summary>${row.name}</summary><pre>${escaped(JSON.stringify(row.config))}</pre></details></th>${cells.join("")}</tr>`;
  });
  const cells = rows.flatMap((/** @type {Row} */ { answers }) => Object.keys(answers));
  return {
    board: `<div class="wide scrolls" tabindex="0" role="region" aria-label="Engines against configs"><table class="board"><thead><tr><th scope="col">config</th>${heads.join("")}</tr></thead><tbody>${lines.join("\n")}</tbody></table></div>`,
    counts: `${rows.length} configs, ${cells.length} measurements`,
  };
}

/**
 * @param {Row} row @param {string} engine
 * @param {typeof import("posenc/engines") & typeof import("posenc/probe") & typeof import("posenc/spec")} posenc
 */
function cellOf({ config: own, length, answers }, engine, { compare, makeProbe, modelPositions }) {
  const { plan, files } = makeProbe(own, { length });
  const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
  const comparison = compare(config, { engines: [engine], length, dtype: "float32" });
  const measured = answers[engine];
  const columns = comparison.layers.flatMap(({ engines }) => engines);
  const verdict = columns.map((column) => column.verdict).join(" ");
  if (measured === undefined) {
    if (columns.some(({ serves }) => !serves)) return cell("✕", "read", verdict);
    if (columns.some(({ differs }) => differs)) return cell("≠", "read", verdict);
    return columns.every(({ known }) => known) ? cell("=", "read", verdict) : cell("?", "not known", verdict);
  }
  const given = { positions: modelPositions(config).layers, measured, plan };
  const { differs } = agreementOf({ ...given, comparison });
  if (differs.length > 0)
    return cell("!", "measured, against what was read", `${differs.join(", ")}. ${verdict}`);
  if ("error" in measured) return cell("✕", "measured", measured.error);
  const exact = comparison.layers.map((layer) => ({ ...layer, engines: [layer.exact] }));
  const others = agreementOf({ ...given, comparison: { ...comparison, layers: exact } }).differs;
  return others.length === 0
    ? cell("=", "measured", verdict)
    : cell("≠", "measured", `${others.join(", ")}. ${verdict}`);
}

/** @type {Readonly<Record<string, string>>} */
const WORDS = { "=": "same", "≠": "differs", "✕": "error", "?": "?", "!": "contradiction" };

const cell = (/** @type {string} */ mark, /** @type {string} */ evidence, /** @type {string} */ text) =>
  `<td class="${WORDS[mark] === "?" ? "open" : WORDS[mark]}" title="${escaped(text)}">${mark} <span class="unseen">${WORDS[mark]},</span> <small>${evidence}</small></td>`;
