import type { Box } from "./box.ts";

/** The part of a plot inside its margins. */
export interface Frame extends Box {
  /** Font size of the plot's texts, CSS pixels. */
  readonly fontSize: number;
}

/** Space around a frame, font sizes. */
export interface Margin {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function frameOf(
  size: { readonly width: number; readonly height: number },
  margin: Margin,
  fontSize: number,
): Frame {
  const width = size.width - (margin.left + margin.right) * fontSize;
  const height = size.height - (margin.top + margin.bottom) * fontSize;
  return {
    left: margin.left * fontSize,
    top: margin.top * fontSize,
    width: Math.max(1, width),
    height: Math.max(1, height),
    fontSize,
  };
}

/** The least font size of a label where its styles say none, CSS pixels. */
const LEAST = 13;

/** The font size of a plot's texts, CSS pixels: a little smaller than the figure's own. */
export function plotFontSize(plot: Element): number {
  const style = getComputedStyle(plot);
  const least = Number.parseFloat(style.getPropertyValue("--_least")) || LEAST;
  return Math.max(least, 0.8125 * Number.parseFloat(style.fontSize));
}
