import { css } from "@lit/reactive-element";

export const similarityStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot canvas {
    position: absolute;
    image-rendering: pixelated;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2.5px;
  }
  .readout {
    margin: 0;
    min-block-size: 4.05em;
    color: var(--_quiet);
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
