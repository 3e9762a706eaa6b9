/** One context for all plots, only for measuring. */
let pen: CanvasRenderingContext2D | null = null;

/** A function from a text to its width in the plot's font, CSS pixels. */
export function textMeasure(plot: Element, fontSize: number): (content: string) => number {
  pen ??= document.createElement("canvas").getContext("2d");
  const font = `${fontSize}px ${getComputedStyle(plot).fontFamily}`;
  return (content) => {
    if (!pen) return content.length * fontSize;
    pen.font = font;
    return pen.measureText(content).width;
  };
}
