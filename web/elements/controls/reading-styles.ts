import { css } from "@lit/reactive-element";

/** A plot that is read by a cursor, what it says under it, and the controls: for all figures of these three rows. */
export const readingStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  /* What the cursor is on. */
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
