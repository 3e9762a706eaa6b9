import { css } from "@lit/reactive-element";

/** The picture takes what the reading and the controls leave. */
export const scoreStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  [data-chosen] path,
  .ring {
    stroke: var(--_accent);
  }
  [data-chosen] .swing,
  .spread,
  .lies,
  .chosen {
    fill: var(--_accent);
  }
  .ring {
    fill: none;
    stroke-width: 2.5px;
  }
  .readout {
    margin: 0;
    min-block-size: 8.1em;
    color: var(--_quiet);
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 4.05em;
    }
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
