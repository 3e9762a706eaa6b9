import { sinusoidal as method } from "../additive/sinusoidal.ts";
import { readOptions } from "../arguments/check.ts";
import type { Engine } from "../module/engine.ts";
import type { SinusoidalSpec } from "../spec.ts";
import type { Rows } from "../table/rows.ts";
import { type Encodings, encodeNames, type OutOption, table } from "./encode.ts";

/** The fields of a sinusoidal spec, the rows of its table, and the array for them. */
export type SinusoidalOptions<Out extends Float32Array = Float32Array<ArrayBuffer>> = Rows &
  OutOption<Out> &
  Omit<SinusoidalSpec, "method" | "version" | "start">;

export interface Sinusoidal {
  /**
   * The sinusoidal table of the original Transformer: sin and cos of position · base^(−2i/dModel).
   *
   * @param options Width and conventions as in {@link SinusoidalSpec}; rows and `out` as for `encode`.
   * @returns (length, dModel), row-major: `out`, or a new array. Entries are as exact as in `encode`.
   * @throws As `encode` does.
   * @example
   * pe.sinusoidal({ length: 50, dModel: 512 })[512 + 2]; // 0.8218562, sin(1 · 10000^(−2/512))
   */
  sinusoidal<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: SinusoidalOptions<Out>): Out;
}

const rowNames: readonly string[] = encodeNames;

export function sinusoidal(engine: Engine, encodings: Encodings): Sinusoidal["sinusoidal"] {
  const fields = Object.keys(method.fields).filter((name) => !rowNames.includes(name));
  const names = [...fields, ...encodeNames];
  return <Out extends Float32Array>(options: SinusoidalOptions<Out>) => {
    const { length, start, positions, out, ...spec } = readOptions<string>("options", options, names);
    const checked = encodings.checkSpec({ method: "sinusoidal", ...spec });
    return table(engine, encodings, checked, { length, start, positions, out }) as Out;
  };
}
