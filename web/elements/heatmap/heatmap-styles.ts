import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The plot fills its grid cell; canvas and SVG lie on top of each other. */
export const heatmapStyles = [
  readingStyles,
  css`
  .plot canvas {
    image-rendering: pixelated;
  }
  td,
  thead th + th {
    text-align: start;
  }
  .readout {
    min-block-size: 2.7em;
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 1.35em;
    }
  }
`,
];
