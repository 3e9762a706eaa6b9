import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSafetensors } from "posenc/files";
import { makeProbe, readProbe } from "posenc/probe";
import { describe, expect, test } from "vitest";
import { architectures } from "../../src/models/probe/architectures.ts";
import { expectError } from "./harness/expect-error.ts";
import { type Precision, runEngine } from "./harness/planted-engine.ts";
import { base, configs, length, type Name, probes, rightLayers, yarn } from "./harness/probe-cases.ts";
import { run } from "./harness/terminal.ts";

const names = Object.keys(configs) as Name[];

describe("a right engine", () => {
  test.each(names)("%s is the same in float32, with a float16 cache, and in bfloat16", (name) => {
    for (const precision of ["float32", "float16-cache", "bfloat16"] as Precision[]) {
      const { same, layers, verdict } = readProbe(
        probes[name].plan,
        runEngine(probes[name], rightLayers(name), precision),
      );
      expect(same, `${precision}: ${verdict}`).toBe(true);
      if (precision !== "float32") continue;
      rightLayers(name).forEach((right, i) => {
        const { frequencies, rotates, window, scale } = layers[i]!;
        expect(rotates).toBe(right.frequencies.length > 0);
        expect(window).toBe(right.window);
        // float32 logits near 30 keep 2^-20 of a score.
        expect(scale).toBeCloseTo(right.scale * right.factor ** 2, 4);
        frequencies.forEach((f, pair) => {
          expect(Math.abs(f - right.frequencies[pair]!) * length).toBeLessThan(5e-4);
        });
      });
    }
  });
});

describe("answers that are not the probe's", () => {
  const { plan } = probes.llama;
  const right = runEngine(probes.llama, rightLayers("llama"));
  const refuse = (answers: object, param: string, says: string) => {
    const error = expectError(
      () => readProbe(plan, { ...right, ...answers } as never),
      RangeError,
      "range",
      param,
    );
    expect(error.message).toContain(says);
  };

  test("are named", () => {
    const { tokens, logprobs } = right;
    refuse(
      { tokens: tokens.slice(0, 200), logprobs: logprobs.slice(0, 200) },
      "tokens",
      "cut: 200 tokens of 384",
    );
    refuse({ tokens: [39, ...tokens], logprobs: [logprobs[0], ...logprobs] }, "tokens", "BOS");
    refuse({ tokens: tokens.map((token) => token + 1) }, "tokens", "another prompt: token 0");
    refuse({ logprobs: logprobs.slice(1) }, "logprobs", "383 rows of log-probabilities for 384 tokens");
    refuse({ logprobs: logprobs.map((row) => row.slice(0, 20)) }, "logprobs[0]", "20 log-probabilities");
    refuse(
      { logprobs: logprobs.map((row) => row.map((x) => Math.exp(x))) },
      "logprobs[0][0]",
      "a number up to 0",
    );
    refuse({ logprobs: logprobs.map((row) => row.map((x) => x / Math.LN10)) }, "logprobs[0]", "add up to");
    refuse(
      { logprobs: [logprobs[0], ...logprobs.slice(0, -1)] },
      "logprobs[32]",
      "the rows are 1 token late",
    );
    refuse({ logprobs: [...logprobs.slice(2), ...logprobs.slice(-2)] }, "logprobs[29]", "2 tokens early");
    const other = makeProbe({ ...configs.llama, max_position_embeddings: 4097 }, { length });
    expect(other.plan.vocab).toBe(plan.vocab);
    const own = runEngine(other, rightLayers("llama"));
    refuse(own, "logprobs", `of another probe or prompt: they do not show this one's name, ${plan.id}`);
    expect(readProbe(other.plan, own).same).toBe(true);
    // The engine ran another prompt than it says.
    const swapped = logprobs.map((row, t) => (t < 2 ? logprobs[1 - t]! : row));
    refuse({ logprobs: swapped }, "logprobs", "of another probe or prompt");
    const missing = logprobs.map((row, t) => (t === 300 ? row.map(() => null) : row));
    refuse({ logprobs: missing }, "logprobs[300][0]", "got null");
    for (const temperature of [0.7, 1.2, 2]) {
      const other = logprobs.map((row) => {
        const rest = Math.log(row.reduce((sum, x) => sum + Math.exp(x / temperature), 0));
        return row.map((x) => x / temperature - rest);
      });
      refuse({ logprobs: other }, "logprobs", `as at temperature ${temperature}`);
    }
    const flat = logprobs.map((row) => row.map(() => -Math.log(row.length)));
    const error = expectError(
      () => readProbe(plan, { tokens, logprobs: flat }),
      RangeError,
      "range",
      "logprobs",
    );
    expect(error.message).toContain("no row shows a probe's name: the answers are of another model");
    for (const decimals of [2, 3, 4])
      refuse(
        { logprobs: logprobs.map((row) => row.map((x) => Number(x.toFixed(decimals)))) },
        "logprobs",
        `rounded to ${decimals} decimals`,
      );
    expectError(() => readProbe(plan, {} as never), TypeError, "type", "answers");
    expectError(() => readProbe({} as never, right), TypeError, "type", "plan");
    const old = expectError(() => readProbe({ ...plan, version: 2 }, right), TypeError, "type", "plan");
    expect(old.message).toContain("plan must have version 3; got 2. Make the probe again");
  });
});

