import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The canvas lies under the drawing. Wide enough for a square beside curves, the box is low. */
export const biasStyles = [
  readingStyles,
  css`
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 3 / 2;
    }
  }
  .plot canvas {
    image-rendering: pixelated;
  }
  [data-chosen] path {
    stroke: var(--_accent);
  }
  [data-chosen] circle,
  .chosen {
    fill: var(--_accent);
  }
  .readout {
    min-block-size: 5.4em;
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
