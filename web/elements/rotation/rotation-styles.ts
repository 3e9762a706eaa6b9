import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** Low where the two panels stand beside each other. */
export const rotationStyles = [
  readingStyles,
  css`
  .readout {
    min-block-size: 6.75em;
  }
  .box {
    aspect-ratio: 2 / 5;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 2 / 3;
    }
    .readout {
      min-block-size: 4.05em;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 5 / 3;
    }
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
