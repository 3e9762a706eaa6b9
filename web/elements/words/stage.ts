/** What a plot of two panels is given to lay itself out. */
export interface Stage {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Whether the panels stand side by side. */
  readonly beside: boolean;
}

/** The stage as the stylesheet makes it, which tells by `--beside` how it has put the panels. */
export function stageOf(plot: Element, { width, height }: Pick<Stage, "width" | "height">): Stage {
  const style = getComputedStyle(plot);
  const fontSize = Number.parseFloat(style.fontSize);
  return { width, height, fontSize, beside: style.getPropertyValue("--beside") === "1" };
}
