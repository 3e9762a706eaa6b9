/** The points of each method's vectors, and a sentence on how to read them. */
import { Formula } from "./calculator.mjs";
import * as formulas from "./formulas.mjs";

/** @typedef {import("../../src/api/spec.ts").ResolvedSpec} Spec */

/** Small positions, a fraction as for timesteps, positions at which the float32 recipe fails, and the last below 2^24. */
const POSITIONS = [0, 0.5, 1, 2, 3, 100, 999, 5000, 131071, 16777215];
const WHOLE = POSITIONS.filter(Number.isInteger);

const HEADS = [8, 12, 32, 112];
const NEAR = Array.from({ length: 41 }, (_, i) => i - 20);
const FAR = [31, 45, 64, 91, 127, 128, 129, 1000, 16777215];

/**
 * The first, the middle and the last of `count` indices, and those near a quarter; all if they are few.
 * @param {number} count
 * @returns {number[]}
 */
function spread(count) {
  if (count <= 16) return [...Array(count).keys()];
  const quarter = Math.floor(count / 4);
  const middle = Math.floor(count / 2);
  return [0, 1, 2, 3, quarter - 1, quarter, middle - 2, middle - 1, middle, middle + 1, count - 2, count - 1];
}

/**
 * @template Row
 * @param {readonly Row[]} rows
 * @param {readonly number[]} columns
 * @param {(row: Row, column: number) => string} entry
 */
const matrix = (rows, columns, entry) =>
  rows.map((row) => columns.map((column) => new Formula(entry(row, column))));

/** @param {number} width @param {readonly number[]} positions @param {formulas.Entry} entry */
function table(width, positions, entry) {
  const columns = spread(width);
  return { positions, columns, values: matrix(positions, columns, entry) };
}

/** @param {Spec & { method: "grid" }} spec */
function grid(spec) {
  const { shape, classToken, dModel } = spec;
  const first = Number(classToken);
  const places = shape.reduce((product, count) => product * count, 1);
  const inRow = shape.at(-1) ?? 1;
  const chosen = [0, 1, inRow - 1, inRow, Math.floor(places / 2), places - 1].map((place) => place + first);
  const rows = classToken ? [0, ...chosen] : chosen;
  const columns = spread(dModel);
  return {
    rows,
    places: rows.map((row) => (row < first ? null : placeOf(row - first, shape))),
    columns,
    values: matrix(rows, columns, formulas.grid(spec)),
  };
}

/** @param {number} index @param {readonly number[]} shape */
function placeOf(index, shape) {
  const place = shape.map(() => 0);
  for (let axis = shape.length - 1, rest = index; axis >= 0; axis--) {
    const count = shape[axis] ?? 1;
    place[axis] = rest % count;
    rest = Math.floor(rest / count);
  }
  return place;
}

/** @param {Spec & { method: "fourier" }} spec */
function fourier(spec) {
  const { dimensions, octaves, includeInput } = spec;
  const points = [
    [0.25, -0.625, 1],
    [0.1, -2.5, 0.75],
    [-1, 1e-3, 1234.5],
  ].map((point) => Array.from({ length: dimensions }, (_, i) => point[i % point.length] ?? 0));
  const columns = [...Array(dimensions * (2 * octaves + Number(includeInput))).keys()];
  const feature = formulas.fourier(spec);
  return { points, columns, values: matrix(points, columns, (point, column) => feature(...point, column)) };
}

/**
 * Positions that the spec has frequencies for: those of longer texts may depend on a `currentLength`.
 * @param {Spec & { method: "rope" }} spec
 */
function reached({ scaling, currentLength }) {
  const isOpen = currentLength === 0 && (scaling.type === "longrope" || scaling.type === "dynamic");
  return isOpen ? WHOLE.filter((position) => position < scaling.originalLength) : WHOLE;
}

/** @param {Spec & { method: "rope" }} spec */
function rope(spec) {
  const positions = reached(spec);
  const all = [...Array(spec.rotaryDim / 2).keys()];
  const pairs = spread(all.length);
  const { frequency, attentionFactor, axis, channels } = formulas.rope(spec);
  /** @param {string} name */
  const table = (name) =>
    matrix(
      positions,
      pairs,
      (position, pair) => `${attentionFactor} ${position} ${frequency(pair)} * ${name} *`,
    );
  return {
    attentionFactor: new Formula(attentionFactor),
    frequencies: all.map((pair) => new Formula(frequency(pair))),
    ...(spec.sections && { axisOfPair: all.map(axis) }),
    pairs,
    channels: pairs.map(channels),
    positions,
    cosines: table("cosine"),
    sines: table("sine"),
  };
}

/** @param {Spec & { method: "alibi" }} spec */
function alibi(spec) {
  const offsets = [0, -1, -100, -2047];
  const bias = formulas.alibi(spec);
  const values = HEADS.map((heads) =>
    matrix([...Array(heads).keys()], offsets, (head, offset) => bias(heads, head, offset)),
  );
  return { heads: HEADS, offsets, values };
}

/** @param {Spec & { method: "t5" }} spec */
function t5(spec) {
  const offsets = [...FAR.map((distance) => -distance).reverse(), ...NEAR, ...FAR];
  const bucket = formulas.t5(spec);
  return { offsets, buckets: offsets.map((offset) => new Formula(bucket(offset), { isCount: true })) };
}

const BY_POSITION = "values[i][j]: the entry at position positions[i], in column columns[j].";

/**
 * @param {Spec} spec
 * @returns {{ reading: string, points: object } | undefined} undefined for a method without points
 */
export function pointsOf(spec) {
  switch (spec.method) {
    case "sinusoidal":
      return { reading: BY_POSITION, points: table(spec.dModel, POSITIONS, formulas.sinusoidal(spec)) };
    case "sine":
      return { reading: BY_POSITION, points: table(spec.dModel, POSITIONS, formulas.sine(spec)) };
    case "learned": {
      const positions = [...WHOLE.filter((position) => position < spec.maxLength), spec.maxLength - 1];
      const reading = `${BY_POSITION} In place of learned numbers, W[t][j] = t + j / 1024.`;
      return { reading, points: table(spec.dModel, positions, formulas.learned(spec)) };
    }
    case "grid": {
      const reading =
        "values[i][j]: the entry in row rows[i], column columns[j]. Rows are row-major, after a class token's; " +
        "places[i]: the index along each axis of shape, from 0.";
      return { reading, points: grid(spec) };
    }
    case "fourier":
      return { reading: "values[i][j]: feature columns[j] of the point points[i].", points: fourier(spec) };
    case "rope": {
      const reading =
        "cosines[i][j], sines[i][j]: of the angle positions[i] · frequencies[pairs[j]], times attentionFactor; " +
        "frequencies in radians per position, of all pairs. The angle rotates the channels channels[j] of a head. " +
        "If pairs follow several axes, axisOfPair gives the axis of each pair's position.";
      return { reading, points: rope(spec) };
    }
    case "alibi": {
      const reading = "values[k][h][j]: the bias of head h of heads[k], for key − query = offsets[j].";
      return { reading, points: alibi(spec) };
    }
    case "t5":
      return {
        reading: "buckets[j]: row of the learned table for key − query = offsets[j].",
        points: t5(spec),
      };
    default:
      return undefined;
  }
}
