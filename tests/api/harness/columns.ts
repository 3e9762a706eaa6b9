import { compare, type EngineColumn } from "posenc/engines";
import { expect } from "vitest";

/** The columns of the last kind of layer, by the names of programs, and the exact one. */
export function columnsOf(config: object, options: Parameters<typeof compare>[1] = {}) {
  const { exact, engines: columns } = compare(config, options).layers.at(-1)!;
  const byName: Record<string, EngineColumn> = Object.fromEntries(
    columns.map((column) => [column.engine, column]),
  );
  return { ...byName, exact } as Record<string, EngineColumn> & { exact: EngineColumn };
}

/** Frequencies of two computations in float64: each is a few units of the last place from the real number. */
export function expectNear(own: readonly number[], right: ArrayLike<number>) {
  expect(own.length).toBe(right.length);
  own.forEach((f, pair) => {
    expect(Math.abs(f - right[pair]!)).toBeLessThanOrEqual(1e-14 * right[pair]!);
  });
}

/** A model with one kind of layer. */
export const llama = { model_type: "llama", num_hidden_layers: 1, head_dim: 128, hidden_size: 4096 };

export const largest = (numbers: readonly number[]) => Math.max(...numbers.map(Math.abs));
