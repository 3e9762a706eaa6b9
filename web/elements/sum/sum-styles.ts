import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const sumStyles = [
  readingStyles,
  css`
  .plot canvas {
    image-rendering: pixelated;
  }
  .readout {
    min-block-size: 5.4em;
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
