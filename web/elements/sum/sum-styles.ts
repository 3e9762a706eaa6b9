import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const sumStyles = [
  readingStyles,
  css`
  .box {
    aspect-ratio: 1 / 3;
  }
  @container (min-width: 22rem) {
    .box {
      aspect-ratio: 2 / 5;
    }
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 2 / 3;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
  }
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
