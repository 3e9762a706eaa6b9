/** The program `posenc` with files, names and outputs that are not what they seem. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { program, run } from "./harness/terminal.ts";

const root = mkdtempSync(join(tmpdir(), "posenc-edges-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = "";
let number = 0;
beforeEach(() => {
  folder = join(root, `${number++}`);
  mkdirSync(folder);
});
const at = (name: string) => join(folder, name);

const table = (path: string, rows = 4) =>
  run(["table", "--preset=attention-is-all-you-need", "--width=4", `--positions=0:${rows}`, "-o", path]);
const unfinished = () => readdirSync(folder).filter((name) => name.includes("part"));

describe("writing a file", () => {
  test("leaves a file named .part beside it alone", async () => {
    writeFileSync(at("t.npy.part"), "mine");
    expect((await table(at("t.npy"))).code).toBe(0);
    expect(readFileSync(at("t.npy.part"), "utf8")).toBe("mine");
    expect(readdirSync(folder).sort()).toEqual(["t.npy", "t.npy.part"]);
  });
  test("keeps a link and the mode of its target", async () => {
    writeFileSync(at("target.npy"), "old");
    chmodSync(at("target.npy"), 0o600);
    symlinkSync("target.npy", at("link.npy"));
    expect((await table(at("link.npy"))).code).toBe(0);
    expect(lstatSync(at("link.npy")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("target.npy"), "latin1")).toMatch(/^\x93NUMPY/);
    expect(statSync(at("target.npy")).mode & 0o777).toBe(0o600);
  });
  test("makes the target of a link to nothing", async () => {
    symlinkSync("new.npy", at("link.npy"));
    expect((await table(at("link.npy"))).code).toBe(0);
    expect(lstatSync(at("link.npy")).isSymbolicLink()).toBe(true);
    expect(existsSync(at("new.npy"))).toBe(true);
  });
  test.skipIf(process.platform === "win32")("goes into a pipe, which stays one", async () => {
    spawnSync("mkfifo", [at("pipe.csv")]);
    const reader = spawn("cat", [at("pipe.csv")]);
    let text = "";
    reader.stdout.on("data", (part) => {
      text += part;
    });
    expect((await table(at("pipe.csv"), 2)).code).toBe(0);
    await once(reader, "close");
    expect(text.split("\n")).toHaveLength(3);
    expect(lstatSync(at("pipe.csv")).isFIFO()).toBe(true);
  });
  test.skipIf(!existsSync("/dev/full"))("says that a disk is full, and leaves the device", async () => {
    symlinkSync("/dev/full", at("full.csv"));
    const { code, errors } = await table(at("full.csv"));
    expect([code, errors]).toEqual([2, `posenc: the disk is full: ${at("full.csv")}\n`]);
    expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
  });
  test.skipIf(!existsSync("/dev/full"))("says it of the standard output, too", () => {
    const words = "--preset=attention-is-all-you-need --width=4 --positions=0:4";
    const { status, stderr } = spawnSync("sh", [
      "-c",
      `"$0" "$1" table ${words} > /dev/full`,
      process.execPath,
      program,
    ]);
    expect([status, `${stderr}`]).toEqual([2, "posenc: the disk is full: the standard output\n"]);
  });
  /** The program under a limit on the size of its files, which ends a file in the middle as a full disk does. */
  const limited = (blocks: number, ...words: string[]) =>
    spawnSync("sh", ["-c", `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, program, ...words]);
  const large = ["table", "--preset=attention-is-all-you-need", "--width=512", "--positions=0:4000"];
  test.skipIf(process.platform === "win32")("that ends in the middle leaves the old file alone", () => {
    writeFileSync(at("t.npy"), "old");
    const { status, stderr } = limited(64, ...large, "-o", at("t.npy"));
    expect([status, `${stderr}`]).toEqual([
      2,
      `posenc: the file is too large for the disk: ${at("t.npy")}\n`,
    ]);
    expect(readdirSync(folder)).toEqual(["t.npy"]);
    expect(readFileSync(at("t.npy"), "utf8")).toBe("old");
  });
  test.skipIf(process.platform === "win32")("of a checkpoint, too", () => {
    writeFileSync(
      at("config.json"),
      JSON.stringify({ model_type: "llama", num_attention_heads: 2, head_dim: 64 }),
    );
    const { status, stderr } = limited(64, "probe", "make", at("config.json"), "-o", at("out"));
    expect(status).toBe(2);
    expect(`${stderr}`).toMatch(/^posenc: the file is too large for the disk: .*out\/[\w.]+\n$/);
    expect(
      readdirSync(at("out")).filter((name) => name.includes("part") || name.endsWith(".safetensors")),
    ).toEqual([]);
  });
  test.skipIf(!existsSync("/dev/null"))("says a large size before it begins", async () => {
    symlinkSync("/dev/null", at("t.npy"));
    const { code, errors } = await run([...large.slice(0, 3), "--positions=0:131072", "-o", at("t.npy")]);
    expect([code, errors]).toEqual([0, `${at("t.npy")}: 268 MB are written\n`]);
  });
  test("leaves nothing when it is ended by a signal", async () => {
    const words = ["table", "--preset=attention-is-all-you-need", "--width=512", "--positions=0:30000000"];
    const child = spawn(process.execPath, [program, ...words, "-o", at("t.npy")]);
    onTestFinished(() => void child.kill("SIGKILL")); // or a program that goes on would fill the disk
    const closed = once(child, "close");
    while (unfinished().length === 0 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGTERM");
    const [, signal] = await closed;
    expect(signal).toBe("SIGTERM");
    expect(readdirSync(folder)).toEqual([]);
  });
  test("into a folder that is not there leaves nothing", async () => {
    const { code, errors } = await table(at("no/t.npy"));
    expect([code, errors]).toEqual([2, `posenc: there is no file ${at("no/t.npy")}\n`]);
  });
  test("into a folder itself is refused", async () => {
    mkdirSync(at("t.npy"));
    const { code, errors } = await table(at("t.npy"));
    expect([code, errors]).toEqual([2, `posenc: this is a folder, not a file: ${at("t.npy")}\n`]);
  });
});

describe("the size of a table", () => {
  const words = ["table", "--preset=attention-is-all-you-need", "--width=512"];
  test.each(["0:1e15", "-1e308:1e308", "0:3e10"])("is refused above the limit: %s", async (positions) => {
    const { code, output, errors } = await run([...words, `--positions=${positions}`, "-o", at("big.npy")]);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toMatch(/at most 68.7 GB are written|more than 2\^53 positions/);
    expect(readdirSync(folder)).toEqual([]);
  });
  test("positions of a table to diagnose are counted before they are made", async () => {
    writeFileSync(at("t.csv"), "0,1\n0.84,0.54\n");
    const { code, errors } = await run(["diagnose", at("t.csv"), "--positions=0:1e15"]);
    expect(code).toBe(2);
    expect(errors).toContain("at most 10000000 are looked at");
  });
  test("a list with nothing between two commas is refused", async () => {
    const { code, errors } = await run([...words.slice(0, 2), "--width=2", "--positions=1,,2"]);
    expect(code).toBe(2);
    expect(errors).toContain("--positions must be a range");
  });
  test("a range may begin at a fraction", async () => {
    const { output } = await run([...words.slice(0, 2), "--width=2", "--positions=0.5:3.5"]);
    const rows = output.trim().split("\n");
    expect(rows.map((row) => row.split(",").map(Number).map(Math.fround))).toEqual(
      [0.5, 1.5, 2.5].map((p) => [Math.sin(p), Math.cos(p)].map(Math.fround)),
    );
  });
});

describe("foreign text is shown without what a terminal obeys", () => {
  const hostile = "a\u001b]0;title\u0007\u009b31m\n\u202eb";
  const shown = String.raw`a\u001b]0;title\u0007\u009b31m\u000a\u202eb`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
  const commands: [what: string, words: (path: string) => string[], contents: string][] = [
    [
      "a layer type",
      (path) => ["inspect", path],
      JSON.stringify({
        model_type: "gemma3_text",
        num_hidden_layers: 2,
        layer_types: [hostile, "full_attention"],
      }),
    ],
    [
      "an unknown field",
      (path) => ["inspect", path],
      JSON.stringify({ model_type: "llama", [`rope_${hostile}`]: 1 }),
    ],
    ["a model type", (path) => ["inspect", path], JSON.stringify({ model_type: hostile, hidden_size: 64 })],
    ["a text that is not JSON", (path) => ["inspect", path], `{${hostile}`],
    [
      "a kind of layer, compared",
      (path) => ["compare", path],
      JSON.stringify({ model_type: "gemma3_text", num_hidden_layers: 2, layer_types: [hostile, "x"] }),
    ],
    ["an option", (path) => ["diagnose", path, `--as=${hostile}`], "1,2"],
    ["a preset", () => ["vectors", hostile], ""],
    ["a command", () => [hostile], ""],
  ];
  test.each(commands)("%s", async (_, words, contents) => {
    writeFileSync(at("config.json"), contents);
    for (const more of [[], ["--json"]]) {
      const { output, errors } = await run([...words(at("config.json")), ...more]);
      expect(output + errors).not.toMatch(obeyed);
    }
  });
  test("the name of a file", async () => {
    const name = hostile.replace("\n", "");
    writeFileSync(at(name), "1,2");
    const { output } = await run(["inspect", at(name)], { isTTY: true });
    expect(output.replaceAll("\u001b[1m", "").replaceAll("\u001b[0m", "")).toContain(
      shown.replace("\\u000a", ""),
    );
    expect(output).not.toContain("\u001b]");
  });
  test("our own colours stay", async () => {
    expect((await run(["presets"], { isTTY: true })).output).toContain("\u001b[1mattention-is-all-you-need");
    expect((await run(["--help"], { isTTY: true })).output).toContain("\u001b[1mcommands\u001b[0m");
  });
});

describe("a config beside weights", () => {
  const header =
    '{"layers.0.attn.q_proj.weight":{"dtype":"U8","shape":[4,2],"data_offsets":[0,8]},"b":{"dtype":"constructor","shape":[1],"data_offsets":[8,8]}}';
  const weights = Buffer.concat([
    new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer),
    Buffer.from(header),
    Buffer.alloc(8),
  ]);
  beforeEach(() => writeFileSync(at("model.safetensors"), weights));
  test.skipIf(!existsSync("/dev/zero"))("that never ends is given up after 16 MiB", async () => {
    symlinkSync("/dev/zero", at("config.json"));
    const { code, errors } = await run(["inspect", at("model.safetensors")]);
    expect([code, errors]).toEqual([
      2,
      `posenc: ${at("config.json")} has more than 16 MiB, which no config.json has (see posenc inspect --help)\n`,
    ]);
  });
  const endless: [what: string, words: (path: string) => string[]][] = [
    ["a config of a table", (path) => ["table", `--config=${path}`, "--positions=0:4"]],
    ["a config of ids", (path) => ["ids", `--config=${path}`, "--length=4"]],
    ["a config to compare", (path) => ["compare", path]],
    ["a plan of a probe", (path) => ["probe", "read", "answers.json", `--plan=${path}`]],
    ["a config of a probe", (path) => ["probe", "make", path, "-o", "x"]],
  ];
  test.skipIf(!existsSync("/dev/zero")).each(endless)("%s that never ends is given up", async (_, words) => {
    symlinkSync("/dev/zero", at("endless"));
    const { code, errors } = await run(words(at("endless")));
    expect([code, errors]).toEqual([2, expect.stringMatching(/more than (16|256) MiB/)]);
  });
  test("a type of tensors may be called constructor", async () => {
    const { output } = await run(["inspect", at("model.safetensors")]);
    expect(output).toContain("2 tensors, 8 bytes: 1 U8, 1 constructor");
  });
});

describe("names", () => {
  test("that go round in a circle", async () => {
    symlinkSync("b", at("a"));
    symlinkSync("a", at("b"));
    const { errors } = await run(["inspect", at("a")]);
    expect(errors).toBe(`posenc: the links go round in a circle: ${at("a")}\n`);
  });
  test("that are too long", async () => {
    expect((await run(["inspect", at("x".repeat(300))])).errors).toContain("the name is too long:");
  });
  test.skipIf(process.platform !== "linux")("that are not UTF-8", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", `"$0" "$1" inspect "$(printf 'a\\377.csv')"`, process.execPath, program],
      { cwd: folder },
    );
    expect(status).toBe(2);
    expect(`${stderr}`).toContain(
      "is not UTF-8 or is not there: rename the file, or give it by the standard input",
    );
  });
});

test("compare ends with 2 if a field was not understood, and with 0 if all is", async () => {
  const config = { model_type: "llama", num_hidden_layers: 1 };
  const code = async (more: object) =>
    (await run(["compare", "-", "--engines=transformers"], { input: JSON.stringify({ ...config, ...more }) }))
      .code;
  expect(await code({})).toBe(0);
  expect(await code({ use_logn_attn: true })).toBe(2);
});
