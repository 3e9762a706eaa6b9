/**
 * Scales from quantities to places on screen. Only this file imports d3-scale, which the build bundles without its
 * interpolation of anything but numbers: tools/build/number-interpolation.mjs.
 */
import { scaleLinear } from "d3-scale";

/** From a quantity to CSS pixels. */
export type Scale = (value: number) => number;

/** A linear scale. */
export interface LinearScale extends Scale {
  /** The quantities at the ends. */
  domain(): number[];
  /** The places of the ends. */
  range(): number[];
  /** The quantity at a place. */
  invert(place: number): number;
  /** Round quantities of the domain, about `count` of them. */
  ticks(count: number): number[];
}

/**
 * @param domain - the quantities at the two ends
 * @param range - the places of the ends, CSS pixels
 */
export const linearScale = (domain: readonly number[], range: readonly number[]): LinearScale =>
  scaleLinear(domain, range);
