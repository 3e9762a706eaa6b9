/** The article's table of models, made from the atlas, the reader of configurations and the presets of the built package. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, ROOT } from "../../../tools/process.mjs";
import { publishedModels } from "./timeline.mjs";

/**
 * The models in the order of the table: name, type in the atlas, name in the timeline if its numbers are those of a published
 * file, and the preset that states the length before stretching.
 */
const MODELS = [
  ["GPT-2", "gpt2"],
  ["BERT", "bert", "BERT"],
  ["T5", "t5"],
  ["BLOOM", "bloom"],
  ["Llama 2", "llama", "Llama 2"],
  ["Llama 3.1", "llama", "Llama 3.1 8B", "llama-3.1"],
  ["Llama 4 Scout", "llama4_text", "Llama 4 Scout"],
  ["Gemma 3", "gemma3_text", "Gemma 3 4B"],
  ["Qwen3", "qwen3", "Qwen3 8B"],
  ["DeepSeek-V3", "deepseek_v3", "DeepSeek-V3", "deepseek-v3"],
  ["gpt-oss", "gpt_oss", "gpt-oss 20B", "gpt-oss"],
  ["ModernBERT", "modernbert", "ModernBERT"],
  ["Flux.1", "FluxTransformer2DModel"],
];

const METHODS = /** @type {Record<string, string>} */ ({
  learned: "learned",
  alibi: "bias: ALiBi",
  t5: "bias: T5’s buckets",
});

const NONE = "–";
const THIN_SPACE = "\u202f";

/** @param {number} count */
const integer = (count) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, THIN_SPACE);

/**
 * @param {import("../../../tools/build/built-package.mjs").Package} posenc
 * @returns {Promise<string>}
 */
export async function modelsTable({ modelPositions, presets }) {
  const { atlas } = await import(pathToFileURL(join(ROOT, "dist/atlas.js")).href);
  const dated = new Map(publishedModels().map((model) => [model.name, model]));
  const rows = MODELS.map(([name = "", type = "", published = "", preset = ""]) => {
    const row = atlas().find((/** @type {{ type: string }} */ model) => model.type === type);
    if (!row) throw new Failure(`the table of models: the atlas has no ${type}`);
    const field = /^[A-Z]/.test(type) ? "_class_name" : "model_type";
    const { layers } = modelPositions({ [field]: type });
    const file = dated.get(published);
    if (published !== "" && !file) throw new Failure(`the table of models: the timeline has no ${published}`);
    const rotated = layers.filter(({ rotary }) => rotary !== null);
    const bases = file?.bases.length
      ? file.bases
      : [
          ...new Set(rotated.flatMap(({ rotary }) => (rotary === "unknown" ? [] : (rotary?.base ?? [])))),
        ].sort((a, b) => a - b);
    const plain = layers.length - rotated.length;
    const scaling =
      preset === ""
        ? undefined
        : /** @type {{ scaling?: { originalLength?: number } }} */ (
            presets[/** @type {keyof typeof presets} */ (preset)].spec
          ).scaling;
    const context = Number(file === undefined ? row.defaults.length : file.context || Number.NaN);
    return [
      name,
      METHODS[row.positions] ?? "rotary",
      bases.length > 0 ? bases.map(integer).join(" and ") : NONE,
      Number.isFinite(context) ? integer(context) : NONE,
      scaling?.originalLength === undefined ? NONE : integer(scaling.originalLength),
      rotated.length === 0 ? NONE : plain === 0 ? "none" : `${plain} of ${layers.length}`,
    ];
  });
  const head = ["model", "positions", "base", "context", "stretched from", "layers without rotation"];
  const body = rows.map(
    ([first, ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Positions in some models">
<table id="models-table">
<thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table>
</div>`;
}
