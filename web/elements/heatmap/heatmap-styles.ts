import { css } from "@lit/reactive-element";

/** The plot fills its grid cell; canvas and SVG lie on top of each other. */
export const heatmapStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
  }
  .plot canvas {
    position: absolute;
    image-rendering: pixelated;
  }
  td,
  thead th + th {
    text-align: start;
  }
  .readout {
    margin: 0;
    min-block-size: 2.7em;
    color: var(--_quiet);
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 1.35em;
    }
  }
`;
