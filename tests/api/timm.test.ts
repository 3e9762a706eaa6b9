/** Vision transformers of timm, read from the names of their architectures. */
import { atlas } from "posenc/atlas";
import { load, modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";
import { known } from "./harness/known.ts";

const pe = await load();

interface Case {
  name: string;
  expected: {
    heads: number;
    layers: number;
    headDim: number;
    added: boolean;
    /** A name of the rotations below, or `mixed`; left out if the model does not rotate. */
    rotary?: string;
    pairing?: "halves" | "interleaved";
  };
}

const { cases, rotations } = fixture("timm") as unknown as {
  cases: Case[];
  rotations: Record<string, { row: string[]; column: string[] }>;
};

describe("the functions of timm's eva.py and naflexvit.py", () => {
  test.each(cases)("$name", ({ name, expected }) => {
    const { layers, added, modelType } = modelPositions({ architecture: `${name}.a_tag`, num_classes: 1000 });
    expect([modelType, layers.length]).toEqual([name, expected.layers]);
    const { rotary, heads, headDim, causal } = layers[0]!;
    expect({ heads, headDim, causal }).toEqual({
      heads: expected.heads,
      headDim: expected.headDim,
      causal: false,
    });
    expect(known(added)?.kind ?? null).toBe(expected.added ? "learned" : null);
    if (expected.rotary === undefined) expect(rotary).toBeNull();
    else if (expected.rotary === "mixed") expect(rotary).toBe("unknown");
    else {
      const spec = rotary as Exclude<typeof rotary, "unknown" | null>;
      expect(spec.pairing).toBe(expected.pairing);
      const frequencies = pe.frequencies({ ...spec, pairing: expected.pairing! });
      const axes =
        spec.axisOfPair ?? spec.sections!.flatMap((count, axis) => new Array<number>(count).fill(axis));
      const { row, column } = rotations[expected.rotary]!;
      for (const [axis, steps] of [row, column].entries())
        for (const [pair, step] of steps.entries()) {
          // A frequency is the double nearest to the exact one, give or take a unit of its last place.
          const got = axes[pair] === axis ? frequencies[pair]! : 0;
          expect(Math.abs(got - Number(step))).toBeLessThanOrEqual(2 ** -51 * Number(step));
        }
    }
  });

  test("are all in the atlas, with their source", () => {
    for (const { name } of cases)
      expect(atlas().find(({ type }) => type === name)).toMatchObject({
        kind: "vision",
        source: {
          repository: "huggingface/pytorch-image-models",
          path: `timm/models/${name.startsWith("naflexvit") ? "naflexvit" : "eva"}.py`,
        },
      });
  });

  test("arguments of a file that change a model are named, and it has no spec", () => {
    const file = { architecture: "vit_base_patch16_dinov3", model_args: { depth: 6, img_size: 256 } };
    const { layers, unknown } = modelPositions(file);
    expect(unknown).toEqual(["model_args.depth"]);
    expect(layers[0]!.rotary).toBe("unknown");
    expect(modelPositions({ ...file, model_args: { img_size: 256 } }).unknown).toEqual([]);
  });

  test("transformers' wrapper names the architecture", () => {
    const file = { model_type: "timm_wrapper", architecture: "eva02_tiny_patch14_224" };
    expect(modelPositions(file).modelType).toBe("eva02_tiny_patch14_224");
    expect(modelPositions({ architecture: "resnet51q.ra2_in1k" }).unknown).toContain("architecture");
  });
});
