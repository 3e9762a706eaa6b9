import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const parityStyles = [
  ...readingStyles({ 0: 6, 24: 4, 40: 3, 60: 2 }),
  css`
    .scores,
    .scaled path,
    .blended path,
    .scaled circle,
    .blended circle {
      stroke: var(--_accent);
    }
    .dot,
    .scaled circle {
      fill: var(--_accent);
      stroke: none;
    }
    .menus {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5em 1.25em;
    }
  `,
];
