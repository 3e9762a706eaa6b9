/** The columns of engines against what running them measured: `npm run engines` wrote the file. */
import { readFileSync } from "node:fs";
import { compare } from "posenc/engines";
import { makeProbe } from "posenc/probe";
import { modelPositions } from "posenc/spec";
import { expect, test } from "vitest";
import { agreementOf, type Measured } from "../measure/engines/measured.mjs";

interface Row {
  name: string;
  config: Record<string, unknown>;
  length: number;
  answers: Record<string, Measured>;
}

const file = new URL("../fixtures/engines/measured.json", import.meta.url);
const { rows, engines }: { rows: Row[]; engines: Record<string, { version: string; date: string }> } =
  JSON.parse(readFileSync(file, "utf8"));

/** The config that the engine was given: the probe keeps the fields of positions and has sizes of its own. */
function given({ config, length }: Row) {
  const { files, plan } = makeProbe(config, { length });
  return { config: JSON.parse(new TextDecoder().decode(files["config.json"])), plan };
}

const names = Object.keys(engines);

/** Measurements that a column cannot state, with the reason. */
const contradictions: Record<string, string> = {
  // It loads the experts of gpt-oss only if they are quantised, as in the published files; the probe's are not.
  "gpt-oss-untruncated mlx": "it stops with an error",
  "gpt-oss-truncated mlx": "it stops with an error",
  "gpt-oss-saved mlx": "it stops with an error",
  // It refuses texts longer than max_position_embeddings, as the prompt is here.
  "llama-dynamic onnxruntime-genai": "it stops with an error",
  // If all layers have a window, its cache has as many places, and a longer prompt stops with an error.
  "mistral-window onnxruntime-genai": "it stops with an error",
};

test("at least 60 configs were measured on four engines", () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  for (const engine of ["transformers", "llama-cpp", "mlx", "onnxruntime-genai"])
    expect(rows.filter(({ answers }) => answers[engine] !== undefined).length).toBeGreaterThanOrEqual(60);
});

test.each(names)("%s: no column contradicts a measurement", (engine) => {
  const found = rows.flatMap((row) => {
    const measured = row.answers[engine];
    if (measured === undefined) return [];
    const { config, plan } = given(row);
    const comparison = compare(config, { engines: [engine], length: row.length, dtype: "float32" });
    const positions = modelPositions(config).layers;
    const { differs } = agreementOf({ comparison, positions, measured, plan });
    const verdict = comparison.layers.map((layer) => layer.engines[0]!.verdict).join(" ");
    const own = JSON.stringify(measured).slice(0, 200);
    const expected = contradictions[`${row.name} ${engine}`];
    if (expected !== undefined) expect(differs).toEqual([expected]);
    return differs.length === 0 || expected !== undefined
      ? []
      : [`${row.name}: ${differs.join(", ")}\n  ${verdict}\n  ${own}`];
  });
  expect(found, found.join("\n")).toEqual([]);
});
