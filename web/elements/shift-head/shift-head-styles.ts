import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";
import { resultStyles } from "../controls/result-styles.ts";

export const shiftHeadStyles = [
  readingStyles({ 0: 2, 44: 1 }),
  resultStyles,
  css`
  .box {
    grid-template-rows: auto minmax(18rem, 1fr) auto auto;
    gap: 0.75rem;
  }
  .slider[inert] {
    opacity: 0.4;
  }
  .result {
    min-block-size: 6.4rem;
  }
  @container (min-width: 30rem) {
    .result {
      align-items: center;
      min-block-size: 4.1em;
    }
  }
`,
];
