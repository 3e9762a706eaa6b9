/** Sinusoidal encodings of images and volumes: a share of the channels for each axis. */
import type { Grid as GridNumbers } from "../../bindings/full/additive.ts";
import { frequencies, room } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import { alongRows, rowFrom } from "../module/parts.ts";
import { base, farthest, layout, position, ruledWidth, shape } from "../spec/dimensions.ts";
import { type Conflict, flag, list, method, type Resolved, wordOr } from "../spec/rules.ts";
import { placements } from "../table/layout.ts";
import { paired, scheduleArea } from "../table/schedule.ts";
import type { Encoder } from "./encoder.ts";

const axisList = { each: { from: 0, to: 2, integer: true }, least: 2, most: 3, default: [0, 1] } as const;

const fields = {
  /** Channels: a multiple of twice the number of axes, unless `oddWidth` has a rule. */
  dModel: ruledWidth,
  /** Sizes along the axes: rows and columns; or planes, rows and columns. */
  shape,
  /**
   * Which axis of `shape` each part of the channels encodes: [0, 1] is y before x, [1, 0] x before y.
   *
   * @example
   * pe.encode({ method: "grid", dModel: 4, shape: [2, 3], axes: [1, 0] }).slice(-4); // Float32Array [0.9092974, -0.41614684, 0.84147096, 0.5403023]
   */
  axes: list(axisList),
  /**
   * What to do with a width that the axes cannot share equally: refuse it, or round every share up and cut off the end.
   *
   * @example
   * pe.encode({ method: "grid", dModel: 6, shape: [2, 3], oddWidth: "truncate" }).slice(-6); // Float32Array [0.84147096, 0.5403023, 0.009999833, 0.99995, 0.9092974, -0.41614684]
   */
  oddWidth: wordOr("error", "truncate"),
  /** The slowest pair of an axis has a period of about 2π · base places. */
  base,
  /** Order of sines and cosines in each share. */
  layout,
  /** The first place on each axis. */
  start: position,
  /**
   * Places become place / (last place + 1e-6) · 2π.
   *
   * @example
   * pe.encode({ method: "grid", dModel: 4, shape: [1, 4], start: 1, normalize: true }).slice(2, 4); // Float32Array [1, 3.9269898e-7], a quarter of a turn
   */
  normalize: flag(false),
  /** Number of places on each axis before the padding, if fewer than in `shape`. Padding counts as the last place before it. */
  valid: list({ each: { from: 1, to: 32768, integer: true }, least: 2, most: 3, optional: true }),
  /**
   * Whether a row of zeros comes first.
   *
   * @example
   * pe.encode({ method: "grid", dModel: 4, shape: [2, 2], classToken: true }).slice(0, 8); // Float32Array [0, 0, 0, 0, 0, 1, 0, 1]
   */
  classToken: flag(false),
} as const;

type Grid = Resolved<typeof fields>;

/**
 * One sinusoidal encoding for each axis, side by side.
 *
 *   P[place] = E(place[axes[0]]) ‖ E(place[axes[1]]) …        E of 2⌈dModel / 2k⌉ channels, k axes
 *
 * Shape     (places, dModel), places in row-major order; with a class token, one row more
 * Source    Carion et al. 2020, arXiv 2005.12872 (DETR: y first, from 1 on, normalised); He et al. 2021,
 *           arXiv 2111.06377 (MAE: x first, halves, a class token)
 *
 * @example
 * pe.encode({ method: "grid", dModel: 4, shape: [2, 3] }).slice(-4); // Float32Array [0.84147096, 0.5403023, 0.9092974, -0.41614684], y 1 before x 2
 * @example
 * pe.encode({ method: "grid", dModel: 6, shape: [2, 1, 3], axes: [0, 1, 2] }).slice(-6); // Float32Array [0.84147096, 0.5403023, 0, 1, 0.9092974, -0.41614684]
 */
