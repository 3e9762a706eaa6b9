import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The picture takes what the reading and the controls leave. */
export const ropeStyles = [
  readingStyles,
  css`
  .sector {
    fill: var(--_accent);
  }
  .rim,
  [data-fate="unseen"] path {
    stroke: var(--_accent);
  }
  [data-fate="unseen"] circle {
    fill: var(--_accent);
    stroke: var(--_accent);
  }
  .angle,
  .count {
    fill: var(--_accent);
  }
  .readout {
    min-block-size: 5.4em;
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`,
];
