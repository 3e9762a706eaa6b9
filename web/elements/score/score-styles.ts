import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The picture takes what the reading and the controls leave. */
export const scoreStyles = [
  readingStyles,
  css`
  [data-chosen] path {
    stroke: var(--_accent);
  }
  [data-chosen] .swing,
  .spread,
  .lies,
  .chosen {
    fill: var(--_accent);
  }
  .readout {
    min-block-size: 8.1em;
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
