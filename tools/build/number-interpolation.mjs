/**
 * Stands for d3-interpolate when the figures are bundled: what d3-scale takes of it, for numbers alone. Colours, dates and
 * texts, which d3-interpolate has, too, would be more than half of the code of an axis.
 */

/** @param {number} a @param {number} b @returns {(t: number) => number} from a at 0 to b at 1 */
const interpolateNumber = (a, b) => (t) => a * (1 - t) + b * t;

/** @param {number} a @param {number} b @returns {(t: number) => number} */
const interpolateRound = (a, b) => (t) => Math.round(a * (1 - t) + b * t);

// d3-scale names `piecewise` for scales of colours, which no figure has.
export {
  interpolateNumber,
  interpolateNumber as interpolate,
  interpolateNumber as piecewise,
  interpolateRound,
};
