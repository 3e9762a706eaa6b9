import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const repeatStyles = [
  readingStyles,
  css`
  .record {
    fill: var(--_accent);
  }
  .steps {
    stroke: var(--_accent);
  }
  .readout {
    min-block-size: 12.15em;
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
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 6.75em;
    }
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 4.05em;
    }
    progress {
      inline-size: 12rem;
    }
  }
`,
];
