import { css } from "@lit/reactive-element";

/** Low where the two panels stand beside each other. */
export const rotationStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .readout {
    margin: 0;
    min-block-size: 6.75em;
    color: var(--_quiet);
  }
  .box {
    aspect-ratio: 2 / 5;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 2 / 3;
    }
    .readout {
      min-block-size: 4.05em;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 5 / 3;
    }
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
