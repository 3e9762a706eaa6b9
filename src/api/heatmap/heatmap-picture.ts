import { type HeatmapView, heatmapModes } from "../../bindings/light.ts";
import { word } from "../../bindings/slots.ts";
import type { Sines } from "../additive/encoder.ts";
import { exactArea } from "../additive/sines.ts";
import {
  checkNumber,
  checkWord,
  guarded,
  kindOf,
  type NumberRule,
  readOptions,
  show,
  type Unchecked,
  wrongType,
} from "../arguments/check.ts";
import { notComputed, rangeError } from "../arguments/errors.ts";
import type { Encodings } from "../encode/encode.ts";
import { type Area, bytes, room } from "../module/areas.ts";
import { type Step, step } from "../module/calls.ts";
import type { Engine, Size } from "../module/engine.ts";
import { byRows, type Cut, rowFrom } from "../module/parts.ts";

export const axes = ["y", "x"] as const;
export const pictureNames = ["view", "width", "height", "mode", "positionAxis"] as const;

const pixelRule: NumberRule = { from: 0, to: 32768, integer: true };
const positionRule: NumberRule = { from: -(2 ** 53), to: 2 ** 53 };

/** A checked view of a table, and its size in pixels. */
export interface Picture {
  pixels: number;
  /** The argument that an error names if the picture is too large. */
  size: Size;
  cut: Cut;
  /** Computes the value of each pixel of a part. */
  fill(engine: Engine, values: Area<Float32Array>): Step;
}

/** Throws unless a spec's table has exact sines and cosines, without a factor and without padding. */
export function checkTable({ checkSpec, kernelsOf }: Encodings, given: unknown): Sines {
  const spec = checkSpec(given);
  const sines = kernelsOf(spec).sines?.(spec);
  if (sines === undefined)
    throw notComputed("method", spec.method, "does not have a table of sines and cosines by position");
  const usual = { precision: "exact", outputScale: 1, paddingIndex: undefined } as const;
  for (const [param, value] of Object.entries(usual)) {
    const { [param as keyof typeof usual]: actual } = { ...sines, ...spec };
    if (actual !== value) throw notComputed(param, actual, "is computed by encode only");
  }
  return sines;
}

export function checkPicture(given: Unchecked<(typeof pictureNames)[number]>, sines: Sines): Picture {
  const width = checkNumber("width", given.width, pixelRule);
  const height = checkNumber("height", given.height, pixelRule);
  const across = checkWord("positionAxis", given.positionAxis, axes, "y") === "x";
  const mode = word(heatmapModes, checkWord("mode", given.mode, heatmapModes, "exact"));
  const view = checkView(given.view, sines.dModel);
  const shape = { width, height, positionsAcross: across };
  const { place, powers } = sines;
  return {
    pixels: width * height,
    size: { param: "width", value: width },
    cut: byRows(height),
    fill(engine, values) {
      const needed = step("heatmapScratch", { pairs: powers.pairs, layout: place.layout, shape });
      const scratch = room(bytes, engine.ask(needed));
      const frequencies = exactArea(sines);
      const first = rowFrom(0);
      return step("heatmapValues", { frequencies, ...place, view, shape, mode, first, scratch, values });
    },
  };
}

function checkView(given: unknown, dModel: number): HeatmapView {
  const { positions, dimensions } = readOptions("view", given, ["positions", "dimensions"]);
  const [positionFrom, positionTo] = checkInterval("view.positions", positions, positionRule);
  const [dimensionFrom, dimensionTo] = checkInterval("view.dimensions", dimensions, { from: 0, to: dModel });
  return { positionFrom, positionTo, dimensionFrom, dimensionTo };
}

function checkInterval(param: string, given: unknown, rule: NumberRule): [number, number] {
  if (kindOf(given) !== "Array") throw wrongType(param, "an array [from, to]", given);
  const [first, second, ...more] = guarded(param, given, () => Array.from(given as unknown[]));
  const from = checkNumber(`${param}[0]`, first, rule);
  const to = checkNumber(`${param}[1]`, second, rule);
  if (from < to && more.length === 0) return [from, to];
  const text = `${param} must be [from, to] with from < to; got [${[from, to, ...more.map(show)].join(", ")}]`;
  throw rangeError(text, { code: "range", param, value: given });
}