describe("makeProbe", () => {
  test.each(Object.keys(architectures))("%s: a checkpoint with a config of its class", async (model_type) => {
    const sizes = { ...base, num_hidden_layers: 6, model_type };
    const { files, plan } = makeProbe(sizes, { layers: 1, length });
    const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
    expect(config.architectures[0]).toMatch(/^\w+ForCausalLM$/);
    expect(config).toMatchObject({ num_hidden_layers: 1, head_dim: 32, vocab_size: plan.vocab });
    const { tensors } = await readSafetensors(files["model.safetensors"]!);
    expect(tensors.get("model.embed_tokens.weight")!.shape).toEqual([plan.vocab, config.hidden_size]);
    expect(tensors.has("lm_head.weight")).toBe(!config.tie_word_embeddings);
  });

  test("writes a checkpoint that readSafetensors reads, with the config's fields of positions", async () => {
    const { files } = probes.yarn;
    const config = JSON.parse(new TextDecoder().decode(files["config.json"]));
    expect(config).toMatchObject({
      rope_theta: 10000,
      rope_scaling: yarn,
      num_hidden_layers: 1,
      architectures: ["Qwen3ForCausalLM"],
    });
    const { tensors } = await readSafetensors(files["model.safetensors"]!);
    expect(tensors.get("model.layers.0.self_attn.q_norm.weight")!.shape).toEqual([32]);
    expect(tensors.get("lm_head.weight")!.shape).toEqual([config.vocab_size, config.hidden_size]);
    expect(JSON.parse(new TextDecoder().decode(files["probe.json"]))).toEqual(probes.yarn.plan);
    expect(Object.keys(files).sort()).toEqual([
      "config.json",
      "model.safetensors",
      "probe.json",
      "run.py",
      "tokenizer.json",
    ]);
  });

  test("refuses other types and sizes", () => {
    expectError(() => makeProbe({ model_type: "bert" }), RangeError, "unsupported", "config.model_type");
    expectError(() => makeProbe(configs.llama, { length: 10 }), RangeError, "range", "length");
    expectError(() => makeProbe(configs.llama, { layers: 9 }), RangeError, "range", "layers");
    expectError(() => makeProbe(configs.llama, { layers: 2 }), Error, "range", "layers");
    expectError(() => makeProbe(configs.llama, { layer: 1 } as never), TypeError, "unknown-option", "layer");
  });
});

test("posenc probe makes the files, reads answers, and ends with 0, 1 or an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "probe-"));
  try {
    const at = (name: string) => join(folder, name);
    writeFileSync(at("own.json"), JSON.stringify(configs.llama));
    const made = await run(["probe", "make", at("own.json"), "-o", at("out"), `--length=${length}`]);
    expect([made.code, made.errors]).toEqual([0, ""]);
    expect(new Uint8Array(readFileSync(at("out/model.safetensors")))).toEqual(
      probes.llama.files["model.safetensors"],
    );
    await run(["probe", "make", at("own.json"), "-o", at("gguf"), "--format=gguf"]);
    expect(readFileSync(at("gguf/model.gguf"), "latin1").slice(0, 4)).toBe("GGUF");
    const read = async (answers: object) => {
      writeFileSync(at("answers.json"), JSON.stringify(answers));
      return run(["probe", "read", at("answers.json"), `--plan=${at("out/probe.json")}`]);
    };
    const layers = rightLayers("llama");
    const right = await read(runEngine(probes.llama, layers));
    expect(right.code).toBe(0);
    expect(right.output).toContain(
      "halves pairs, 32 of 32 channels turn, base 10000: the config says the same.",
    );
    layers[0]!.pairing = "interleaved";
    const wrong = await read(runEngine(probes.llama, layers));
    expect([wrong.code, wrong.output.includes("pairing interleaved, not halves")]).toEqual([1, true]);
    writeFileSync(
      at("own.json"),
      JSON.stringify({ ...configs.llama, rope_scaling: { rope_type: "unheard" } }),
    );
    await run(["probe", "make", at("own.json"), "-o", at("out"), `--length=${length}`]);
    expect((await read(runEngine(probes.llama, rightLayers("llama")))).code).toBe(2);
    const cut = await read({ tokens: [1, 2], logprobs: [[], []] });
    expect(cut.errors).toContain("the answers are cut: 2 tokens of 384");
    expect((await run(["probe", "read", at("answers.json")])).errors).toContain("name the plan of the probe");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
