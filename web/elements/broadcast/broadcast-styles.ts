import { css } from "@lit/reactive-element";

export const broadcastStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2px;
  }
  .readout {
    margin: 0;
    min-block-size: 6.75em;
    color: var(--_quiet);
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
