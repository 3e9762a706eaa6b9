import { css } from "@lit/reactive-element";

/** The canvas lies under the drawing. Wide enough for a square beside curves, the box is low. */
export const biasStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 3 / 2;
    }
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot canvas {
    position: absolute;
    image-rendering: pixelated;
  }
  [data-chosen] path,
  .ring {
    stroke: var(--_accent);
  }
  [data-chosen] circle,
  .chosen {
    fill: var(--_accent);
  }
  .ring {
    fill: none;
    stroke-width: 2.5px;
  }
  .readout {
    margin: 0;
    min-block-size: 5.4em;
    color: var(--_quiet);
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
