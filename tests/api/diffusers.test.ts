/** Transformers of diffusion models, read from the fields of their configurations. */
import { atlas } from "posenc/atlas";
import { load, modelPositions, positionIds, type Segment, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();

interface Case {
  config: { _class_name: string };
  expected: {
    widths: number[];
    base: number;
    frequencies: string[][];
    layers: Record<string, number>;
    rule: "flux";
  };
}

const cases = (fixture("diffusers").cases as Case[]).map((row) => [JSON.stringify(row.config), row] as const);

/** How many layers of each kind there are. */
function countsOf(layers: ReturnType<typeof modelPositions>["layers"]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of layers) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe("the published classes", () => {
  test.each(cases)("%s", (_, { config, expected }) => {
    const { layers, unknown } = specFromConfig(config);
    expect(unknown).toEqual([]);
    const spec = layers.all!;
    expect(spec).toMatchObject({
      pairing: "interleaved",
      base: expected.base,
      sections: expected.widths.map((width) => width / 2),
      restartSections: true,
    });
    const found = pe.frequencies({ ...spec, pairing: "interleaved" });
    expect(found.length).toBe(spec.rotaryDim / 2);
    let first = 0;
    for (const [axis, width] of expected.widths.entries()) {
      const end = first + width / 2;
      const shown = width === 0 ? [] : [found[Math.min(first + 1, end - 1)]!, found[end - 1]!];
      // A frequency is the double nearest to the exact one, give or take a unit of its last place.
      for (const [i, frequency] of shown.entries())
        expect(Math.abs(frequency / Number(expected.frequencies[axis]![i]) - 1)).toBeLessThan(2 ** -51);
      first = end;
    }
    const model = modelPositions(config);
    expect(countsOf(model.layers)).toEqual(expected.layers);
    expect(model.layers.every(({ rotary }) => rotary === spec || rotary === model.layers[0]!.rotary)).toBe(
      true,
    );
    expect(model.positionIds).toEqual({ axes: expected.widths.length, first: 0, rule: expected.rule });
  });

  test.each(cases)("%s: rotate takes the positions of its rule", (_, { config, expected }) => {
    const isVideo = expected.widths.length === 3 && /hunyuan|wan/.test(expected.rule);
    const segments: Segment[] = [isVideo ? { video: [1, 2, 2] } : { image: [2, 2] }];
    const { positions } = positionIds({ rule: expected.rule, segments });
    const { all } = specFromConfig(config).layers;
    const { cos } = pe.rotaryTable({ ...all!, pairing: "interleaved" }, { positions });
    expect(cos.length).toBe((4 * all!.rotaryDim) / 2);
  });
});

test.each(fixture("diffusers").cosmos as { config: object; frequencies: string[][] }[])(
  "Cosmos has a base for each axis: $config",
  ({ config, frequencies }) => {
    const { layers, unknown } = specFromConfig(config);
    expect(unknown).toEqual([]);
    const spec = { ...layers.all!, pairing: "halves" } as const;
    expect(layers.all).toMatchObject({ pairing: "halves", sections: [22, 21, 21], restartSections: true });
    // The base is rounded, to some units of its last place.
    for (const [pair, frequency] of frequencies.flat().entries())
      expect(Math.abs(pe.frequencies(spec)[pair]! / Number(frequency) - 1)).toBeLessThan(2 ** -48);
    const model = modelPositions(config);
    expect([model.layers.length, model.positionIds]).toEqual([28, { axes: 3, first: 0, rule: null }]);
  },
);

test("a class whose rotation has no spec is named, and so is a scale that is no list", () => {
  const ltx = modelPositions({ _class_name: "LTXVideoTransformer3DModel" });
  expect(ltx.layers[0]!.rotary).toBe("unknown");
  expect(ltx.notes.join()).toContain(
    "LTXVideoTransformer3DModel rotates, but its frequencies go from π/2 up",
  );
  const wrong = specFromConfig({ _class_name: "CosmosTransformer3DModel", rope_scale: 2 });
  expect([wrong.layers, wrong.unknown]).toEqual([{}, ["rope_scale"]]);
});

test("a field that changes the rule is reported, and there is no spec", () => {
  const { layers, unknown } = specFromConfig({
    _class_name: "QwenImageTransformer2DModel",
    use_layer3d_rope: true,
  });
  expect([layers, unknown]).toEqual([{}, ["use_layer3d_rope"]]);
});

test.each([[[16, 55, 56]], [["16"]], [[]], [{ a: 1 }], [new Array(20).fill(2)]])(
  "widths %j are reported",
  (axes_dims_rope) => {
    const { layers, unknown } = specFromConfig({ _class_name: "FluxTransformer2DModel", axes_dims_rope });
    expect([layers, unknown]).toEqual([{}, ["axes_dims_rope"]]);
  },
);

test("widths that do not fit the head are reported", () => {
  const config = { _class_name: "FluxTransformer2DModel", attention_head_dim: 64 };
  expect(specFromConfig(config)).toMatchObject({ layers: {}, unknown: ["axes_dims_rope"] });
});

test("HiDream's class has no default that fits its three axes: the field is asked for", () => {
  expect(specFromConfig({ _class_name: "HiDreamImageTransformer2DModel" }).unknown).toEqual([
    "axes_dims_rope",
  ]);
});

test("ERNIE-Image tiles its sines against its pairs, which no spec has", () => {
  const { layers, notes, positionIds } = modelPositions({ _class_name: "ErnieImageTransformer2DModel" });
  expect(layers[0]!.rotary).toBe("unknown");
  expect(notes[0]).toContain("which is no rotation");
  expect(positionIds.rule).toBeNull();
});

test("the atlas has them as models of diffusion, with their files", () => {
  const rows = atlas().filter(({ kind }) => kind === "diffusion");
  expect(rows.length).toBe(49);
  for (const { type, source } of rows) {
    expect(type).toMatch(/(Transformer|DiT)([123]D)?(Model)?$/);
    expect(source.path).toMatch(/^src\/diffusers\/models\/transformers\/\w*transformer\w*\.py$/);
  }
});
