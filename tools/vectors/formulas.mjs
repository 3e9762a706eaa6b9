/**
 * Each method's numbers as formulas for main.cpp. This file reads the spec independently of the package, so that errors in
 * either show. It must read every field, and refuses a spec with a field that it does not read.
 */
import { Failure } from "../process.mjs";

/** @typedef {import("../../src/api/spec.ts").ResolvedSpec} Spec */
/** @typedef {(...at: number[]) => string} Entry */

/** @param {{ version?: unknown, method?: unknown, precision?: unknown }} rest the fields that a method has not read */
function refuseOthers({ version: _version, method, precision = "exact", ...others }) {
  const names = Object.keys(others);
  if (precision !== "exact") names.push(`precision ${precision}`);
  if (names.length > 0)
    throw new Failure(`tools/vectors/formulas.mjs does not read ${names.join(", ")} of the method ${method}`);
}

/**
 * The sine or the cosine of a pair that a layout puts into a column.
 * @param {string} layout
 * @param {number} pairs
 * @param {number} column
 * @param {(pair: number) => string} angle
 */
function inColumn(layout, pairs, column, angle) {
  const isInterleaved = layout === "interleaved";
  const isFirst = isInterleaved ? column % 2 === 0 : column < pairs;
  const isSine = isFirst !== (layout === "flipped-halves");
  return `${angle(isInterleaved ? column >> 1 : column % pairs)} ${isSine ? "sine" : "cosine"}`;
}

/** @param {Spec & { method: "sinusoidal" }} spec @returns {Entry} of a position and a column */
export function sinusoidal({
  dModel,
  start: _start, // entries are given by position
  base,
  layout,
  shift,
  oddWidth,
  divisor,
  scale,
  outputScale,
  paddingIndex,
  ...rest
}) {
  refuseOthers(rest);
  const pairs = (oddWidth === "zero" ? dModel : dModel + 1) >> 1;
  const denominator = (divisor === "pairs" ? 2 * pairs : dModel) - 2 * shift;
  const factor = outputScale === "inverse-sqrt" ? `${dModel} inverse-root` : outputScale;
  return (position = 0, column = 0) => {
    if (column >= 2 * pairs || position === paddingIndex) return "0";
    const angle = (/** @type {number} */ pair) =>
      `${scale} ${position} * ${pairs} ${base} 2 ${denominator} ${pair} geometric *`;
    return `${factor} ${inColumn(layout, pairs, column, angle)} *`;
  };
}

/** @param {Spec & { method: "sine" }} spec @returns {Entry} of a position and a column */
export function sine({ dModel, start: _start, base, ...rest }) {
  refuseOthers(rest);
  return (position, column) => `${position} ${dModel} ${base} 1 ${dModel} ${column} geometric * sine`;
}

/**
 * @param {Spec & { method: "learned" }} spec
 * @returns {Entry} of a position and a column, of the table W[t,j] = t + j/1024
 */
export function learned({ dModel: _dModel, maxLength: _maxLength, start: _start, ...rest }) {
  refuseOthers(rest);
  return (position, column) => `${position} ${column} 1024 / +`;
}

/** @param {Spec & { method: "grid" }} spec @returns {Entry} of a row and a column */
export function grid({
  dModel,
  shape,
  axes,
  valid = shape,
  oddWidth: _oddWidth, // only cuts the end of the last share, if at all
  base,
  layout,
  start,
  normalize,
  classToken,
  ...rest
}) {
  refuseOthers(rest);
  const share = 2 * Math.ceil(dModel / (2 * axes.length));
  return (row = 0, column = 0) => {
    if (classToken && row === 0) return "0";
    const axis = axes[Math.floor(column / share)] ?? 0;
    const inner = shape.slice(axis + 1).reduce((product, count) => product * count, 1);
    const step = Math.floor((row - Number(classToken)) / inner) % (shape[axis] ?? 1);
    const last = (valid[axis] ?? 1) - 1;
    const count = start + Math.min(step, last);
    const coordinate = normalize ? `${count} ${start + last} normalized` : count;
    const angle = (/** @type {number} */ pair) =>
      `${coordinate} ${share / 2} ${base} 2 ${share} ${pair} geometric *`;
    return inColumn(layout, share / 2, column % share, angle);
  };
}

/** @param {Spec & { method: "fourier" }} spec @returns {Entry} of the coordinates of a point and a column */
export function fourier({ dimensions, octaves, pi, order, includeInput, ...rest }) {
  refuseOthers(rest);
  const before = includeInput ? dimensions : 0;
  const byOctave = order === "octave";
  return (...at) => {
    const column = (at[dimensions] ?? 0) - before;
    if (column < 0) return `${at[column + before]}`;
    const octave = byOctave ? Math.floor(column / (2 * dimensions)) : (column >> 1) % octaves;
    const coordinate = byOctave ? column % dimensions : Math.floor(column / (2 * octaves));
    const isSine = (byOctave ? Math.floor(column / dimensions) : column) % 2 === 0;
    return `${at[coordinate]} ${2 ** octave} * ${isSine ? "sine" : "cosine"}${pi ? "-of-half-turns" : ""}`;
  };
}

/**
 * @param {Spec & { method: "rope" }} spec
 * @returns {{ frequency: Entry, attentionFactor: string, axis: (pair: number) => number, channels: (pair: number) => number[] }}
 */
