import { css } from "@lit/reactive-element";
import { pillStyles } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";

export const heatmapStyles = [
  readingStyles({ 0: 2, 44: 1 }),
  pillStyles,
  css`
  /* The choice of what a pixel shows stands in the picture, as soon as that matters. */
  .box {
    position: relative;
  }
  .box:not(:has(.coarse)) > .pills,
  :host([controls="none"]) .pills {
    display: none;
  }
  @media print {
    .box > .pills {
      display: none;
    }
  }
  .box > .pills {
    position: absolute;
    z-index: 1;
    inset-block-start: calc(3 * max(13px, 0.8125em) + 0.6em);
    inset-inline-end: calc(0.6 * max(13px, 0.8125em) + 0.6em);
    flex-wrap: wrap;
    max-inline-size: calc(100% - 6.6 * max(13px, 0.8125em) - 1.2em);
    border-radius: 1.2em;
    background: var(--_paper);
    font-size: max(13px, 1em);
  }
  @container (max-width: 30rem) {
    .box > .pills {
      font-size: max(13px, 0.8125em);
    }
    .box > .pills span {
      padding-inline: 0.5em;
    }
  }
  td,
  thead th + th {
    text-align: start;
  }
`,
];
