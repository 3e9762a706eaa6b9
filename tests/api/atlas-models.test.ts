import { atlas, recipe } from "posenc/atlas";
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { families } from "../fixtures/atlas/families.json" with { type: "json" };
import { layers } from "../fixtures/atlas/layers.json" with { type: "json" };
import { onlyRead } from "../measure/executed/evidence.mjs";
import { expectError } from "./harness/expect-error.ts";

const rows = new Map(atlas().map((row) => [row.type, row]));

/** The folder of each type of transformers, with its area and year. */
const folders = new Map(
  Object.entries(families).flatMap(([folder, { types, ...facts }]) =>
    types.split(" ").map((type) => [type, { folder, ...facts }] as const),
  ),
);
/** Types that transformers has under a name in a list, without a class of their own. */
const listed: Record<string, string> = {
  EvollaModel: "evolla",
  evolla_saprot: "evolla",
  flava_image_codebook: "flava",
  "gpt-sw3": "gpt_sw3",
  mlcd: "mlcd",
  ovis2_vision: "ovis2",
  qwen3_omni_moe_talker: "qwen3_omni_moe",
};

describe("atlas", () => {
  test("has the folder, the year and the area of each type of transformers", () => {
    const own = atlas().filter(({ source }) => source.repository === "zucchini-nlp/transformers");
    expect(own.length).toBeGreaterThan(600);
    const got = own.map(({ type, family, year, source }) => ({ type, family, year, path: source.path }));
    const want = own.map(({ type }) => {
      const { folder, year } = folders.get(type) ?? { folder: listed[type], year: null };
      const given =
        type in listed ? (families as Partial<typeof families>)[folder as keyof typeof families]?.year : year;
      return { type, family: folder, year: given ?? undefined, path: `src/transformers/models/${folder}` };
    });
    expect(got).toEqual(want);
  });

  test("says of a type whether a run has measured it", () => {
    const read = atlas().filter(({ executed }) => !executed);
    const types = atlas().map(({ type }) => type);
    expect(read.map(({ type }) => type).sort()).toEqual(onlyRead(types));
    expect(read.length / types.length).toBeLessThan(0.03);
  });

  test("the kind is the area of the documentation, except for parts of models", () => {
    const differing = atlas().filter(({ type, kind }) => {
      const area = folders.get(type)?.area;
      return area !== undefined && area !== kind;
    });
    for (const { type } of differing) expect(type).toMatch(/text|vision|image|audio|vit|vqgan/);
    expect(rows.get("qwen2_vl")?.kind).toBe("multimodal");
    expect(rows.get("qwen2_vl_text")?.kind).toBe("text");
    expect(rows.get("qwen2_vl_vision")?.kind).toBe("vision");
  });

  test("the defaults are those that modelPositions takes", () => {
    const { defaults, positions } = rows.get("smollm3")!;
    expect(defaults).toMatchObject({ hidden: 2048, heads: 16, layers: 36, theta: 2000000 });
    expect(positions).toBe("halves");
    for (const { type, defaults, positions } of atlas()) {
      if (positions === "parts" || typeof defaults.layers !== "number") continue;
      expect([type, modelPositions({ model_type: type }).layers.length]).toEqual([type, defaults.layers]);
    }
  });

  test("the numbers of layers are those of transformers' classes", () => {
    const numbers = new Map(
      Object.entries(layers).flatMap(([count, types]) =>
        types.split(" ").map((type) => [type, Number(count)] as const),
      ),
    );
    const known = atlas().filter(({ type, defaults }) => numbers.has(type) && "layers" in defaults);
    expect(known.length).toBeGreaterThan(330);
    const differing = known.filter(
      ({ type, defaults }) => numbers.get(type) !== Number.parseInt(`${defaults.layers}`, 10),
    );
    expect(differing.map(({ type }) => type)).toEqual([]);
  });

  test("every row has a source at a commit, and cannot be changed", () => {
    for (const row of atlas()) {
      expect(row.source.repository).toMatch(/^[\w-]+\/[\w.-]+$/);
      expect(row.source.commit).toMatch(/^([0-9a-f]{40}|v\d+\.\d+\.\d+)$/);
      expect(row.source.path).toMatch(/^[\w./-]+$/);
      expect(Object.isFrozen(row) && Object.isFrozen(row.defaults)).toBe(true);
    }
    expect(atlas()).toBe(atlas());
    expect(Object.isFrozen(atlas())).toBe(true);
  });
});

describe("recipe", () => {
  const sentences: [type: string, text: string[]][] = [
    ["llama", ["The 32 layers rotate all 128 channels of a head, in pairs of halves, with base 10000."]],
    [
      "gemma2",
      [
        "13 of 26 layers, of kind sliding_attention, rotate all 256 channels of a head, in pairs of halves, with base 10000; they see keys up to 4095 tokens before the query; they cap scores to 50 · tanh(score / 50).",
        "13 of 26 layers, of kind full_attention, rotate all 256 channels of a head, in pairs of halves, with base 10000; they cap scores to 50 · tanh(score / 50).",
      ],
    ],
    [
      "bert",
      [
        "Learned positions for 512 tokens are added to embeddings before the first layer.",
        "The 12 layers do not rotate queries and keys.",
      ],
    ],
    [
      "t5",
      [
        "6 of 12 layers, of kind encoder, add the bias t5 with 32 buckets to scores; they do not scale scores.",
        "6 of 12 layers, of kind decoder, add the bias t5 with 32 buckets to scores; they do not scale scores.",
      ],
    ],
    [
      "dinov3_vit",
      [
        "The 12 layers rotate all 64 channels of a head, in pairs of halves, 16 and 16 pairs for 2 axes, each with frequencies of its own, with base 100.",
      ],
    ],
  ];
  test.each(sentences)("%s", (type, text) => expect(recipe(type)).toEqual(text));

  test("names the part", () => {
    const [text, vision] = recipe("qwen2_vl");
    expect(text).toContain("The 80 layers rotate");
    expect(vision).toMatch(/^vision_config: The 32 layers rotate/);
  });

  test("DeepSeek-V3: a part of each head; Llama 4: windows and a temperature", () => {
    expect(recipe("deepseek_v3")[0]).toContain(
      "rotate the last 64 of 192 channels of a head, in interleaved pairs",
    );
    const [chunked, full] = recipe("llama4_text");
    expect(chunked).toContain("36 of 48 layers, of kind chunked_attention, rotate");
    expect(chunked).toContain("see the keys of their own chunk of 8192 tokens");
    expect(full).toContain(
      "do not rotate queries and keys; they multiply queries by 1 + 0.1 · ln(1 + ⌊(position + 1) / 8192⌋)",
    );
  });

  test("every type of the atlas has sentences", () => {
    for (const type of rows.keys()) {
      for (const text of recipe(type)) {
        expect(text, type).toMatch(/^[\w:. ]*[A-Z0-9].*\.$/);
        expect(text, type).not.toMatch(/undefined|null|NaN|object/);
      }
    }
  });

  test("refuses others", () => {
    const error = expectError(() => recipe("lama"), RangeError, "range", "type");
    expect(error.message).toContain('did you mean "llama"');
    expectError(() => recipe(5 as never), TypeError, "type", "type");
    expectError(() => recipe("constructor"), RangeError, "range", "type");
  });
});
