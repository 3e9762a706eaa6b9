/** What the declarations promise; `tsc` checks this file, and running it checks the same at run time. */
import {
  type AdditiveSpec,
  type AttentionResult,
  type AttentionRotary,
  type BiasSpec,
  type Block,
  type Criteria,
  checkSpec,
  divergingPalette,
  type ErrorCode,
  formatSpec,
  type LoadOptions,
  load,
  type Posenc,
  type PosencError,
  type PresetName,
  parseSpec,
  presets,
  type Repeat,
  type ResolvedSpec,
  type RotaryCosSin,
  type RotarySpec,
  type ShiftFit,
  type Spec,
  specFromConfig,
} from "posenc/full";
import { expect, expectTypeOf, test } from "vitest";

const pe = await load();
const spec: Spec = { method: "sinusoidal", dModel: 4 };
const picture = { view: { positions: [0, 4], dimensions: [0, 4] }, width: 2, height: 2 } as const;
const three = Float32Array.of(1, 2, 3);

test("results are plain typed arrays with their own memory", () => {
  expectTypeOf(load).returns.resolves.toEqualTypeOf<Posenc>();
  expectTypeOf(pe.frequencies(spec)).toEqualTypeOf<Float64Array<ArrayBuffer>>();
  expectTypeOf(pe.sinusoidal({ length: 1, dModel: 4 })).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expectTypeOf(pe.encode(spec, { positions: [1] })).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expectTypeOf(divergingPalette()).toEqualTypeOf<Uint8ClampedArray<ArrayBuffer>>();
  expectTypeOf(checkSpec(spec)).toEqualTypeOf<ResolvedSpec<"sinusoidal">>();
  expectTypeOf(checkSpec(spec as unknown)).toEqualTypeOf<ResolvedSpec>();
  expectTypeOf(specFromConfig("{}", { pairing: "halves" }).layers.all!).toExtend<Spec>();
  expectTypeOf(formatSpec(spec)).toEqualTypeOf<string>();
  expectTypeOf(parseSpec("")).toEqualTypeOf<{ spec: ResolvedSpec; notes: string[] }>();
});

test("a heat map is bytes or floats, as asked", () => {
  expectTypeOf(pe.heatmap(spec, picture)).toEqualTypeOf<Uint8ClampedArray<ArrayBuffer>>();
  expectTypeOf(pe.heatmap(spec, { ...picture, as: "values" })).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  // @ts-expect-error values do not go into bytes
  expect(() => pe.heatmap(spec, { ...picture, as: "values", out: new Uint8ClampedArray(4) })).toThrow(
    TypeError,
  );
});

test("biases are floats, indices integers, properties doubles", async () => {
  expectTypeOf(pe.bias({ method: "alibi" }, { heads: 1, queries: 1 })).toEqualTypeOf<
    Float32Array<ArrayBuffer>
  >();
  expectTypeOf(pe.relativeIndex({ method: "t5" }, { queries: 1 })).toEqualTypeOf<Int32Array<ArrayBuffer>>();
  expectTypeOf(pe.distance(spec, { to: 1 })).toEqualTypeOf<Float64Array<ArrayBuffer>>();
  expectTypeOf(pe.nearestRepeat(spec, { to: 9 })).resolves.toEqualTypeOf<Repeat>();
  expectTypeOf(pe.criteria(spec, { length: 1 })).toEqualTypeOf<Criteria>();
  expectTypeOf(pe.fitShift({ table: three, dModel: 1 }, { k: 1 })).toEqualTypeOf<ShiftFit>();
  // @ts-expect-error a table of floats, not of numbers
  expect(() => pe.bias({ method: "t5" }, { heads: 1, queries: 1, table: [1, 2] })).toThrow(TypeError);
  // @ts-expect-error a range or a list
  expect(() => pe.similarity(spec, { length: 4 })).toThrow(TypeError);
});

