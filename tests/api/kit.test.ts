/** The conformance kit: posenc passes it, engines with faults are told which, and all of its files have the form of its schema. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { pythonWithNumpy } from "../browser/harness/numpy.ts";

const kit = new URL("../fixtures/kit/", import.meta.url);
const readers = new URL("../kit/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, kit), "utf8"));
const index = read("index.json") as { files: string[] } & Record<
  "presets" | "models" | "types",
  Record<string, string[]>
>;

function runReader(engine: string) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--test", "--test-reporter=tap", fileURLToPath(new URL("kit.test.mjs", readers))],
    {
      encoding: "utf8",
      env: { ...process.env, KIT: kit.href, KIT_ENGINE: engine },
    },
  );
  return { status, stdout };
}

test("posenc passes the kit", () => {
  const { status, stdout } = runReader(new URL("posenc-engine.mjs", readers).href);
  expect(
    status,
    stdout
      .split("\n")
      .filter((line) => line.startsWith("not ok"))
      .join("\n"),
  ).toBe(0);
  const counts = index.files.map((name) => read(`${name}.json`).checks.length);
  expect(stdout).toContain(`# pass ${counts.reduce((sum, count) => sum + count)}`);
});

/** Prints what naive_engine.py answers to each check, without rows. */
const ANSWERS = `
import json, sys
import naive_engine
flat = lambda value: [x for item in value for x in flat(item)] if hasattr(value, "__len__") else [float(value)]
functions = {"attentionFactor": naive_engine.attention_factor}
for name in json.load(open("index.json"))["files"]:
    file = json.load(open(name + ".json"))
    for check in file["checks"]:
        function = functions.get(check["call"]) or getattr(naive_engine, check["call"])
        answer = function(file["rule"], *check["given"])
        print(json.dumps(flat(answer if hasattr(answer, "__len__") else [answer])))
`;

test("the small NumPy engine passes the kit", () => {
  const { stdout, stderr } = spawnSync(pythonWithNumpy(), ["-c", ANSWERS], {
    cwd: fileURLToPath(kit),
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: fileURLToPath(readers), PYTHONDONTWRITEBYTECODE: "1" },
    maxBuffer: 2 ** 26,
  });
  const answers = stdout.split("\n").slice(0, -1);
  const checks = index.files.flatMap((name) =>
    read(`${name}.json`).checks.map((check: object) => ({ name, ...check })),
  );
  expect(answers.length, stderr).toBe(checks.length);
  for (const [i, { name, call, answer, absolute, relative }] of checks.entries()) {
    const own: number[] = JSON.parse(answers[i]!);
    expect(own.length, `${name}: ${call}`).toBe(answer.length);
    for (const [at, value] of own.entries())
      expect(Math.abs(value - answer[at]), `${name}: ${call}`).toBeLessThanOrEqual(
        absolute + relative * Math.abs(answer[at]),
      );
  }
});

const faulty = (body: string) =>
  `data:text/javascript,${encodeURIComponent(`import * as right from ${JSON.stringify(new URL("posenc-engine.mjs", readers).href)};\n${body}`)}`;

test.each([
  [
    "pairing",
    "export const rotate = (rule, x, p) => right.rotate({ ...rule, pairing: 'interleaved' }, x, p);",
    /wrong pairing: it rotates channels \(0, 1\), \(2, 3\) … together; this rule rotates \(0, 64\)/,
  ],
  [
    "base",
    "export const rotate = (rule, x, p) => right.rotate({ ...rule, base: 10000 }, x, p);",
    /the base is 10000; it must be 500000 \(rope_theta of the config\)/,
  ],
  [
    "schedule",
    "export const rotate = (rule, x, p) => right.rotate({ ...rule, scaling: { type: 'none' } }, x, p);",
    /the rule llama3 is not applied/,
  ],
  [
    "move",
    "export const move = (rule, key, from, to) => right.move(rule, key, to, from);",
    /the key moves in the wrong direction; rotate by the new position minus the old one/,
  ],
  [
    "move of dynamic NTK",
    "export const move = (rule, key, from, to) => right.move({ ...rule, scaling: { type: 'none' } }, key, from, to);",
    /no rotation moves a key of dynamic NTK beyond originalLength/,
  ],
  [
    "first channel",
    "export const rotate = (rule, x, p) => right.rotate({ ...rule, rotaryOffset: 0 }, x, p);",
    /it rotates channels from 0 on; this rule rotates channels from 128 on/,
  ],
  [
    "axis",
    "export const rotate = (rule, x, p) => right.rotate(rule, x, p.map(() => p[0]));",
    /all pairs use the position on the first axis/,
  ],
  [
    "ramp of YaRN",
    "export const rotate = ({ scaling, ...rule }, x, p) => right.rotate({ ...rule, scaling: scaling.type === 'yarn' ? { ...scaling, truncate: false } : scaling }, x, p);",
    /the ends of YaRN's ramp must be rounded to whole pairs/,
  ],
  [
    "padding",
    "export const ids = (rule) => rule.mask?.map((row) => [...row.keys()].filter((i) => row[i])) ?? right.ids(rule);",
    /padding is counted/,
  ],
])("an engine with a wrong %s is told so", (_, body, says) => {
  const { status, stdout } = runReader(faulty(body));
  expect(status).not.toBe(0);
  expect(stdout).toMatch(says);
});

test("files have the schema's form, few bytes, and names that the index has", () => {
  const schema = JSON.parse(readFileSync(new URL("schema.json", readers), "utf8"));
  const validator = new Validator(schema, "2020-12");
  let total = 0;
  for (const name of index.files) {
    const file = read(`${name}.json`);
    const { valid, errors } = validator.validate(file);
    expect(valid, `${name}: ${JSON.stringify(errors.slice(0, 3))}`).toBe(true);
    total += JSON.stringify(file).length;
  }
  expect(total).toBeLessThan(2e6);
  expect(readdirSync(kit).length).toBe(index.files.length + 1);
  for (const list of [index.presets, index.models, index.types])
    for (const [name, files] of Object.entries(list))
      for (const file of files) expect(index.files, name).toContain(file);
  expect(Object.keys(index.models).length).toBeGreaterThan(60);
});
