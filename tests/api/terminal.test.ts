import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readNpy } from "posenc/files";
import { load, modelPositions, parseSpec, presets } from "posenc/full";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, fixtures } from "./harness/fixture-files.ts";
import { program, run } from "./harness/terminal.ts";

const pe = await load();

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const llama = fixtures.models[0]!;
const yarn = fixtures.models[1]!;

beforeAll(() => {
  writeFileSync(inFolder("config.json"), JSON.stringify(yarn.config));
  writeFileSync(inFolder("llama.gguf"), bytesOf(llama.file));
  writeFileSync(inFolder("weights.safetensors"), bytesOf(fixtures.safetensors.file));
  writeFileSync(inFolder("pair.npz"), bytesOf(fixtures.npz[1]!.file));
  writeFileSync(inFolder("rows.csv"), fixtures.text.csv);
  writeFileSync(inFolder("cut.gguf"), bytesOf(llama.file).slice(0, -10));
});

const json = async (...words: string[]) => JSON.parse((await run([...words, "--json"])).output);

describe("inspect", () => {
  test("says a config in words, with what was taken from where", async () => {
    const { code, output, errors } = await run(["inspect", inFolder("config.json")]);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain("config.json: config, qwen2");
    expect(output).toContain(
      "The 4 layers rotate all 128 channels of a head, in pairs of halves, with base 1000000 and the scaling yarn by 4.",
    );
    expect(output).toContain("theta from rope_theta");
  });

  test("as JSON it has what modelPositions gives", async () => {
    const { layers, parts } = modelPositions(yarn.config);
    const report = await json("inspect", inFolder("config.json"));
    expect(report).toMatchObject({
      version: 1,
      file: "config.json",
      kind: "config",
      layers: [0, 0, 0, 0],
      parts,
      unknown: [],
    });
    expect(report.kinds).toEqual([layers[0]]);
  });

  test("says which layers are of which kind", async () => {
    const gemma = { model_type: "gemma3_text", num_hidden_layers: 12 };
    const { output } = await run(["inspect", "-"], { input: JSON.stringify(gemma) });
    expect(output).toContain("  sliding_attention: layers 0–4, 6–10\n  full_attention: layers 5, 11\n");
    const oss = await run(["inspect", "-"], { input: '{"model_type": "gpt_oss"}' });
    expect(oss.output).toContain("sliding_attention: layers 0, 2, 4, 6, 8, 10, … 34\n");
  });

  test("reads the standard input, and ends with 2 if a field is not understood", async () => {
    const input = JSON.stringify({ ...yarn.config, rope_scaling: { rope_type: "wobbly" } });
    const { code, output } = await run(["inspect", "-"], { input });
    expect(code).toBe(2);
    expect(output).toContain("not understood  rope_scaling.rope_type");
  });

  test("reads a .gguf file, its divisors and its pairing", async () => {
    const report = await json("inspect", inFolder("llama.gguf"));
    expect(report).toMatchObject({
      kind: "gguf",
      modelType: "llama",
      filePairing: "interleaved",
      tensors: { count: 1 },
    });
    expect(report.kinds[0].rotary).toMatchObject({
      pairing: "interleaved",
      base: 500_000,
      scaling: { type: "llama3", factor: 32 },
    });
    expect((await run(["inspect", inFolder("llama.gguf")])).output).toContain("weights: interleaved");
  });

  test("reads a .safetensors file with the config beside it, or another one", async () => {
    const report = await json("inspect", inFolder("weights.safetensors"), "--weights");
    expect(report).toMatchObject({
      kind: "safetensors",
      modelType: "qwen2",
      tensors: { count: 10, types: { F32: 3 } },
    });
    expect(report.projections).toEqual([{ name: null, fault: "no query projection was found in the file" }]);
    const other = await run([
      "inspect",
      inFolder("weights.safetensors"),
      `--config=${inFolder("none.json")}`,
    ]);
    expect(other).toMatchObject({ code: 2, errors: expect.stringContaining("there is no file") });
  });

  test("tells what is in arrays and texts", async () => {
    expect((await run(["inspect", inFolder("pair.npz")])).output).toMatch(
      /pair.npz: 2 arrays\n {2}table {2}2 × 3 float32\n/,
    );
    expect(await json("inspect", inFolder("rows.csv"))).toMatchObject({
      kind: "table",
      shape: [3, 4],
      least: 0,
    });
  });

  test("says in a line what is wrong with a file", async () => {
    const { code, output, errors } = await run(["inspect", inFolder("cut.gguf")]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^posenc: the file ends within .*\n$/);
    expect(await json("inspect", inFolder("cut.gguf"))).toMatchObject({
      error: { code: "damaged", param: "source" },
    });
    expect(await run(["inspect", folder])).toMatchObject({
      code: 2,
      errors: expect.stringContaining("is a folder"),
    });
  });
});

