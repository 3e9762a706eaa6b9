/** Sinks, windows, quantised files and configs that are not understood: what a probe tells of them. */
import { makeProbe, readProbe } from "posenc/probe";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { type EngineLayer, type Precision, runEngine } from "./harness/planted-engine.ts";
import { configs, largest, length, type Name, probes, rightLayers } from "./harness/probe-cases.ts";

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

test("weights of 8 or 4 bits, whose products take inputs in float, are read as float weights", async () => {
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

describe("with the largest log-probabilities alone", () => {
  /** Runs all prompts of a probe. */
  function answersOf(name: Name, layers: EngineLayer[], top: number, precision?: Precision) {
    const { plan, files } = makeProbe(configs[name], { length, top });
    const answers = plan.prompts!.map((prompt) =>
      largest(runEngine({ plan: { ...plan, prompt }, files }, layers, precision), top),
    );
    return { plan, answers };
  }

  test.each(["llama", "yarn", "mistral", "smollm3"] as const)("%s tells the same facts", (name) => {
    for (const precision of ["float32", "float16-cache", "bfloat16"] as Precision[]) {
      const { plan, answers } = answersOf(name, rightLayers(name), 20, precision);
      const { same, layers, verdict } = readProbe(plan, answers);
      expect(same, `${precision}: ${verdict}`).toBe(true);
      const whole = readProbe(probes[name].plan, runEngine(probes[name], rightLayers(name), precision));
      layers.forEach(({ pairing, width, window, scale, frequencies }, i) => {
        const all = whole.layers[i]!;
        expect([pairing, width, window]).toEqual([all.pairing, all.width, all.window]);
        // bfloat16 keeps 8 bits of a score.
        expect(Math.abs(scale / all.scale - 1)).toBeLessThan(precision === "bfloat16" ? 0.01 : 1e-3);
        frequencies.forEach((f, pair) => {
          const error = layers[i]!.errors[pair]! + all.errors[pair]!;
          expect(Math.abs(f - all.frequencies[pair]!)).toBeLessThanOrEqual(error + 2 ** -11 / length);
        });
      });
    }
  });

  test("takes more prompts if there are fewer, down to three", () => {
    const prompts = [20, 10, 3].map((top) => makeProbe(configs.llama, { length, top }).plan.prompts!.length);
    expect(prompts).toEqual([2, 4, 32]);
    const { plan, answers } = answersOf("llama", rightLayers("llama"), 10);
    expect(readProbe(plan, answers).same).toBe(true);
  });

  test("the facts that they do not show stand in the verdict", async () => {
    const { plan, answers } = answersOf("llama", rightLayers("llama"), 20);
    const { verdict, layers } = readProbe(plan, answers);
    const open = [
      "tokens beyond the 20 largest: their logits are taken for 0",
      "softmax scale and attention factor apart: their product is seen, because all channels may turn",
    ];
    expect(layers[0]!.unknown).toEqual(open);
    expect(verdict).toContain(
      `the config says the same. 20 log-probabilities do not show: ${open.join("; ")}.`,
    );
    const whole = readProbe(probes.llama.plan, runEngine(probes.llama, rightLayers("llama")));
    expect(whole.layers[0]!.unknown).toEqual(open.slice(1));
  });

  test("faults are named", () => {
    const layers = rightLayers("yarn").map((layer) => ({ ...layer, factor: 1 }));
    const { plan, answers } = answersOf("yarn", layers, 20);
    expect(readProbe(plan, answers).verdict).toContain("scores are 0.7");
  });

  test("answers of fewer prompts, fewer values or other tokens are refused", () => {
    const { plan, answers } = answersOf("llama", rightLayers("llama"), 20);
    const refuse = (given: unknown, error: typeof RangeError, param: string, says: string) =>
      expect(expectError(() => readProbe(plan, given as never), error, "range", param).message).toContain(
        says,
      );
    refuse(answers.slice(1), RangeError, "answers", "1 answer for 2 prompts");
    refuse([answers[1], answers[0]], RangeError, "tokens", "another prompt");
    const cut = answers.map(({ tokens, logprobs }) => ({
      tokens,
      logprobs: logprobs.map((row) => ({ ...row })),
    }));
    const [token = ""] = Object.keys(cut[0]!.logprobs[40]!);
    delete cut[0]!.logprobs[40]![token];
    refuse(cut, RangeError, "logprobs[40]", "19 log-probabilities; this probe needs 20");
    cut[0]!.logprobs[40]![9999] = -9;
    refuse(cut, RangeError, "logprobs[40]", "token 9999");
    // A probe with one prompt needs all of them.
    const { tokens, logprobs } = largest(runEngine(probes.llama, rightLayers("llama")), 20);
    const error = expectError(
      () => readProbe(probes.llama.plan, { tokens, logprobs }),
      RangeError,
      "range",
      "logprobs[0]",
    );
    expect(error.message).toContain("20 log-probabilities; this probe needs 72");
  });

  test("probes that cannot be read so are refused", () => {
    const gemma = { ...configs.llama, model_type: "gemma2", query_pre_attn_scalar: 32 };
    expect(expectError(() => makeProbe(gemma, { top: 3 }), RangeError, "range", "top").message).toContain(
      "ask for 4 or more",
    );
    const six = { ...configs.llama, num_hidden_layers: 6 };
    expect(
      expectError(() => makeProbe(six, { layers: 6, top: 10 }), RangeError, "range", "top").message,
    ).toContain("ask for 13 or more");
    expectError(() => makeProbe(configs.llama, { top: 2 }), RangeError, "range", "top");
  });
});

test("a window that only some keys show is the config's", () => {
  // 384 tokens, of which 32 are keys: 20 of them are seen to leave the window.
  const window = 364;
  const probe = makeProbe({ ...configs.mistral, sliding_window: window }, { length });
  const layers = [{ ...rightLayers("mistral")[0]!, window }];
  expect(readProbe(probe.plan, runEngine(probe, layers)).same).toBe(true);
});
