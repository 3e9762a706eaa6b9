import type { Size } from "../figure/size.ts";

/** The room within a plot that its numbers fill. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Of the plot's texts. All in CSS pixels. */
  readonly fontSize: number;
}

/** Room in font sizes. */
export interface Margin {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function frameOf(size: Size, margin: Margin, fontSize: number): Frame {
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
