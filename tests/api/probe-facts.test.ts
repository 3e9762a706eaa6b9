/** Sinks, windows, quantised files and configs that are not understood: what a probe tells of them. */
import { makeProbe, readProbe } from "posenc/probe";
import { describe, expect, test } from "vitest";
import { type Precision, runEngine } from "./harness/planted-engine.ts";
import { configs, length, probes, rightLayers } from "./harness/probe-cases.ts";

describe("sinks", () => {
  // The class's default rule is YaRN.
  const rope_parameters = { rope_type: "default", rope_theta: 10000 };
  const { rope_theta: _, ...plain } = configs.llama;
  const probe = makeProbe(
    { ...plain, model_type: "gpt_oss", layer_types: ["full_attention"], rope_parameters },
    { length },
  );
  const layer = { ...rightLayers("llama")[0]!, sink: 3 };

  test.each(["float32", "float16-cache", "bfloat16"] as Precision[])("are read in %s", (precision) => {
    const { same, layers, verdict } = readProbe(probe.plan, runEngine(probe, [layer], precision));
    expect(same, verdict).toBe(true);
    expect(layers[0]!.sink).toBeCloseTo(3, precision === "bfloat16" ? 0 : 2);
  });

  test("that are missing, other ones, or added are named", () => {
    const { sink: _, ...without } = layer;
    expect(readProbe(probe.plan, runEngine(probe, [without])).verdict).toContain("the sinks are not applied");
    const other = readProbe(probe.plan, runEngine(probe, [{ ...layer, sink: 2 }]));
    expect(other.verdict).toContain("the sinks are 2.00, not 3");
    const added = readProbe(probes.llama.plan, runEngine(probes.llama, [layer]));
    expect(added.verdict).toContain("the engine adds a sink");
  });
});

test("a file that was quantised to 8 or 4 bits is read as the file that was not", async () => {
  for (const steps of [127, 7]) {
    const files = { ...probes.yarn.files };
    const bytes = files["model.safetensors"]!.slice();
    const header = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const values = new Float32Array(bytes.buffer.slice(8 + header));
    // Blocks of 32 weights with one scale each, as in GGUF files.
    for (let block = 0; block < values.length; block += 32) {
      const part = values.subarray(block, block + 32);
      const scale = Math.max(...part.map(Math.abs)) / steps;
      if (scale > 0) part.set(part.map((value) => Math.round(value / scale) * scale));
    }
    bytes.set(new Uint8Array(values.buffer), 8 + header);
    files["model.safetensors"] = bytes;
    const { same, verdict } = readProbe(
      probes.yarn.plan,
      runEngine({ plan: probes.yarn.plan, files }, rightLayers("yarn")),
    );
    expect(same, verdict).toBe(true);
  }
});

test("pairs that a short window hides are not said to be the same", () => {
  const config = { ...configs.mistral, sliding_window: 20 };
  const probe = makeProbe(config, { length });
  const layers = [{ ...rightLayers("mistral")[0]!, window: 20 }];
  const { known, verdict } = readProbe(probe.plan, runEngine(probe, layers));
  expect(known).toBe(false);
  expect(verdict).toContain("the window is too short to show how they turn");
});

test("a config whose rule is not understood is not said to be the same", () => {
  const config = { ...configs.llama, rope_scaling: { rope_type: "unheard" } };
  const probe = makeProbe(config, { length });
  const { known, same, verdict } = readProbe(probe.plan, runEngine(probe, rightLayers("llama")));
  expect([known, same]).toEqual([false, true]);
  expect(verdict).toContain(
    "layer 0 is not fully compared: the config's rotation or window is not understood",
  );
});
