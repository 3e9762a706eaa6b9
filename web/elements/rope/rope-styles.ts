import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const ropeStyles = [
  readingStyles({ 0: 4, 30: 2 }),
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
`,
];
