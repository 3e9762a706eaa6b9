/** The entry with rotary embeddings alone: the same bits as the full one, and an error for what only that one has. */
import { load as loadFull, presets } from "posenc/full";
import { checkSpec, load, type RopeSpec, version } from "posenc/rotary";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const alone = await load();
const whole = await loadFull();

/** The presets of RoPE: every rule for longer texts, axes, offsets and both pairings are among them. */
const ropes = Object.entries(presets).flatMap(([name, { spec, open }]) => {
  if (spec.method !== "rope") return [];
  const rest = open.includes("currentLength" as never) ? { currentLength: 6000 } : {};
  const { precision: _, ...rope } = { ...spec, ...rest } as RopeSpec & { precision?: string };
  return [[name, rope] as const];
});

test("the presets have every rule", () => {
  const rules = new Set(ropes.map(([, rope]) => checkSpec(rope).scaling.type));
  expect([...rules]).toEqual(
    expect.arrayContaining(["none", "linear", "yarn", "llama3", "longrope", "proportional"]),
  );
});

const others: [string, RopeSpec][] = [
  ["ntk", { type: "ntk", factor: 4 } as const],
  ["dynamic", { type: "dynamic", factor: 2, originalLength: 2048 } as const],
].map(([name, scaling]) => [
  name as string,
  { method: "rope", headDim: 10, pairing: "interleaved", currentLength: 5000, scaling } as RopeSpec,
]);

describe.each([...ropes, ...others])("%s has the same bits in both entries", (_, spec) => {
  const { headDim, sections, axisOfPair } = checkSpec(spec);
  const axes = sections?.length ?? (axisOfPair ? Math.max(...axisOfPair) + 1 : 1);
  const list = [0, 1, 4999, 5000];
  const positions = axes === 1 ? list : Array.from({ length: axes }, (_, axis) => list.map((t) => t + axis));
  const numbers = Float32Array.from({ length: list.length * 2 * headDim }, (_, n) => Math.sin(n) * 3);

  test("rotate, at listed positions and back", () => {
    const { method: _, ...fields } = spec;
    const call = { ...fields, heads: 2, positions };
    const turned = alone.rotate(numbers, call);
    expect(turned).toEqual(whole.rotate(numbers, call));
    expect(alone.rotate(turned, { ...call, inverse: true })).toEqual(
      whole.rotate(turned, { ...call, inverse: true }),
    );
  });

  test("rotaryTable, of consecutive and of listed positions, and the attention factor", () => {
    for (const options of [{ positions }, { length: 0 }, { length: 1 }, { length: 17, start: 4097 }])
      expect(alone.rotaryTable(spec, options)).toEqual(whole.rotaryTable(spec, options));
    expect(alone.rotaryTable({ spec, length: 3 })).toEqual(whole.rotaryTable(spec, { length: 3 }));
    expect(alone.attentionFactor(spec)).toBe(whole.attentionFactor(spec));
  });
});

test("what only posenc/full has is an error that names it", () => {
  const x = new Float32Array(4);
  const own = { heads: 1, headDim: 4, pairing: "halves" } as const;
  const call = (more: object) => () => alone.rotate(x, { ...own, ...more } as never);
  const preset = () => alone.rotate(x, { preset: "llama-3.1", heads: 1 } as never);
  const errors = [
    expectError(call({ method: "xpos" }), RangeError, "unsupported", "method"),
    expectError(preset, RangeError, "unsupported", "preset"),
  ];
  for (const { message } of errors) expect(message).toMatch("posenc/full");
  expectError(call({ precision: "float32" }), RangeError, "range", "precision");
  expectError(call({ gamma: 1 }), TypeError, "unknown-option", "gamma");
});

test("dispose frees its memory, and the next call starts again", () => {
  const options = { headDim: 2, pairing: "halves", heads: 1, start: 1 } as const;
  const before = alone.rotate(Float32Array.of(1, 0), options);
  alone.dispose();
  expect(alone.rotate(Float32Array.of(1, 0), options)).toEqual(before);
  expect(before).toEqual(Float32Array.of(Math.fround(Math.cos(1)), Math.fround(Math.sin(1))));
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
