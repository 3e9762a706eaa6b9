/** What commands print with `--json` follows the schemas of the package. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { museum } from "posenc/diagnose";
import { afterAll, describe, expect, test } from "vitest";
import { program, run } from "./harness/terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string, content: string | object) => {
  const plain = (_: string, value: unknown) =>
    ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value;
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content, plain));
  return join(folder, name);
};

const schemas = join(program, "../schemas");
const names = readdirSync(schemas).map((name) => name.replace(".json", ""));

/** The schema allows more fields, which later versions may have; here every field must be named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in schema && !("additionalProperties" in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const validators = new Map(
  names.map((name) => {
    const schema: unknown = JSON.parse(readFileSync(join(schemas, `${name}.json`), "utf8"));
    return [name, new Validator(closed(schema) as Schema, "2020-12", false)];
  }),
);

/** @returns what is wrong with an answer */
const faultsOf = (name: string, answer: unknown) =>
  validators
    .get(name)!
    .validate(answer)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);

const configs = {
  llama: { model_type: "llama" },
  gemma: { model_type: "gemma3_text" },
  oss: { model_type: "gpt_oss", rope_scaling: { type: "yarn", factor: 4, warp: 1 } },
  llama4: { model_type: "llama4" },
  vl: { model_type: "qwen2_5_vl" },
  t5: { model_type: "t5" },
  bert: { model_type: "bert" },
  strange: { model_type: "kolibri_x", num_hidden_layers: 2 },
};

const paths = Object.values(configs).map((config, i) => inFolder(`config-${i}.json`, config));
const [llama = ""] = paths;
const table = inFolder("table.csv", "sine,cosine\n0,1\n0.8415,0.5403\n");
const pieces = museum
  .filter((_, index) => index % 3 === 0)
  .map(({ make }, i) => inFolder(`dump-${i}.json`, make()));

const calls: [schema: string, ...words: string[]][] = [
  ...paths.flatMap((path): [string, ...string[]][] => [
    ["inspect", path],
    ["compare", path],
    ["movable", path, "--from=5", "--to=700"],
    ["movable", path, "--from=70000", "--to=0", "--length=9"],
  ]),
  ["inspect", table],
  ["diagnose", table],
  ["diagnose", table, "--expected=attention-is-all-you-need"],
  ...pieces.map((path): [string, ...string[]] => ["diagnose", path]),
  ["ids", "--length=4"],
  ["ids", "--mask=0,0,1,1"],
  ["ids", "--boundaries=0,3,7"],
  ["ids", "--rule=qwen-2-vl", '--segments=[{"text":3},{"image":[1,4,6]}]'],
  ["ids", "--rule=flux", '--segments=[{"text":3},{"image":[1,4,6]}]'],
  ["presets"],
  ["presets", "--method=rope"],
  [
    "table",
    "--preset=attention-is-all-you-need",
    "--width=8",
    "--positions=0:4",
    "-o",
    join(folder, "t.npy"),
  ],
  ["inspect", join(folder, "t.npy")],
  ["lab", "--encodings=rope", "--task=back", "--steps=1"],
  ["lab", "--encodings=rope", "--task=back", "--steps=1", "--stretch=yarn"],
];

describe("a schema describes each field that is printed", () => {
  test.each(calls)("%s %s %s", async (schema, ...words) => {
    expect(faultsOf(schema, JSON.parse((await run([schema, ...words, "--json"])).output))).toEqual([]);
  });
});

test.each([
  ["compare", join(folder, "missing.json")],
  ["diagnose", llama],
  ["ids", "--length=many"],
  ["nothing"],
])("an error of %s has the schema `error`", async (...words) => {
  expect(faultsOf("error", JSON.parse((await run([...words, "--json"])).output))).toEqual([]);
});

test("each command that prints JSON has a schema, and a wrong answer does not pass", async () => {
  expect(names.sort()).toEqual(["error", ...new Set(calls.map(([name]) => name))].sort());
  for (const [name, ...words] of [
    ["inspect", llama],
    ["compare", llama],
    ["ids", "--length=4"],
  ] as const) {
    const answer = JSON.parse((await run([name, ...words, "--json"])).output);
    for (const field of Object.keys(answer)) {
      const { [field]: left, ...rest } = answer;
      if (left === undefined || ["count", "next", "delta"].includes(field)) continue;
      expect(faultsOf(name, rest), `${name} without ${field}`).not.toEqual([]);
      const other = typeof left === "boolean" ? "yes" : true; // a value that the field never has
      expect(faultsOf(name, { ...rest, [field]: other }), `${name}: ${field}`).not.toEqual([]);
    }
  }
});
