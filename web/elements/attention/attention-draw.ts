import { uniforms } from "../figure/uniforms.ts";

/** Numbers of a name, uniform in [−1, 1), always the same. */
export type Draw = (name: string, count: number) => Float32Array<ArrayBuffer>;

/** Draws the numbers of a seed, each name once. */
export function drawOf(seed: number): Draw {
  const drawn = new Map<string, Float32Array<ArrayBuffer>>();
  return (name, count) => {
    const known = drawn.get(name);
    if (known?.length === count) return known;
    const values = Float32Array.from(uniforms(`${seed}/${name}`, count));
    drawn.set(name, values);
    return values;
  };
}
