import type { Box } from "./box.ts";

/** The room within a plot that its numbers fill. */
export interface Frame extends Box {
  /** Of the plot's texts, CSS pixels. */
  readonly fontSize: number;
}

/** Room around it in font sizes. */
export interface Margin {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the margins leave of a plot. */
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

/** The size of a plot's texts beside the figure's own, CSS pixels. */
export function plotFontSize(plot: Element): number {
  return 0.8125 * Number.parseFloat(getComputedStyle(plot).fontSize);
}
