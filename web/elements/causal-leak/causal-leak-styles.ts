import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";
import { resultStyles } from "../controls/result-styles.ts";

export const causalLeakStyles = [
  readingStyles({ 0: 3, 44: 2 }),
  resultStyles,
  css`
  .box {
    grid-template-rows: auto minmax(20rem, 1fr) auto auto;
    gap: 0.75rem;
  }
  .plot[aria-busy="true"] .drawing {
    opacity: 0.4;
  }
  .result {
    min-block-size: 13.5em;
  }
  @container (min-width: 30rem) {
    .result {
      min-block-size: 8.1em;
    }
  }
  @container (min-width: 44rem) {
    .result {
      min-block-size: 5.4em;
    }
  }
`,
];
