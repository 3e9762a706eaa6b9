/** Version 0.1 said `adjacent` for the pairing `interleaved`; specs, options and links with that word are still read. */
import { compare } from "posenc/engines";
import { checkSpec, formatSpec, load, modelPositions, parseSpec } from "posenc/full";
import { expect, test } from "vitest";

const pe = await load();
const before = { method: "rope", headDim: 8, pairing: "adjacent" } as const;
const now = { ...before, pairing: "interleaved" } as const;

test("a spec with `adjacent` becomes one with `interleaved`", () => {
  expect(checkSpec(before)).toEqual(checkSpec(now));
  expect(formatSpec(before)).toContain("pairing=interleaved");
});

test("a text with `adjacent` is read without a note", () => {
  const { spec, notes } = parseSpec("method=rope&headDim=8&pairing=adjacent");
  expect(spec).toEqual(checkSpec(now));
  expect(notes).toEqual([]);
});

test("`adjacent` rotates and permutes as `interleaved` does", () => {
  const x = Float32Array.from({ length: 16 }, (_, i) => i + 1);
  const [fields, old] = [now, before].map((spec) => ({ ...spec, heads: 1, start: 5 }));
  expect(pe.rotate(x, old!)).toEqual(pe.rotate(x, fields!));
  const cos = Float32Array.of(0, 1, 0, 1, 1, 0, 1, 0);
  const by = { heads: 1, headDim: 8, cos, sin: cos };
  expect(pe.rotateBy(x, { ...by, pairing: "adjacent" })).toEqual(
    pe.rotateBy(x, { ...by, pairing: "interleaved" }),
  );
  expect(pe.permutePairing(x, { headDim: 8, to: "adjacent" })).toEqual(
    pe.permutePairing(x, { headDim: 8, to: "interleaved" }),
  );
});

test("options of the reader and of `compare` take `adjacent`, and answers say `interleaved`", () => {
  const config = { model_type: "llama", head_dim: 8, num_attention_heads: 2, num_hidden_layers: 1 };
  const { layers } = modelPositions(config, { pairing: "adjacent" });
  expect(layers[0]!.rotary).toMatchObject({ pairing: "interleaved" });
  const answers = [compare(config, { pairing: "adjacent" }), compare(config, { pairing: "interleaved" })];
  expect(answers[0]).toEqual(answers[1]);
  expect(JSON.stringify([layers, answers])).not.toContain("adjacent");
});

test("names of the language are no earlier words", () => {
  for (const word of ["toString", "__proto__", "constructor"])
    expect(() => checkSpec({ ...now, pairing: word as "halves" })).toThrow(
      expect.objectContaining({ code: "range", param: "pairing", value: word }),
    );
});
