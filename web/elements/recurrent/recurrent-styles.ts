import { css } from "@lit/reactive-element";
import { readoutLines } from "../controls/reading-styles.ts";

/**
 * `--rows` comes from the number of words (`reserve` in recurrent-plot.ts): the height of a panel in font sizes of the
 * plot. `--beside` tells the plot that its panels stand side by side.
 */
export const recurrentStyles = [
  readoutLines({ 0: 4, 40: 2 }),
  css`
  .box {
    grid-template-rows: auto;
    align-content: start;
    gap: 0.75em;
  }
  .plot {
    min-block-size: calc(2em * var(--rows) + 4.25em);
    font-size: max(var(--_least), 0.8125em);
    cursor: crosshair;
  }
  .below {
    display: grid;
    gap: 0.75em;
  }
  .numbers {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  @container not (min-width: 20rem) {
    .steps :is(th, td) {
      padding-inline: 0.3rem;
    }
  }
  @container (min-width: 40rem) {
    .plot {
      --beside: 1;
      min-block-size: calc(1em * var(--rows) + 2.25em);
    }
    .numbers {
      grid-template-columns: 1fr 1fr;
    }
  }
`,
];
