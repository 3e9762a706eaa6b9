import { type CSSResult, css, unsafeCSS } from "@lit/reactive-element";

/** Styles of figures whose plot has a cursor, and a readout between the plot and the controls. */
const readingRows = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot canvas {
    image-rendering: pixelated;
  }
  /* The mark of the cursor. */
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2.5px;
  }
`;

/** Lines of text by the least width of the figure, in rem. */
type Lines = Readonly<Record<number, number>>;

/** The height of a readout, so that nothing moves when its text changes. */
export const readoutLines = (lines: Lines): CSSResult =>
  unsafeCSS(
    Object.entries(lines)
      .map(([width, count]) => {
        const rule = `.readout { min-block-size: calc(${count} * 1.35em); }`;
        return width === "0" ? rule : `@container (min-width: ${width}rem) { ${rule} }`;
      })
      .join("\n"),
  );

export const readingStyles = (lines: Lines): CSSResult[] => [readingRows, readoutLines(lines)];
