import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

/** The table is beside the bars, or under them in a narrow figure. Its height is the same for every encoding. */
export const periodsStyles = [
  readingStyles({ 0: 5, 17: 4, 44: 2 }),
  css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto auto;
  }
  .below {
    display: contents;
  }
  .finished {
    fill: var(--_accent);
  }
  .abridged {
    block-size: 18em;
    font-size: max(13px, 0.9375em);
    white-space: nowrap;
  }
  .abridged sup {
    position: relative;
    font-size: 0.75em;
    line-height: 0;
  }
  .abridged :is(th, td) {
    padding: 0.1rem 0 0.1rem 0.25rem;
  }
  .abridged :is(th, td):nth-child(3) {
    text-align: start;
    padding-inline-start: 0.75rem;
  }
  .abridged :is(th, td):last-child {
    display: none;
  }
  /* Long formulas break where the whole table would be wider than the figure. */
  @container not (min-width: 18rem) {
    .abridged {
      white-space: normal;
    }
  }
  @container (min-width: 30rem) {
    .abridged :is(th, td):last-child {
      display: table-cell;
    }
  }
  @container (min-width: 44rem) {
    .box {
      grid-template-columns: 1fr auto;
      grid-template-rows: minmax(9rem, 1fr) auto auto;
      column-gap: 2rem;
    }
    .readout,
    .controls {
      grid-column: 1 / -1;
    }
    .abridged {
      grid-area: 1 / 2;
      align-self: center;
    }
    .abridged :is(th, td) {
      padding-inline-start: 0.75rem;
    }
    /* One width for every length: otherwise the plot would move while its line is dragged. */
    .abridged :is(th, td):last-child {
      min-inline-size: 9ch;
    }
  }
`,
];
