/** A probe as .gguf states the config's positions: the library's own reader finds them in the file. */
import { readFileSync } from "node:fs";

import { ggufConfig, readGguf } from "posenc/files";
import { makeProbe } from "posenc/probe";
import { type LayerPositions, modelPositions } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { attentionFactorOf, frequenciesOf, ruleOf } from "../../src/api/rotary/rule.ts";
import { expectError } from "./harness/expect-error.ts";
import { configs } from "./harness/probe-cases.ts";

const measured: { rows: { name: string; config: object; length: number }[] } = JSON.parse(
  readFileSync(new URL("../fixtures/engines/measured.json", import.meta.url), "utf8"),
);

/** The facts for which llama.cpp's architecture has no key. */
const lost: Record<string, readonly ("rotation" | "window")[]> = {
  "exaone4-llama3": ["rotation", "window"], // llama.cpp goes by the number of layers, which is 64 in the file with windows
  "gpt-oss-saved": ["rotation"], // truncate
  "gpt-oss-untruncated": ["rotation"],
  "llama-dynamic": ["rotation"],
  "llama-yarn-untruncated": ["rotation"],
  "mistral-window": ["window"],
  "qwen2-llama3": ["rotation"],
  "qwen2-window": ["window"],
  "qwen3-yarn-betas": ["rotation"],
  "qwen3-yarn-untruncated": ["rotation"],
  "smollm3-llama3": ["rotation"],
};

function rotationOf({ rotary }: LayerPositions, length: number) {
  if (rotary === null || rotary === "unknown") return rotary;
  const { rotaryDim, rotaryOffset } = rotary;
  // The file has float32 numbers.
  const short = (value: number) => Number(value.toPrecision(6));
  const frequencies = frequenciesOf(ruleOf(rotary, length), length).map(short);
  return { rotaryDim, rotaryOffset, frequencies, factor: short(attentionFactorOf(rotary, length)) };
}

describe("the file of", () => {
  test.each(measured.rows.map(({ name, ...row }) => [name, row] as const))("%s", async (name, row) => {
    const { plan, files } = makeProbe(row.config, { length: row.length, format: "gguf" });
    expect(Object.keys(files).sort()).toEqual(["model.gguf", "probe.json", "run.mjs"]);
    const { config, pairing, unknown } = await ggufConfig(await readGguf(files["model.gguf"]!));
    expect(unknown).toEqual([]);
    const read = modelPositions(config, { pairing: pairing! }).layers;
    const own = modelPositions(plan.config).layers.slice(0, plan.layers);
    const isSame = {
      rotation: own.map((layer) => rotationOf(layer, row.length)),
      window: own.map(({ window }) => window),
    };
    const found = {
      rotation: read.map((layer) => rotationOf(layer, row.length)),
      window: read.map(({ window }) => window),
    };
    for (const fact of ["rotation", "window"] as const)
      if (lost[name]?.includes(fact)) expect(found[fact]).not.toEqual(isSame[fact]);
      else expect(found[fact]).toEqual(isSame[fact]);
  });
});

test("float32 values of the two formats are the same but for the order of rows", async () => {
  const { files } = makeProbe(configs.llama, { format: "gguf" });
  const file = await readGguf(files["model.gguf"]!);
  expect([...file.tensors.keys()].slice(0, 3)).toEqual([
    "token_embd.weight",
    "blk.0.attn_q.weight",
    "blk.0.attn_k.weight",
  ]);
  const { values } = await file.read("blk.0.attn_k.weight");
  const [, width = 0] = file.tensors.get("blk.0.attn_k.weight")!.shape;
  // Channels 0 and 16 are a pair in the checkpoint, and neighbours here: each row has one weight, in the column of its key token.
  const columns = [0, 1, 2, 3].map((row) =>
    values.slice(row * width, (row + 1) * width).findIndex((value) => value !== 0),
  );
  expect(columns).toEqual([1, 17, 2, 18]);
});

test("another format is refused", () => {
  expectError(() => makeProbe(configs.llama, { format: "onnx" as never }), RangeError, "range", "format");
});
