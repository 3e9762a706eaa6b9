import { css } from "@lit/reactive-element";

export const sumStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
    aspect-ratio: 1 / 3;
  }
  @container (min-width: 22rem) {
    .box {
      aspect-ratio: 2 / 5;
    }
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 2 / 3;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
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
  .readout {
    margin: 0;
    min-block-size: 5.4em;
    color: var(--_quiet);
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
