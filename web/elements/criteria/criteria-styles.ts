import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const criteriaStyles = [
  readingStyles,
  css`
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
