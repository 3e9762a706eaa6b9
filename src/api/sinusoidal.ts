import { readOptions } from "./check.ts";
import { type EncodeOptions, encodeNames, table } from "./encode.ts";
import type { Engine } from "./engine.ts";
import { methods } from "./spec/methods.ts";
import { checkSpec, type SinusoidalSpec } from "./spec.ts";

export type SinusoidalOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = EncodeOptions<Out> &
  Omit<SinusoidalSpec, "method" | "version" | "start">;

export interface Sinusoidal {
  /**
   * The sinusoidal table of the original Transformer: sin and cos of position · base^(−2i/dModel).
   *
   * @param options Width and conventions, as in {@link SinusoidalSpec}; rows and `out`, as in {@link EncodeOptions}.
   * @returns (length, dModel), row-major: `out`, or a new array. Entries are as exact as those of `encode`.
   * @throws As `encode` does.
   * @example
   * pe.sinusoidal({ length: 50, dModel: 512 })[512 + 2]; // 0.8218562, sin(1 · 10000^(−2/512))
   */
  sinusoidal<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: SinusoidalOptions<Out>): Out;
}

const fields = Object.keys(methods.sinusoidal.fields);
const rowNames: readonly string[] = encodeNames;
const names = [...fields.filter((name) => !rowNames.includes(name)), ...encodeNames];

export function sinusoidal(engine: Engine): Sinusoidal["sinusoidal"] {
  return <Out extends Float32Array>(options: SinusoidalOptions<Out>) => {
    const { length, start, positions, out, ...spec } = readOptions<string>("options", options, names);
    return table(engine, checkSpec({ method: "sinusoidal", ...spec }), {
      length,
      start,
      positions,
      out,
    }) as Out;
  };
}
