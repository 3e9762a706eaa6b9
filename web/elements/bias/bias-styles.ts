import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The canvas lies under the drawing. */
export const biasStyles = [
  readingStyles,
  css`
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
