import { css } from "@lit/reactive-element";
import { pillStyles } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";

export const dialsStyles = [
  readingStyles({ 0: 4, 30: 2 }),
  pillStyles,
  css`
    .plot {
      cursor: grab;
    }
    .plot:active {
      cursor: grabbing;
    }
    .q :is(.line, .tip) {
      stroke: currentColor;
    }
    .q :is(.tip, .name) {
      fill: currentColor;
    }
    .k :is(.line, .tip) {
      stroke: var(--_position);
    }
    .k .name {
      fill: var(--_position);
    }
    .k .tip {
      fill: var(--_paper);
    }
    .box {
      grid-template-rows: minmax(9rem, 1fr) auto auto;
    }
    .readout {
      order: 1;
      text-align: center;
      text-wrap: balance;
    }
    /* Sliders and ⋯ share one line. */
    .controls {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      inline-size: min(100%, 44em);
      justify-self: center;
    }
    @container (max-width: 30rem) {
      .sliders {
        grid-template-columns: 1fr;
      }
    }
  `,
];
