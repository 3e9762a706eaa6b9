import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const similarityStyles = [
  readingStyles,
  css`
  .plot canvas {
    position: absolute;
    image-rendering: pixelated;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2.5px;
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
