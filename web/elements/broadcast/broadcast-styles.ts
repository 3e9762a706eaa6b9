import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const broadcastStyles = [
  readingStyles,
  css`
  .plot canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2px;
  }
  .readout {
    min-block-size: 6.75em;
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
