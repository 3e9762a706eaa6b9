/** The size of a plot with two panels. */
export interface Stage {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Whether the panels stand side by side. */
  readonly beside: boolean;
}

/** The stage of a plot. Its stylesheet decides by `--beside` whether the panels stand side by side. */
export function stageOf(plot: Element, { width, height }: Pick<Stage, "width" | "height">): Stage {
  const style = getComputedStyle(plot);
  const fontSize = Number.parseFloat(style.fontSize);
  return { width, height, fontSize, beside: style.getPropertyValue("--beside") === "1" };
}
