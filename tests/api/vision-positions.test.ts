/** Towers of vision models: learned positions, tables and rotations, with numbers of the code of each. */
import { modelPositions } from "posenc/full";
import { expect, test } from "vitest";
import { known } from "./harness/known.ts";

test("Kimi-VL's MoonViT: columns and rows take turns at neighbouring pairs, beside learned positions", () => {
  const { parts } = modelPositions({ model_type: "kimi_vl", vision_config: { model_type: "moonvit" } });
  const { added, layers } = parts.vision_config!;
  expect([known(added)?.kind, layers.length]).toEqual(["learned", 27]);
  const axisOfPair = Array.from({ length: 36 }, (_, pair) => (pair + 1) % 2);
  expect(layers[0]!.rotary).toMatchObject({ pairing: "interleaved", axisOfPair, restartSections: true });
});

test("InternVL's own code: learned positions of images, and the language model of the file", () => {
  const llm_config = { model_type: "internlm2", num_hidden_layers: 2, hidden_size: 64, rope_theta: 1e6 };
  const model = { model_type: "internvl_chat", llm_config, vision_config: { model_type: "intern_vit_6b" } };
  const { modelType, layers, parts } = modelPositions(model);
  expect([modelType, layers.length, parts.vision_config!.layers.length]).toEqual(["internlm2", 2, 48]);
  expect(parts.vision_config).toMatchObject({ added: { kind: "learned" } });
  expect(parts.vision_config!.layers[0]).toMatchObject({ headDim: 128, rotary: null, causal: false });
});

test("BEiT and SAM: fields switch their tables and their learned positions on and off", () => {
  const of = (config: object) => {
    const { added, layers } = modelPositions(config);
    return [known(added)?.kind, known(layers[0]!.bias)?.kind];
  };
  expect(of({ model_type: "beit" })).toEqual([undefined, undefined]);
  expect(of({ model_type: "beit", use_relative_position_bias: true })).toEqual([undefined, "window-table"]);
  const shared = { model_type: "data2vec-vision", use_shared_relative_position_bias: true };
  expect(of({ ...shared, use_absolute_position_embeddings: true })).toEqual(["learned", "window-table"]);
  expect(of({ model_type: "sam" })).toEqual(["learned", "decomposed"]);
  expect(of({ model_type: "sam_vision_model", use_rel_pos: false })).toEqual(["learned", undefined]);
  expect(of({ model_type: "vitdet" })).toEqual(["learned", undefined]);
  expect(of({ model_type: "swin" })).toEqual([undefined, "window-table"]);
  expect(of({ model_type: "swinv2", use_absolute_embeddings: true })).toEqual(["learned", "log-spaced"]);
  const off = { model_type: "internvl_vision", use_absolute_position_embeddings: false };
  expect(of(off)).toEqual([undefined, undefined]);
  expect(of({ model_type: "aimv2_vision_model", is_native: true })).toEqual(["sinusoidal", undefined]);
});

test("options of timm's NaFlex models that change positions are named", () => {
  const architecture = "naflexvit_base_patch16_gap";
  for (const given of [{ rope_type: "axial" }, { pos_embed: "none" }]) {
    const { unknown } = modelPositions({ architecture, model_args: given });
    expect(unknown).toEqual([`model_args.${Object.keys(given)[0]}`]);
  }
});
