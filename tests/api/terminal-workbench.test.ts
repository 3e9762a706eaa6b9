/** `posenc compare` and `posenc diagnose`: what they print, and what they end with. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diagnose } from "posenc/diagnose";
import { compare } from "posenc/engines";
import { afterAll, describe, expect, test } from "vitest";
import { storedZip } from "./harness/stored-zip.ts";
import { run } from "./harness/terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const oss = {
  model_type: "gpt_oss",
  head_dim: 64,
  num_hidden_layers: 2,
  max_position_embeddings: 131072,
  rope_theta: 150000,
  rope_scaling: {
    ...{ rope_type: "yarn", factor: 32, beta_fast: 32, beta_slow: 1, truncate: false },
    original_max_position_embeddings: 4096,
  },
};

describe("compare", () => {
  const input = JSON.stringify(oss);

  test("ends with 0 if all programs compute the same rotation, else with 1", async () => {
    const same = await run(["compare", "-", "--engines=transformers,exllamav3"], { input });
    expect([same.code, same.errors]).toEqual([0, ""]);
    expect(same.output).toContain("  = transformers (5.24.0, and decba1d) computes the same rotation");
    const other = await run(["compare", "-", "--engines=transformers,mlx"], { input });
    expect(other.code).toBe(1);
    expect(other.output).toMatch(
      / {2}≠ MLX \(.*\) rounds the ends of YaRN's ramp: pair 17 turns 76 % too fast/,
    );
  });

  test("as JSON it has what compare gives", async () => {
    const words = ["compare", "-", "--engines=vllm", "--length=4096", "--dtype=float32", "--json"];
    const { code, output } = await run(words, { input });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual(compare(oss, { engines: ["vllm"], length: 4096, dtype: "float32" }));
  });

  test("ends with 2 for a program that it does not know, a model that does not rotate, and a file of another kind", async () => {
    const strange = await run(["compare", "-", "--engines=vlm"], { input });
    expect([strange.code, strange.errors]).toEqual([2, expect.stringContaining('did you mean "vllm"?')]);
    const bert = await run(["compare", "-"], { input: '{"model_type": "bert"}' });
    expect([bert.code, bert.output]).toEqual([2, expect.stringContaining("No layer has a rotation")]);
    const table = await run(["compare", "-"], { input: "1,2\n3,4\n" });
    expect([table.code, table.errors]).toEqual([2, expect.stringContaining("expected a config.json")]);
    const length = await run(["compare", "-", "--length=many"], { input });
    expect([length.code, length.errors]).toEqual([2, expect.stringContaining("length must be")]);
  });
});

describe("diagnose", () => {
  const table = ["table", "--preset=attention-is-all-you-need", "--width=64", "--positions=1:33", "-o"];

  test("reads a table from a file, and ends with 1 if something is wrong", async () => {
    await run([...table, inFolder("late.npy")]);
    const chunk = await run(["diagnose", inFolder("late.npy")]);
    expect([chunk.code, chunk.output]).toEqual([0, expect.stringContaining("The first row is position 1.")]);
    const late = await run(["diagnose", inFolder("late.npy"), "--positions=0:32"]);
    expect(late.code).toBe(1);
    expect(late.output).toContain("Positions are off by 1.");
    expect(late.output).toMatch(/ {2}position-offset {2}\d+ % sure/);
    const right = await run(["diagnose", inFolder("late.npy"), "--positions=1:33"]);
    expect([right.code, right.errors]).toEqual([0, ""]);
  });

  test("reads lists of other kinds, and compares them with what is expected", async () => {
    const slopes = [0.25, 0.0625, 0.015625, 0.00390625];
    const input = JSON.stringify(slopes);
    const found = await run(["diagnose", "-", "--as=slopes", "--json"], { input });
    expect(found.code).toBe(0);
    expect(JSON.parse(found.output)).toEqual(diagnose({ slopes }));
    const frequencies = JSON.stringify([1, 0.1, 0.01, 0.001]);
    const spec = "--expected=method=rope&headDim=8&base=500000&pairing=halves";
    const wrong = await run(["diagnose", "-", spec], { input: frequencies });
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("wrong-base")]);
  });

  test("ends with 2 for arrays of other names, and for what it cannot tell", async () => {
    const noise = await run(["diagnose", "-"], { input: "0.3,-0.7\n0.1,0.9\n-0.4,0.2\n" });
    expect([noise.code, noise.output]).toEqual([2, expect.stringContaining("Cannot tell")]);
    for (const words of [["-", "--as=tables"], ["-", "--expected=lama"], []])
      expect((await run(["diagnose", ...words], { input: "1,2\n3,4\n" })).code).toBe(2);
    const config = await run(["diagnose", "-"], { input: JSON.stringify(oss) });
    expect(config.errors).toContain("no numbers but config");
  });

  test("reads the arrays of a .npz by their names", async () => {
    const part = async (name: "cos" | "sin") => {
      const file = inFolder(`${name}.npy`);
      await run(["table", "--preset=llama-2", "--positions=0:16", `--part=${name}`, "-o", file]);
      return [`${name}.npy`, readFileSync(file)] as const;
    };
    const [cos, sin] = [await part("cos"), await part("sin")];
    writeFileSync(inFolder("cache.npz"), storedZip([cos, sin]));
    const words = ["diagnose", inFolder("cache.npz"), "--expected"];
    const right = await run([...words, "llama-2"]);
    expect([right.code, right.errors]).toEqual([0, ""]);
    const other = await run([...words, "llama-3.1"]);
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("wrong-base")]);
    writeFileSync(
      inFolder("strange.npz"),
      storedZip([
        ["other.npy", cos[1]],
        ["sin.npy", sin[1]],
      ]),
    );
    const strange = await run(["diagnose", inFolder("strange.npz")]);
    expect([strange.code, strange.errors]).toEqual([2, expect.stringContaining('an array "other"')]);
  });

  test("compares with a config, another file and two files, and allows short floats", async () => {
    const file = (name: string, preset: string, part: string) =>
      run([
        "table",
        `--preset=${preset}`,
        "--positions=0:16",
        ...(part ? [`--part=${part}`] : []),
        "-o",
        inFolder(name),
      ]);
    await file("cos.npy", "llama-3.1", "cos");
    await file("sin.npy", "llama-3.1", "sin");
    await file("both.npy", "llama-3.1", "");
    const llama = {
      model_type: "llama",
      head_dim: 128,
      num_attention_heads: 32,
      num_hidden_layers: 2,
      rope_theta: 5e5,
    };
    const scaling = {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    };
    writeFileSync(inFolder("config.json"), JSON.stringify({ ...llama, rope_scaling: scaling }));
    writeFileSync(inFolder("other.json"), JSON.stringify({ ...llama, rope_theta: 1e4 }));
    const two = [inFolder("cos.npy"), inFolder("sin.npy")];
    for (const words of [
      [...two, `--expected=${inFolder("config.json")}`],
      [inFolder("both.npy"), inFolder("config.json")],
      [inFolder("both.npy"), "--expected=llama-3.1"],
      [inFolder("both.npy"), `--expected=${inFolder("both.npy")}`],
      [inFolder("both.npy")],
    ]) {
      const { code, output, errors } = await run(["diagnose", ...words]);
      expect([code, errors], output).toEqual([0, ""]);
    }
    const other = await run(["diagnose", ...two, `--expected=${inFolder("other.json")}`, "--json"]);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.output)).toMatchObject({ comparison: { equal: false, compared: 2 * 16 * 64 } });
    const config = ["--config", inFolder("config.json"), "--positions=0:16"];
    await run(["table", ...config, "-o", inFolder("config.npy")]);
    expect(
      (await run(["diagnose", inFolder("config.npy"), "--expected=llama-3.1", "--allow=bf16"])).code,
    ).toBe(0);
    expect((await run(["diagnose", inFolder("config.npy"), "--expected=none.json"])).code).toBe(2);
    expect(JSON.parse((await run(["vectors", inFolder("config.json")])).output)).toBeTypeOf("object");
  });
});

test("ids prints positions of texts and images, by the rule of a config", async () => {
  expect((await run(["ids", "--length=4", "--start=3"])).output).toBe("3,4,5,6\n");
  expect((await run(["ids", "--mask=0,0,1,1"])).output).toBe("0,0,0,1\n");
  writeFileSync(inFolder("vl.json"), JSON.stringify({ model_type: "qwen2_vl" }));
  const words = [
    "ids",
    `--config=${inFolder("vl.json")}`,
    '--segments=[{"text":2},{"image":[1,4,4]},{"text":1}]',
  ];
  expect((await run(words)).output).toBe("0,1,2,2,2,2,4\n0,1,2,2,3,3,4\n0,1,2,3,2,3,4\n");
  expect((await run(["ids", "--segments=[}"])).code).toBe(2);
});
