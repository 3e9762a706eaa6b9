/** The columns of engines against what running them measured: `npm run engines` wrote the file. */
import { readFileSync } from "node:fs";
import { compare } from "posenc/engines";
import { makeProbe } from "posenc/probe";
import { modelPositions } from "posenc/spec";
import { expect, test } from "vitest";
import { agreementOf, type Measured } from "../../tools/engines/measured.mjs";

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
  // Which layers rotate goes by the number of layers; columns are for layers that rotate in the class.
  "exaone4-llama3 llama-cpp": "which layers rotate",
};

test("at least 60 configs were measured on three engines", () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  for (const engine of ["transformers", "llama-cpp", "mlx"])
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
