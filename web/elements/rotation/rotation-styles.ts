import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const rotationStyles = [
  readingStyles,
  css`
  .readout {
    min-block-size: 6.75em;
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 4.05em;
    }
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