test("rotations are floats, their spec is one of the rotary family, and its pairing is required", () => {
  const head = { heads: 1, headDim: 2 } as const;
  const pair = three.slice(1);
  const halves = { ...head, pairing: "halves" } as const;
  expectTypeOf(pe.rotate(pair, halves)).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  const still = { heads: 1, fromPositions: [1], toPositions: Int32Array.of(1) };
  expectTypeOf(pe.rerotate(pair, { ...still, from: { headDim: 2, pairing: "halves" } })).toEqualTypeOf<
    Float32Array<ArrayBuffer>
  >();
  expectTypeOf(pe.rotaryTable({ preset: "llama-2" }, { length: 1 })).toEqualTypeOf<RotaryCosSin>();
  expectTypeOf(pe.addPositions(pair, { dModel: 2 })).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expectTypeOf(pe.blocks(spec, { length: 1 })).toExtend<Iterable<Block>>();
  const attended = { q: pair, k: pair, v: pair, ...head };
  expectTypeOf(pe.attention({ ...attended, rotary: { pairing: "halves" } })).toEqualTypeOf<AttentionResult>();
  expectTypeOf<ResolvedSpec<"rope"> | ResolvedSpec<"xpos">>().toExtend<AttentionRotary>();
  const wrong = [
    // @ts-expect-error no pairing
    () => pe.rotate(pair, head),
    // @ts-expect-error another family
    () => pe.rotate(pair, { preset: "marian", dModel: 2, heads: 1 }),
    // @ts-expect-error an encoding by its spec or by its fields
    () => pe.addPositions(pair, { spec, dModel: 4 }),
    // @ts-expect-error no pairing
    () => pe.attention({ ...attended, rotary: { base: 100 } }),
    // @ts-expect-error the side is the call's to know
    () => pe.attention({ ...attended, rotary: { ...halves, side: "key" } }),
  ];
  for (const call of wrong) expect(call).toThrow();
});

test("a spec of a family is accepted by the functions of that family", () => {
  const rotary: RotarySpec = { method: "rope", headDim: 2, pairing: "halves" };
  expect(pe.rotate(Float32Array.of(1, 0), { ...(rotary as RotarySpec), heads: 1 })).toHaveLength(2);
  expectTypeOf<ResolvedSpec<"rope">>().toExtend<RotarySpec>();
  expectTypeOf<RotarySpec | AdditiveSpec | BiasSpec>().toEqualTypeOf<Spec>();
  // @ts-expect-error of another family
  expect(() => pe.rotate(three, { ...({ method: "t5" } satisfies BiasSpec), heads: 1 })).toThrow(RangeError);
  // @ts-expect-error of another family
  const added: AdditiveSpec = { method: "alibi" };
  expect(() => pe.encode(added, { length: 1 })).toThrow(RangeError);
});

test("a preset takes the fields that it leaves open, and no others", () => {
  const llama = checkSpec({ preset: "llama-3.1" }) as ResolvedSpec<"rope">;
  const small = { ...presets["llama-3.1"].spec, headDim: 64 } satisfies Spec;
  expect(pe.frequencies({ ...llama, headDim: 64, rotaryDim: 64 })).toEqual(pe.frequencies(small));
  expectTypeOf(pe.frequencies({ ...llama, scaling: { type: "none" } })).toExtend<Float64Array>();
  // @ts-expect-error base is fixed
  const changed: Spec = { preset: "llama-3.1", base: 3 };
  // @ts-expect-error headDim is fixed
  const wrong = [() => pe.frequencies(changed), () => pe.frequencies({ preset: "llama-3.1", headDim: 64 })];
  for (const call of wrong) expect(call).toThrow(TypeError);
});

test("out decides the type of the result", () => {
  const shared = new Float32Array(new SharedArrayBuffer(16));
  expectTypeOf(pe.encode(spec, { length: 1, out: shared })).toEqualTypeOf<Float32Array<SharedArrayBuffer>>();
  const attended = { q: three, k: three, v: three, heads: 1, headDim: 3 };
  expectTypeOf(pe.attention(attended)).toEqualTypeOf<AttentionResult>();
  expectTypeOf(pe.attention(attended).weights).toEqualTypeOf<Float32Array<ArrayBuffer> | undefined>();
});

test("a resolved spec is a spec, and wrong specs are errors of type", () => {
  expectTypeOf<ResolvedSpec>().toExtend<Spec>();
  expectTypeOf<PresetName>().toExtend<string>();
  const wrong = [
    // @ts-expect-error no such layout
    () => checkSpec({ method: "sinusoidal", dModel: 4, layout: "half" } satisfies Spec),
    // @ts-expect-error no width
    () => formatSpec({ method: "sinusoidal" }),
    // @ts-expect-error no such preset
    () => pe.frequencies({ preset: "none", dModel: 4 }),
    // @ts-expect-error misspelt
    () => pe.sinusoidal({ length: 1, dmodel: 4 }),
    // @ts-expect-error never coerced
    () => pe.encode(spec, { length: "1" }),
    // @ts-expect-error float64
    () => pe.attention({ q: new Float64Array(3), k: three, v: three, heads: 1, headDim: 3 }),
  ];
  for (const call of wrong) expect(call).toThrow();
});

test("errors can be told apart by their code", () => {
  expectTypeOf<PosencError["code"]>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<PosencError>().toExtend<Error>();
  expectTypeOf<LoadOptions["wasm"]>().toEqualTypeOf<
    URL | string | Response | BufferSource | WebAssembly.Module | undefined
  >();
});
