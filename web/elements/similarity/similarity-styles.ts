import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const similarityStyles = [
  readingStyles({ 0: 3, 44: 2 }),
  css`
  .marks {
    display: contents;
  }
`,
];
