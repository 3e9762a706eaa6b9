import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { checkSpec, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const folder = new URL("../fixtures/configs/", import.meta.url);
const files = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  return [name, JSON.parse(text)] as const;
});

interface Reading {
  pairing: string | null;
  scaling: { type: string };
}

/** What the record says of a layer; its other fields have their defaults. */
function expectedSpec({ pairing, scaling, ...fields }: Reading) {
  const type = scaling.type === "default" ? "none" : scaling.type;
  const spec = checkSpec({ method: "rope", ...fields, pairing: "halves", scaling: { ...scaling, type } });
  return { ...spec, pairing };
}

describe("specFromConfig", () => {
  test.each(files)("reads %s like the record", (_name, { config, expected }) => {
    const layers = Object.entries<Reading>(expected.layers);
    for (const given of [config, JSON.stringify(config)]) {
      const reading = specFromConfig(given);
      expect(reading.unknown).toEqual(expected.unknown);
      expect(reading.layers).toEqual(
        Object.fromEntries(layers.map(([layer, reading]) => [layer, expectedSpec(reading)])),
      );
    }
  });

  const llama = { model_type: "llama", head_dim: 64, max_position_embeddings: 4096 };

  test("takes the pairing from the caller", () => {
    const strange = { ...llama, model_type: "x", rope_theta: 10000 };
    const { layers, unknown, notes } = specFromConfig(strange, { pairing: "interleaved" });
    expect([unknown, notes]).toEqual([[], []]);
    expect(checkSpec(layers.all)).toMatchObject({ pairing: "interleaved", headDim: 64 });
    expect(() => checkSpec(specFromConfig({ head_dim: 64, rope_theta: 1e4 }).layers.all)).toThrow(
      /pairing must be/,
    );
    expectError(() => specFromConfig(llama, { pairing: "both" as never }), RangeError, "range", "pairing");
  });

  const strange: [config: object, unknown: string[], layers: string[]][] = [
    [{ ...llama, rope_scaling: "linear" }, ["rope_scaling"], []],
    [{ ...llama, rope_scaling: { type: "linear" } }, ["rope_scaling.factor"], []],
    [{ ...llama, rope_scaling: { type: "linear", factor: "8" } }, ["rope_scaling.factor"], []],
    [{ ...llama, rope_scaling: { type: "linear", factor: Infinity } }, ["rope_scaling.factor"], []],
    [{ ...llama, rope_scaling: { type: "toString" } }, ["rope_scaling.type"], []],
    [{ ...llama, rope_scaling: { type: "default", factor: 2 } }, ["rope_scaling.factor"], ["all"]],
    [{ ...llama, rope_scaling: {}, rope_parameters: {} }, [], ["all"]],
    [
      { ...llama, rope_scaling: { type: "linear", factor: 2 }, rope_parameters: { rope_theta: 5e5 } },
      ["rope_parameters"],
      ["all"],
    ],
    [{ ...llama, rope_theta: 2, rope_parameters: { rope_theta: 5e5 } }, ["rope_theta"], ["all"]],
    [{ ...llama, rope_scaling: { type: "linear", factor: 2, wobble: 3 } }, ["rope_scaling.wobble"], []],
    [{ ...llama, rope_scaling: { rope_type: "llama3", factor: 8 } }, ["rope_scaling.low_freq_factor"], []],
    [{ ...llama, rope_scaling: { rope_type: "ntk", factor: 8 } }, ["rope_scaling.rope_type"], []],
    [{ ...llama, partial_rotary_factor: 0.5 }, ["partial_rotary_factor"], ["all"]],
    [{ ...llama, use_dynamic_ntk: true }, ["use_dynamic_ntk"], []],
    [{ model_type: "x", head_dim: 64 }, ["model_type", "rope_theta"], []],
    [{ ...llama, rope_theta: "10000" }, ["rope_theta"], []],
    [{ ...llama, rope_theta: Number.NaN }, ["rope_theta"], []],
    [{ ...llama, no_rope_layers: [1, 0] }, ["no_rope_layers"], []],
    [{ ...llama, head_dim: 63 }, ["head_dim"], []],
    [{ ...llama, head_dim: {} }, ["head_dim"], []],
    [{ model_type: "x" }, ["model_type", "head_dim"], []],
    [{ model_type: "llama", hidden_size: 64, num_attention_heads: 0 }, ["num_attention_heads"], []],
    [
      { ...llama, rope_parameters: { a: { rope_type: "spin" }, b: {} } },
      ["rope_parameters.a.rope_type", "rope_parameters"],
      ["b"],
    ],
    [{ ...llama, rope_scaling: { mrope_section: [16, 17] } }, ["rope_scaling.mrope_section"], []],
  ];
  test.each(strange)("%j: reports the fields that it does not understand", (config, unknown, layers) => {
    const reading = specFromConfig(config);
    expect(reading.unknown).toEqual(unknown);
    expect(Object.keys(reading.layers)).toEqual(layers);
    if (layers.length === 0) expect(reading.notes.at(-1)).toContain(unknown.at(-1));
  });

  test("reads two bases of one file", () => {
    const { layers } = specFromConfig({ ...llama, global_rope_theta: 160000, local_rope_theta: 10000 });
    expect(layers).toMatchObject({ full_attention: { base: 160000 }, sliding_attention: { base: 10000 } });
  });

  test("takes own fields only, and layers by any name", () => {
    const polluted = JSON.parse(
      '{"model_type":"llama","head_dim":8,"__proto__":{"rope_theta":2},"rope_parameters":{"__proto__":{"rope_theta":5}}}',
    );
    const { layers } = specFromConfig(polluted);
    expect(Object.keys(layers)).toEqual(["__proto__"]);
    expect(Object.entries(layers)[0]![1]).toMatchObject({ base: 5 });
    expect(specFromConfig(Object.create({ head_dim: 8 })).layers).toEqual({});
    expect(
      specFromConfig({ ...llama, model_type: "constructor", rope_theta: 1e4 }).layers.all?.pairing,
    ).toBeNull();
    expect(specFromConfig({ ...llama, rope_scaling: { type: "constructor" } }).layers).toEqual({});
  });

  test.each([
    ["{", 'got "{", which is not JSON: '],
    ["./config.json", "read the file first"],
    ['{\n  // the base\n  "rope_theta": 1\n}', "take its comments out"],
    ["null", 'got "null"'],
    ["[]", 'got "[]"'],
    [[], "got Array"],
    [5, "got 5"],
  ])("refuses %j, which is no config, at once", (given, words) => {
    const error = expectError(() => specFromConfig(given as never), TypeError, "type", "config");
    expect(error.message).toMatch(
      /^config must be the text of a config.json, or the object that it stands for; /,
    );
    expect(error.message).toContain(words);
  });

  test("takes Python's words for numbers that JSON does not have", () => {
    const text =
      '{"model_type":"llama","head_dim":64,"limits":[0,Infinity,-Infinity,NaN],"note":"Infinity, NaN"}';
    expect(specFromConfig(text).layers.all).toMatchObject({ headDim: 64, pairing: "halves" });
  });

  test("refuses texts that are too long, and objects that cannot be read", () => {
    const long = " ".repeat(2 ** 22 + 1);
    const error = expectError(() => specFromConfig(long), RangeError, "length", "config");
    expect(error.message).toContain("got 4194305");
    const throwing = {
      get model_type() {
        throw new Error("no");
      },
    };
    expectError(() => specFromConfig(throwing), TypeError, "unreadable", "model_type");
  });

  test("gives sentences, layers that are specs, and a bounded number of paths for any input", () => {
    const names = [
      "rope_type",
      "type",
      "factor",
      "rope_theta",
      "long_factor",
      "short_factor",
      "beta_fast",
      "mrope_section",
    ];
    const value = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom("yarn", "longrope", "llama3", "su"));
    const rule = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);
    const config = fc.dictionary(
      fc.constantFrom(
        "model_type",
        "head_dim",
        "rope_scaling",
        "rope_parameters",
        "text_config",
        "rotary_dim",
        "rope_theta",
      ),
      fc.oneof(value, rule, fc.dictionary(fc.string(), rule), fc.constantFrom("llama", 64)),
    );
    fc.assert(
      fc.property(config, (given) => {
        const { layers, unknown, notes } = specFromConfig(given, { pairing: "halves" });
        for (const spec of Object.values(layers)) expect(checkSpec(spec)).toEqual(spec);
        for (const text of [...unknown, ...notes]) expect(text).toBeTypeOf("string");
      }),
      { numRuns: 1000, seed: 6 },
    );
  });

  test("is refused as a spec itself, with an error that says to take one of its layers", () => {
    const error = expectError(() => checkSpec(specFromConfig(llama)), TypeError, "type", "spec");
    expect(error.message).toContain("Pass one of its layers, such as .layers.all");
  });

  test("stops early in an object with 100 000 fields", () => {
    // To compare each with each would take minutes.
    const many = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`rope_${i}`, i]));
    const { unknown } = specFromConfig({ ...llama, ...many, rope_scaling: many });
    expect(unknown.length).toBeLessThan(10_000);
  });
});
