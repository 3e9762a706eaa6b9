import { sinusoidsPlace } from "../additive/sinusoids.ts";
import {
  checkNumber,
  checkWord,
  guarded,
  kindOf,
  type NumberRule,
  readOptions,
  show,
  wrongType,
} from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import type { Engine, Size } from "../module/engine.ts";
import { type Area, input, scratch } from "../module/memory.ts";
import type { LightModule } from "../module/module.ts";
import type { ResolvedSpec } from "../spec.ts";
import { checkTable } from "../table/computed.ts";
import { type SinusoidSpec, sinusoidSchedule } from "../table/sinusoid-schedule.ts";

/** In the order of the kernel's enum HeatmapMode. */
export const modes = ["exact", "nearest", "difference"] as const;
export const axes = ["y", "x"] as const;
export const pictureNames = ["view", "width", "height", "mode", "positionAxis"] as const;

const pixelRule: NumberRule = { from: 0, to: 32768, integer: true };
const positionRule: NumberRule = { from: -(2 ** 53), to: 2 ** 53 };

/** Which part of which table is shown, at what size: checked, and as the kernels take it. */
export interface Picture {
  spec: SinusoidSpec;
  pixels: number;
  mode: number;
  /** What to name when the picture is too large. */
  size: Size;
  /** The structs Layout and Columns, HeatmapView and HeatmapShape, and scratch. */
  areas(engine: Engine<LightModule>): Area[];
}

type Given = Partial<Record<(typeof pictureNames)[number], unknown>>;

export function checkPicture(given: Given, resolved: ResolvedSpec): Picture {
  const spec = checkTable(resolved);
  const width = checkNumber("width", given.width, pixelRule);
  const height = checkNumber("height", given.height, pixelRule);
  const across = checkWord("positionAxis", given.positionAxis, axes, "y") === "x";
  const mode = modes.indexOf(checkWord("mode", given.mode, modes, "exact"));
  const size = { param: "width", value: width };

  const place = input(sinusoidsPlace(spec));
  const { pairs } = sinusoidSchedule(spec);
  const view = input(checkView(given.view, spec.dModel));
  const shape = input(Uint32Array.of(width, height, Number(across)));
  const areas = (engine: Engine<LightModule>) => {
    const bytes = engine.run(size, [place, shape], (module, slices) => module.heatmapScratch(slices, pairs));
    return [place, view, shape, scratch(bytes)];
  };
  return { spec, pixels: width * height, mode, size, areas };
}

function checkView(given: unknown, dModel: number): Float64Array {
  const { positions, dimensions } = readOptions("view", given, ["positions", "dimensions"]);
  return Float64Array.of(
    ...checkInterval("view.positions", positions, positionRule),
    ...checkInterval("view.dimensions", dimensions, { from: 0, to: dModel }),
  );
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
