import type { heatmapModes } from "../../bindings/light.ts";
import { checkArray, checkLength, checkOut } from "../arguments/buffers.ts";
import { checkWord, readOptions } from "../arguments/check.ts";
import type { Encodings } from "../encode/encode.ts";
import { input, Output, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongRows } from "../module/parts.ts";
import type { Together } from "../spec/together.ts";
import type { Spec } from "../spec.ts";
import { type axes, checkPicture, checkTable, type Picture, pictureNames } from "./heatmap-picture.ts";
import { divergingPalette } from "./palette.ts";

/** Two numbers, the first below the second. */
export type Interval = readonly [from: number, to: number];

/** The part of a table to show, the size in pixels, and the colours. */
export interface HeatmapOptions {
  /**
   * The part of the table to show: positions from −2^53 to 2^53, dimensions from 0 to dModel, fractions allowed. Entry
   * (t, j) covers positions t to t + 1 and dimensions j to j + 1.
   */
  view: { positions: Interval; dimensions: Interval };
  /** Pixels across, from 0 to 32768. */
  width: number;
  /** Pixels down, from 0 to 32768. */
  height: number;
  /**
   * `"exact"`: the mean of the entries under each pixel; `"nearest"`: the one entry under its centre; `"difference"`:
   * nearest − exact, from −2 to 2. Default `"exact"`.
   */
  mode?: (typeof heatmapModes)[number] | undefined;
  /** The axis of positions: `"y"` runs downwards, `"x"` to the right. Default `"y"`. */
  positionAxis?: (typeof axes)[number] | undefined;
  /** 256 colours of 4 bytes RGBA, for values from −1 to 1. Default `divergingPalette()`. */
  palette?: Uint8ClampedArray | Uint8Array | undefined;
}

type Coloured<Out> = HeatmapOptions & {
  /** The form of the result: colours. Default `"rgba"`. */
  as?: "rgba" | undefined;
  /** Filled and returned instead of a new array: height · width · 4 bytes. */
  out?: Out | undefined;
};

type Numeric<Out> = HeatmapOptions & {
  /** The form of the result: the values themselves. */
  as: "values";
  /** Filled and returned instead of a new array: height · width floats. */
  out?: Out | undefined;
};

export interface Heatmap<S = Spec> {
  /**
   * A picture of any part of an encoding's table; its cost depends on the pixels, not on the positions.
   *
   * @param spec An encoding of the methods `sinusoidal` or `sine`, exact, without padding and with an `outputScale` of 1.
   * @param options The view, the size in pixels, and how values become pixels.
   * @returns (height, width) pixels, row-major, of 4 bytes RGBA each, ready for ImageData; or floats if `as` is `"values"`:
   * `out`, or a new array.
   * @throws TypeError and RangeError as `encode` does; RangeError for a view that is empty or outside the table's width, and
   * for any other encoding.
   * @example
   * const spec = { preset: "attention-is-all-you-need", dModel: 512 };
   * pe.heatmap(spec, { view: { positions: [0, 1e7], dimensions: [0, 512] }, width: 640, height: 480 });
   */
  heatmap<Out extends Uint8ClampedArray = Uint8ClampedArray<ArrayBuffer>>(
    spec: S,
    options: Coloured<Out>,
  ): Out;
  heatmap<Out extends Float32Array = Float32Array<ArrayBuffer>>(spec: S, options: Numeric<Out>): Out;
  /** The same, with the spec as `spec`, or its fields, among the options. */
  heatmap<Out extends Uint8ClampedArray = Uint8ClampedArray<ArrayBuffer>>(
    options: Together<S, Coloured<Out>>,
  ): Out;
  heatmap<Out extends Float32Array = Float32Array<ArrayBuffer>>(options: Together<S, Numeric<Out>>): Out;
}

const names = [...pictureNames, "palette", "as", "out"] as const;
const forms = ["rgba", "values"] as const;

export function heatmap<S>(engine: Engine, encodings: Encodings): Heatmap<S>["heatmap"] {
  return ((spec: unknown, options: unknown) => {
    const sines = checkTable(encodings, spec);
    const given = readOptions("options", options, names);
    const picture = checkPicture(given, sines);
    const palette = checkPalette(given.palette);
    return checkWord("as", given.as, forms, "rgba") === "values"
      ? drawValues(engine, picture, given.out)
      : drawColours(engine, picture, palette ?? divergingPalette(), given.out);
  }) as Heatmap<S>["heatmap"];
}

type Palette = Uint8Array | Uint8ClampedArray;

function checkPalette(palette: unknown): Palette | undefined {
  if (palette === undefined) return undefined;
  const view = checkArray("palette", palette, ["Uint8ClampedArray", "Uint8Array"]);
  checkLength("palette", view, 1024, "256 · 4");
  return view;
}

function drawValues(engine: Engine, picture: Picture, out: unknown): unknown {
  const target = checkOut(out, "Float32Array", picture.pixels, "height · width");
  const values = new Output(Float32Array, picture.pixels, target, undefined, alongRows);
  engine.runParts(picture.size, picture.cut, picture.fill(engine, values));
  return out ?? values.result;
}

function drawColours(engine: Engine, picture: Picture, palette: Palette, out: unknown): unknown {
  const target = checkOut(out, "Uint8ClampedArray", 4 * picture.pixels, "height · width · 4");
  const rgba = new Output(Uint8ClampedArray, 4 * picture.pixels, target, undefined, alongRows);
  const values = room(Float32Array, picture.pixels, alongRows);
  const colour = step("heatmapColours", { values, palette: input(palette), rgba });
  engine.runParts(picture.size, picture.cut, picture.fill(engine, values), colour);
  return out ?? rgba.result;
}
