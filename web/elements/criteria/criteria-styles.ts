import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const criteriaStyles = [
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
  @container (min-width: 42rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
  }
  @container (min-width: 46.5rem) {
    .box {
      aspect-ratio: 4 / 3;
    }
  }
  .plot canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2px;
  }
  .readout {
    min-block-size: 5.4em;
  }
  @container (min-width: 46.5rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
