import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const clockStyles = [
  readingStyles({ 0: 3, 30: 1 }),
  css`
  .plot {
    cursor: grab;
  }
  .plot:active {
    cursor: grabbing;
  }
  .sector {
    fill: var(--_accent);
  }
  .rim {
    stroke: var(--_accent);
  }
  @container (max-width: 30rem) {
    .row,
    .bar {
      gap: 0.375rem;
    }
  }
`,
];
