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
