import { readOptions } from "./check.ts";
import { type EncodeOptions, encodeNames, table } from "./encode.ts";
import type { Engine } from "./engine.ts";
import { checkSpec, type SinusoidalSpec } from "./spec.ts";

export type SinusoidalOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = EncodeOptions<Out> &
  Omit<SinusoidalSpec, "method">;

export interface Sinusoidal {
  /**
   * The sinusoidal table of the original Transformer: sin and cos of position · base^(−2i/dModel).
   *
   * @param options Width, base and layout, as in {@link SinusoidalSpec}; rows and `out`, as in {@link EncodeOptions}.
   * @returns (length, dModel), row-major: `out`, or a new array. Entries are as exact as those of `encode`.
   * @throws As `encode` does.
   * @example
   * pe.sinusoidal({ length: 50, dModel: 512 })[512 + 2]; // 0.8218562, sin(1 · 10000^(−2/512))
   */
  sinusoidal<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: SinusoidalOptions<Out>): Out;
}

const names = ["dModel", "base", "layout", ...encodeNames] as const;

export function sinusoidal(engine: Engine): Sinusoidal["sinusoidal"] {
  return <Out extends Float32Array>(options: SinusoidalOptions<Out>) => {
    const { dModel, base, layout, ...rest } = readOptions("options", options, names);
    return table(engine, checkSpec({ method: "sinusoidal", dModel, base, layout }), rest) as Out;
  };
}
