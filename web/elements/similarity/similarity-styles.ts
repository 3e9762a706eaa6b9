import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const similarityStyles = [
  readingStyles,
  css`
  .plot canvas {
    image-rendering: pixelated;
  }
  .marks {
    display: contents;
  }
  .readout {
    min-block-size: 4.05em;
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
