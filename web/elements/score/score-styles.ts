import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const scoreStyles = [
  readingStyles({ 0: 6, 30: 3, 44: 2 }),
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
`,
];