export const grid = method({
  family: "additive",
  fields,
  relations: [permutation, sharedWidth, validInside, countedFrom, slowEnough],
});

/** Channels of each axis. */
const axisWidth = ({ dModel, axes }: Grid): number => 2 * Math.ceil(dModel / (2 * axes.length));

function permutation({ axes, shape }: Grid): Conflict | undefined {
  const all = [...shape.keys()];
  if (axes.length === all.length && all.every((axis) => axes.includes(axis))) return undefined;
  return { param: "axes", value: axes, expected: `the axes of shape, ${all}, in any order`, instead: all };
}

function sharedWidth({ dModel, axes, oddWidth }: Grid): Conflict | undefined {
  const unit = 2 * axes.length;
  if (dModel % unit === 0 || oddWidth !== "error") return undefined;
  const expected = `a multiple of ${unit}, or any width if oddWidth is "truncate"`;
  return { param: "dModel", value: dModel, expected, instead: Math.max(1, Math.floor(dModel / unit)) * unit };
}

function validInside({ shape, valid }: Grid): Conflict | undefined {
  if (valid === undefined) return undefined;
  if (valid.length === shape.length && valid.every((count, axis) => count <= shape[axis]!)) return undefined;
  return { param: "valid", value: valid, expected: `at most shape, ${shape}, on each axis` };
}

/** Every place must be an integer that a double holds; with `normalize`, the last place is a divisor and must not be 0. */
function countedFrom({ start, shape, normalize }: Grid): Conflict | undefined {
  const last = farthest - Math.max(...shape);
  if (Math.abs(start) > last)
    return { param: "start", value: start, expected: `from −${last} to ${last}`, instead: 0 };
  if (!normalize || start >= 0) return undefined;
  return { param: "start", value: start, expected: "0 or more if places are normalized", instead: 1 };
}

/** Normalized places of a grid of one place have the factor 2π · 10^6. With base < 1 the phase exceeds what the kernels count. */
function slowEnough({ base, normalize }: Grid): Conflict | undefined {
  if (!normalize || base >= 1) return undefined;
  return { param: "base", value: base, expected: "1 or more if places are normalized", instead: 10000 };
}

/** The number of rows: one for each place, and one for the class token. */
const gridRows = ({ shape, classToken }: Grid): number =>
  shape.reduce((product, places) => product * places, 1) + Number(classToken);

const schedule = (spec: Grid) => paired(axisWidth(spec), spec.base);

export const gridEncoder: Encoder<Grid> = {
  options: [],
  rowsInAll: gridRows,
  schedule,
  whole(spec) {
    const { shape, layout, normalize, classToken } = spec;
    const ofAxis = schedule(spec);
    const { pairs } = ofAxis;
    const rows = gridRows(spec);
    const grid = numbersOf(spec);
    return {
      rows,
      width: spec.dModel,
      meaning: classToken ? "(places + 1) · dModel" : "places · dModel",
      size: { param: "shape", value: shape.join(" × ") },
      steps(out) {
        const plain = scheduleArea(ofAxis);
        const scaled = room(frequencies, grid.axes * pairs);
        const table = step("gridTable", {
          frequencies: normalize ? scaled : plain,
          grid,
          part: { ...placements[layout](pairs), row: 2 * pairs },
          firstRow: rowFrom(0),
          out,
          scratch: room(Float32Array, rows * 2 * pairs, alongRows),
        });
        return normalize ? [step("gridFrequencies", { frequencies: plain, grid, scaled }), table] : [table];
      },
    };
  },
};

function numbersOf(spec: Grid): GridNumbers {
  const { axes, dModel, shape, valid = shape, start, normalize, classToken } = spec;
  const three = (list: readonly number[]) => [list[0] ?? 1, list[1] ?? 1, list[2] ?? 1] as const;
  return {
    axes: axes.length,
    width: dModel,
    shape: three(shape),
    valid: three(valid),
    order: three(axes),
    start,
    isNormalized: normalize,
    hasClassToken: classToken,
  };
}
