import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const biasStyles = [
  readingStyles({ 0: 4, 30: 2 }),
  css`
  [data-chosen] path {
    stroke: var(--_accent);
  }
  [data-chosen] circle,
  .chosen {
    fill: var(--_accent);
  }
`,
];
