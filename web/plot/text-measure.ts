/** One for all plots; nothing is drawn with it. */
let pen: CanvasRenderingContext2D | null = null;

/** Measures what a plot would write at a font size: widths in CSS pixels. */
export function textMeasure(plot: Element, fontSize: number): (content: string) => number {
  pen ??= document.createElement("canvas").getContext("2d");
  const font = `${fontSize}px ${getComputedStyle(plot).fontFamily}`;
  return (content) => {
    if (!pen) return content.length * fontSize;
    pen.font = font;
    return pen.measureText(content).width;
  };
}
