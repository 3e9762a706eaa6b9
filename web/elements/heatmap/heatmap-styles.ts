import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const heatmapStyles = [
  readingStyles({ 0: 2, 44: 1 }),
  css`
  td,
  thead th + th {
    text-align: start;
  }
`,
];
