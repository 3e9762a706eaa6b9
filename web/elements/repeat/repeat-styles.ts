import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const repeatStyles = [
  readingStyles({ 0: 9, 30: 5, 44: 3 }),
  css`
  .record {
    fill: var(--_accent);
  }
  .steps {
    stroke: var(--_accent);
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .row {
    gap: 0.375rem;
  }
  progress {
    inline-size: 3.5rem;
    accent-color: var(--_accent);
  }
  @container (min-width: 44rem) {
    progress {
      inline-size: 12rem;
    }
  }
`,
];
