/** Rotations of diffusion transformers: against what running their own code measured. */
import { load, modelPositions } from "posenc/full";
import { expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();

/** Two channels, their step to the next pair, the number of pairs, and the angles of the first and last for a step on an axis. */
type Run = [number, number, number, number, number, number];

interface Measured {
  config: { _class_name: string };
  facts: {
    headDim: number;
    /** The number of layers in each stack. */
    layers: number[];
    axes: Run[][];
  };
}

const cases = fixture("diffusers-executed").cases as Measured[];

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

test.each(cases.map((row) => [JSON.stringify(row.config), row] as const))("%s", (_, { config, facts }) => {
  const { layers, unknown } = modelPositions(config);
  expect(unknown).toEqual([]);
  const stacks = new Map<string, number>();
  for (const { kind } of layers) stacks.set(kind, (stacks.get(kind) ?? 0) + 1);
  expect([...stacks.values()]).toEqual(facts.layers);
  const { rotary, headDim } = layers[0]!;
  expect(layers.every((layer) => layer.rotary === rotary)).toBe(true);
  expect([headDim, typeof rotary]).toEqual([facts.headDim, "object"]);
  for (const [axis, runs] of facts.axes.entries()) {
    const measured = runs.flatMap(pairsOfRun).sort(([a = 0], [b = 0]) => a - b);
    const found = pairsOf(rotary as Rotary, axis, facts.axes.length);
    expect(found.map(([a, b]) => [a, b])).toEqual(measured.map(([a, b]) => [a, b]));
    // Six digits, of a series whose members are within eight millionths of the measured ones; float32 sines of both.
    for (const [pair, [, , angle]] of found.entries())
      expect(Math.abs(angle! / measured[pair]![2]! - 1)).toBeLessThan(1e-5);
  }
});

test("36 transformers of diffusion models were run", () => {
  expect(new Set(cases.map(({ config }) => config._class_name)).size).toBe(36);
});