export function rope({
  headDim: _headDim,
  rotaryDim,
  rotaryOffset,
  base,
  pairing,
  direction,
  scaling,
  currentLength,
  sections,
  interleavedSections,
  restartSections,
  axisOfPair,
  frequencyOfPair,
  baseOfAxis,
  ...rest
}) {
  refuseOthers(rest);
  const pairs = rotaryDim / 2;
  const axes = Array.from({ length: pairs }, (_, pair) =>
    axisOfPair ? axisOfPair[pair] : axisOf(pair, sections ?? [pairs], interleavedSections),
  );
  const { schedule, attentionFactor = "1" } = scaled(scaling, pairs, base, currentLength);
  if (direction !== "forward" || baseOfAxis)
    throw new Error("no vectors for negative angles and several bases");
  return {
    frequency: restartSections
      ? restarted(base, axes)
      : (pair = 0) => schedule(frequencyOfPair?.[pair] ?? pair),
    attentionFactor,
    axis: (pair) => axes[pair] ?? 0,
    channels: (pair) =>
      (pairing === "interleaved" ? [2 * pair, 2 * pair + 1] : [pair, pair + pairs]).map(
        (channel) => rotaryOffset + channel,
      ),
  };
}

/**
 * @param {(Spec & { method: "rope" })["scaling"]} scaling
 * @param {number} pairs
 * @param {number} base
 * @param {number} currentLength
 * @returns {{ schedule: Entry, attentionFactor?: string }}
 */
function scaled(scaling, pairs, base, currentLength) {
  const unscaled = (/** @type {number} */ pair) => `${pairs} ${base} 2 ${2 * pairs} ${pair} geometric`;
  const by =
    (/** @type {(string | number)[]} */ ...words) =>
    (/** @type {number} */ pair) =>
      [pairs, base, ...words.slice(0, -1), pair, words.at(-1)].join(" ");
  switch (scaling.type) {
    case "none":
      return { schedule: unscaled };
    case "linear":
      return { schedule: (pair = 0) => `${unscaled(pair)} ${scaling.factor} /` };
    case "ntk":
      return { schedule: by(scaling.factor, "ntk") };
    case "dynamic":
      return {
        schedule: by(scaling.factor, scaling.originalLength, currentLength, "dynamic-growth", "ntk"),
      };
    case "yarn":
      return yarn(scaling, by);
    case "longrope": {
      const { factor, originalLength, shortFactor, longFactor, type: _type, ...factors } = scaling;
      const { attentionFactor, shortAttentionFactor, ...rest } = factors;
      refuseOthers(rest);
      const isLong = currentLength > originalLength;
      const divisors = isLong ? longFactor : shortFactor;
      const own = (isLong ? undefined : shortAttentionFactor) ?? attentionFactor;
      return {
        schedule: (pair = 0) => `${unscaled(pair)} ${divisors[pair]} /`,
        attentionFactor: `${own ?? `${factor} ${originalLength} longrope-square root`}`,
      };
    }
    case "llama3": {
      const { factor, originalLength, lowFreqFactor, highFreqFactor, type: _type, ...rest } = scaling;
      refuseOthers(rest);
      return { schedule: by(factor, originalLength, lowFreqFactor, highFreqFactor, "llama3") };
    }
    case "proportional":
      return { schedule: by(scaling.partialRotaryFactor, scaling.factor, "proportional") };
    default:
      throw new Failure(`tools/vectors/formulas.mjs has no scaling ${JSON.stringify(scaling)}`);
  }
}

/**
 * @param {(Spec & { method: "rope" })["scaling"] & { type: "yarn" }} scaling
 * @param {(...words: (string | number)[]) => Entry} by
 */
function yarn(scaling, by) {
  const {
    factor,
    originalLength,
    betaFast,
    betaSlow,
    truncate,
    attentionFactor,
    type: _type,
    ...others
  } = scaling;
  const { mscale, mscaleAllDim, ...rest } = others;
  refuseOthers(rest);
  const magnitudes = mscale && mscaleAllDim ? `${mscale} ${mscaleAllDim}` : "1 0";
  return {
    schedule: by(factor, originalLength, betaFast, betaSlow, Number(truncate), "yarn"),
    attentionFactor: `${attentionFactor ?? `${factor} ${magnitudes} yarn-factor`}`,
  };
}

/**
 * On each axis, exponents start again.
 * @param {number} base
 * @param {readonly (number | undefined)[]} axes
 * @returns {Entry}
 */
function restarted(base, axes) {
  return (pair = 0) => {
    const axis = axes[pair] ?? 0;
    const before = axes.slice(0, pair).filter((other) => other === axis).length;
    const count = axes.filter((other) => other === axis).length;
    return `${count} ${base} 1 ${count} ${before} geometric`;
  };
}

/**
 * The axis of positions that a pair follows: alternating while axes have pairs left, or section by section.
 * @param {number} pair
 * @param {readonly number[]} sections
 * @param {boolean} isInterleaved
 */
function axisOf(pair, sections, isInterleaved) {
  if (isInterleaved) {
    const axis = pair % sections.length;
    return pair < sections.length * (sections[axis] ?? 0) ? axis : 0;
  }
  const axes = sections.flatMap((count, axis) => Array(count).fill(axis));
  return axes[pair];
}

/** @param {Spec & { method: "alibi" }} spec @returns {Entry} of heads, head, key − query */
export function alibi({ biasMax, ...spec }) {
  refuseOthers(spec);
  if (biasMax !== 8) throw new Error("no vectors for other slopes than the paper's");
  return (heads, head, offset) => `${head} ${heads} ${offset} alibi`;
}

/** @param {Spec & { method: "t5" }} spec @returns {Entry} of key − query */
export function t5({ buckets, maxDistance, bidirectional, ...rest }) {
  refuseOthers(rest);
  return (offset) => `${offset} ${buckets} ${maxDistance} ${Number(bidirectional)} t5`;
}
