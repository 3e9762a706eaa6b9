/** Rotations of diffusion transformers: against what running their own code measured. */
import { load, modelPositions } from "posenc/full";
import { expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();

/** Two channels, their step to the next pair, the number of pairs, and the angles of the first and last for a step on an axis. */
type Run = [number, number, number, number, number, number];

interface Rotation {
  headDim: number;
  axes: Run[][];
}

interface Measured {
  config: { _class_name: string };
  facts: Partial<Rotation> & {
    /** The number of layers in each stack. */
    layers: number[];
    /** Stacks that differ; null does not rotate. */
    stacks?: (Rotation | null)[];
    /** The keys before and after the query, in layers with a window. */
    window?: [number, number];
  };
}

/** Pairs that go through all heads, with radians for a coordinate from −1 to 1. */
interface Linear {
  config: { _class_name: string };
  kind: string;
  facts: { heads: number; headDim: number; layers: number; axes: Run[][] };
}

const executed = fixture("diffusers-executed");
const cases = executed.cases as Measured[];
const linear = executed.linear as Linear[];

type Rotary = Exclude<ReturnType<typeof modelPositions>["layers"][number]["rotary"], "unknown" | null>;

/** The pairs that turn for a step on an axis: two channels and the angle. */
function pairsOf(rotary: Rotary, axis: number, axes: number): number[][] {
  const spec = { ...rotary, pairing: rotary.pairing! };
  const step = Array.from({ length: axes }, (_, one) => [one === axis ? 1 : 0]);
  const { cos, sin } = pe.rotaryTable(spec, { positions: axes === 1 ? [1] : step });
  const half = rotary.rotaryDim / 2;
  return Array.from({ length: half }, (_, pair) => {
    const [a, b] = rotary.pairing === "halves" ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    return [a, b, Math.atan2(sin[pair]!, cos[pair]!)];
  }).filter(([, , angle]) => angle !== 0);
}

const pairsOfRun = ([a, b, step, count, first, last]: Run) =>
  Array.from({ length: count }, (_, i) => [
    a + i * step,
    b + i * step,
    count === 1 ? first : first * (last / first) ** (i / (count - 1)),
  ]);

type Layer = ReturnType<typeof modelPositions>["layers"][number];

/** Six digits, of a series whose members are within eight millionths of the measured ones; float32 sines of both. */
const tolerance = 1e-5;

function checkStack({ headDim, rotary }: Layer, measured: Rotation | null) {
  if (measured === null) return expect(rotary).toBeNull();
  expect([headDim, typeof rotary]).toEqual([measured.headDim, "object"]);
  for (const [axis, runs] of measured.axes.entries()) {
    const right = runs.flatMap(pairsOfRun).sort(([a = 0], [b = 0]) => a - b);
    const found = pairsOf(rotary as Rotary, axis, measured.axes.length);
    expect(found.map(([a, b]) => [a, b])).toEqual(right.map(([a, b]) => [a, b]));
    for (const [pair, [, , angle]] of found.entries())
      expect(Math.abs(angle! / right[pair]![2]! - 1)).toBeLessThan(tolerance);
  }
}

test.each(cases.map((row) => [JSON.stringify(row.config), row] as const))("%s", (_, { config, facts }) => {
  const { layers, unknown } = modelPositions(config);
  expect(unknown).toEqual([]);
  const stacks = new Map<string, Layer[]>();
  for (const layer of layers) stacks.set(layer.kind, [...(stacks.get(layer.kind) ?? []), layer]);
  expect([...stacks.values()].map(({ length }) => length)).toEqual(facts.layers);
  for (const [i, stack] of [...stacks.values()].entries()) {
    expect(stack.every(({ rotary }) => rotary === stack[0]!.rotary)).toBe(true);
    checkStack(stack[0]!, facts.stacks === undefined ? (facts as Rotation) : facts.stacks[i]!);
  }
  if (facts.window !== undefined) {
    const [before, after] = facts.window;
    expect(stacks.get("sliding_attention")![0]!.window).toEqual({ before, after });
    expect(stacks.get("full_attention")![0]!.window).toBeNull();
  }
});

test.each(linear)(
  "$config, $kind: pairs go through all heads, which no spec has",
  ({ config, kind, facts }) => {
    const { layers, notes } = modelPositions(config);
    const stack = layers.filter((layer) => layer.kind === kind);
    expect(stack.length).toBe(facts.layers);
    const { heads, headDim, rotary } = stack[0]!;
    expect([heads, headDim, rotary]).toEqual([facts.heads, facts.headDim, "unknown"]);
    expect(notes.join()).toContain("its frequencies go from π/2 up");
    for (const [[a, b, step, count, first, last] = [0, 0, 0, 0, 0, 0], ...more] of facts.axes) {
      expect([more.length, b - a, step]).toEqual([0, 1, 2 * facts.axes.length]);
      expect(count).toBe(Math.floor((heads! * headDim!) / 2 / facts.axes.length));
      expect(Math.abs(first / (Math.PI / 2) - 1)).toBeLessThan(tolerance);
      expect(Math.abs(last / (5000 * Math.PI) - 1)).toBeLessThan(tolerance);
    }
  },
);

test("heads of Kandinsky 5 follow from the widths of its axes", () => {
  const config = { _class_name: "Kandinsky5Transformer3DModel", model_dim: 4096, axes_dims: [32, 48, 48] };
  const { layers, positionIds } = modelPositions(config);
  expect(layers.map(({ heads, keyHeads }) => [heads, keyHeads])).toEqual(new Array(34).fill([32, 32]));
  expect(positionIds.axes).toBe(3);
  const wrong = modelPositions({ ...config, axes_dims: [32, "48"] });
  expect(wrong.unknown).toContain("axes_dims");
  expect(wrong.layers[0]).toMatchObject({ rotary: "unknown", headDim: null, heads: null });
});

test.each([
  [false, false, "sinusoidal"],
  [true, false, undefined],
  [true, true, "learned"],
])("CogVideoX: rotates %s, learned positions %s", (rotates, learns, added) => {
  const switches = {
    use_rotary_positional_embeddings: rotates,
    use_learned_positional_embeddings: learns,
  };
  const model = modelPositions({ _class_name: "CogVideoXTransformer3DModel", ...switches });
  expect([model.added === null ? undefined : (model.added as { kind: string }).kind, model.unknown]).toEqual([
    added,
    [],
  ]);
  expect(model.layers.every(({ rotary }) => (rotary === null) === !rotates)).toBe(true);
});

test("the rotation of Mochi is a weight, and layers of Sana have linear attention beside that to the text", () => {
  const mochi = modelPositions({ _class_name: "MochiTransformer3DModel" });
  expect(mochi.layers[0]).toMatchObject({ rotary: "unknown", heads: 24, headDim: 128 });
  expect(mochi.positionIds).toEqual({ axes: null, first: 0, rule: null });
  const sana = { _class_name: "SanaTransformer2DModel" };
  const { layers, added, unknown } = modelPositions(sana);
  expect([layers.length, added, unknown]).toEqual([20, null, []]);
  expect(layers[0]).toMatchObject({ attention: { self: false, cross: true }, mixer: "linear attention" });
  expect(modelPositions({ ...sana, interpolation_scale: 1 }).added).toMatchObject({ kind: "sinusoidal" });
});

test("46 transformers of diffusion models were run", () => {
  expect(new Set([...cases, ...linear].map(({ config }) => config._class_name)).size).toBe(46);
});