describe("table", () => {
  test.each([
    ["npy", "--preset=attention-is-all-you-need", "--width=512"],
    ["npy", "--preset=fairseq", "--width=64"],
    ["npy", "--spec=method=sinusoidal&dModel=6&layout=halves"],
  ])("writes .%s as encode makes it: %s", async (ending, ...words) => {
    const file = inFolder(`table.${ending}`);
    const { code, output } = await run(["table", ...words, "--positions=2:3000", "-o", file]);
    expect(code).toBe(0);
    expect(output).toMatch(/table.npy: 2998 × \d+ float32/);
    const array = await readNpy(readFileSync(file));
    const text = `${words[0]!.replace("--spec=", "").replace("--", "")}${words[1]?.replace("--width", "&dModel") ?? ""}`;
    const { spec } = parseSpec(text);
    const table = pe.encode(spec as never, { start: 2, length: 2998 });
    expect(Buffer.compare(Buffer.from(array.values.buffer), Buffer.from(table.buffer))).toBe(0);
    expect(readdirSync(folder)).not.toContain("table.npy.part");
  });

  test("of a rotary preset has cosines, then sines; or one of them", async () => {
    const { cos, sin } = pe.rotaryTable({ preset: "llama-3.1" }, { positions: [0, 131_071] });
    const [, second] = (await run(["table", "--preset=llama-3.1", "--positions=0,131071"])).output.split(
      "\n",
    );
    expect(second!.split(",").map((word) => Math.fround(Number(word)))).toEqual([
      ...cos.slice(64),
      ...sin.slice(64),
    ]);
    const part = await run(["table", "--preset=llama-3.1", "--positions=131071", "--part=sin", "--json"]);
    expect(Float32Array.from(JSON.parse(part.output)[0])).toEqual(sin.slice(64));
  });

  test("takes ranges with a step, grids without positions, and no rows", async () => {
    const stepped = await run(["table", "--preset=ddpm", "--width=8", "--positions=10:0:-5"]);
    expect(stepped.output.trim().split("\n")).toHaveLength(2);
    const grid = await run(["table", "--spec=preset=mae&dModel=8&shape=2,2", "--format=json"]);
    expect(JSON.parse(grid.output).length).toBeGreaterThanOrEqual(4);
    expect(
      (await run(["table", "--preset=ddpm", "--width=8", "--positions=5:5", "--format=json"])).output,
    ).toBe("[]\n");
  });

  test.each([
    [["--preset=llama-3"], /did you mean "llama-2" or "llama-3.1"/],
    [["--preset=bloom", "--positions=0:3"], /a bias cannot be written as a table/],
    [["--preset=llama-3.1"], /pass --positions/],
    [["--preset=ddpm", "--positions=0:1"], /pass --width/],
    [["--spec=method=sine", "--positions=0:1"], /pass --width/],
    [["--preset=llama-3.1", "--positions=a:b"], /--positions must be a range/],
    [["--preset=llama-3.1", "--positions=0:1", "-o", "x.xyz"], /unknown format "xyz"/],
    [["--spec=method=sine&dModel=7.5", "--positions=0:1"], /dModel "7.5" was changed to 8/],
    [["--preset=ddpm", "--spec=x"], /one of --preset, --spec and --config/],
    [["--preset=ddpm", "--wide=3"], /Unknown option '--wide'/],
    [["--preset=ddpm", "--width=8", "--positions=0:1", "-o", "no/such/folder/x.npy"], /there is no file no/],
  ])("%j is refused", async (words, fault) => {
    const { code, output, errors } = await run(["table", ...words]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(fault);
    expect(errors.trim()).not.toContain("\n");
  });
});

describe("presets and vectors", () => {
  test("every preset is listed, and has vectors", async () => {
    const list = await json("presets");
    expect(list.map(({ name }: { name: string }) => name)).toEqual(Object.keys(presets));
    expect((await run(["presets", "--method=alibi"])).output.trim().split("\n")).toHaveLength(2);
    expect(JSON.parse((await run(["vectors", "llama-3.1"])).output)).toMatchObject({ preset: "llama-3.1" });
    expect(await run(["vectors", "lama-2"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('"llama-2"'),
    });
  });
});

describe("the program", () => {
  test("has help for all and for each command, with examples that name it", async () => {
    const { output } = await run([]);
    const names = [...output.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining(["inspect", "table", "vectors", "presets"]));
    for (const name of names) {
      const help = (await run([name, "--help"])).output;
      expect(help).toContain(`posenc ${name}`);
      expect(help.split("examples\n")[1]).toContain(`posenc ${name}`);
      expect((await run(["help", name])).output).toBe(help);
    }
  });

  test("has colours on a terminal only, and not with NO_COLOR", async () => {
    const words = ["inspect", inFolder("config.json")];
    expect((await run(words, { isTTY: true })).output).toContain("\u001b[1m");
    for (const options of [
      {},
      { isTTY: true, environment: { NO_COLOR: "1" } },
      { isTTY: true, environment: { TERM: "dumb" } },
    ])
      expect((await run(words, options)).output).not.toContain("\u001b");
  });

  test.each([["tabel"], ["inspect"], ["inspect", "a", "b"], ["vectors"], ["presets", "--method=x"]])(
    "%s %s %s is refused with 2",
    async (...words) => {
      const { code, errors } = await run(words);
      expect([code, errors]).toEqual([2, expect.stringMatching(/^posenc: (name one|unknown) /)]);
    },
  );

  test("names of Windows are names, not addresses", async () => {
    const { errors } = await run(["inspect", "C:\\models\\config.json"]);
    expect(errors).toContain("there is no file C:\\models\\config.json");
  });

  test("runs as a process, by a link too, and ends quietly if its reader has enough", () => {
    const version = execFileSync(process.execPath, [program, "--version"], { encoding: "utf8" });
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
    const wrong = spawnSync(process.execPath, [program, "tabel"], { encoding: "utf8" });
    expect(wrong.status).toBe(2);
    const cut = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${program}" table --preset=llama-2 --positions=0:20000 | head -n 1`],
      { encoding: "utf8" },
    );
    expect([cut.stdout.split("\n").length, cut.stderr]).toEqual([2, ""]);
  });
});

describe("lab", () => {
  test("trains each encoding and seed, and writes what they reach", async () => {
    const words = ["lab", "--encodings=none,rope", "--task=back", "--seeds=2", "--steps=3", "--width=16"];
    const { code, output } = await run([...words, "-o", inFolder("results.json")]);
    expect(code).toBe(0);
    expect(output).toMatch(/back: accuracy at length\n +12 +24 +48 +96\nnone +0\.\d+±0\.\d+/);
    const report = JSON.parse(readFileSync(inFolder("results.json"), "utf8"));
    expect(report).toMatchObject({ task: "back", seeds: 2, steps: 3, width: 16 });
    expect(report.results.map(({ encoding, seed }: Record<string, unknown>) => [encoding, seed])).toEqual([
      ["none", 1],
      ["rope", 1],
      ["none", 2],
      ["rope", 2],
    ]);
    const again = await json(...words);
    const without = ({ results }: { results: object[] }) => results.map((one) => ({ ...one, time: 0 }));
    expect(without(again)).toEqual(without(report));
  });

  test("tests a rotary model again with stretched frequencies, as `evaluate` does", async () => {
    const words = ["lab", "--encodings=none,rope", "--task=back", "--steps=3", "--width=16"];
    const { output } = await run([...words, "--stretch=linear", "--factor=8"]);
    expect(output).toMatch(/\nrope, linear 8 +0\.\d+/);
    const { stretch, results } = await json(...words, "--stretch=linear", "--factor=8");
    expect(stretch).toEqual({ type: "linear", factor: 8 });
    const [none, rope] = results;
    expect(none.stretched).toBeNull();
    expect(rope.stretched.map(({ length }: { length: number }) => length)).toEqual([12, 24, 48, 96]);
    expect(rope.stretched).not.toEqual(rope.lengths);
    const [, unscaled] = (await json(...words, "--stretch=linear", "--factor=1")).results;
    expect(unscaled.stretched).toEqual(unscaled.lengths);
  });

  test.each([
    [["--encodings=rope", "--task=back", "--stretch=yar"], 'unknown stretch "yar"'],
    [["--encodings=rope", "--task=back", "--stretch=yarn", "--factor=0"], "--factor must be a number from 1"],
    [["--encodings=rope", "--task=back", "--factor=2"], "--factor needs --stretch"],
    [["--task=back"], "pass --encodings"],
    [["--encodings=rope"], "pass --task"],
    [["--encodings=rop", "--task=back"], 'unknown encoding "rop"'],
    [["--encodings=rope", "--task=back", "--steps=0"], "--steps must be an integer from 1"],
    [["--encodings=rope", "--task=back", "x"], "x is not an option"],
  ])("%s: %s", async (words, message) => {
    const { code, errors } = await run(["lab", ...words]);
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});
