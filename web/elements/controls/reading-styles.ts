import { css } from "@lit/reactive-element";

/** Styles of figures with three rows: a plot with a cursor, the text of the cursor's cell, and the controls. */
export const readingStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  /* The mark of the cursor. */
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2.5px;
  }
  .readout {
    margin: 0;
    color: var(--_quiet);
  }
`;
