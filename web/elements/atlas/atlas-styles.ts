import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const atlasStyles = [
  ...readingStyles({ 0: 4, 24: 3, 46: 2 }),
  css`
    .mark {
      fill: currentColor;
      stroke: none;
    }
    .mark.rotary {
      fill: var(--_accent);
      fill-opacity: 0.75;
    }
    .mark.learned {
      fill-opacity: 0.55;
    }
    .mark.sinusoidal,
    .mark.none {
      fill: none;
      stroke: currentColor;
      stroke-width: 1.75px;
    }
    .cursor text {
      fill: currentColor;
      stroke: none;
      font-weight: 600;
    }
  `,
];
