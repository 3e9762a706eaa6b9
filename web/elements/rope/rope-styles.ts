import { css } from "@lit/reactive-element";

/** The picture takes what the reading and the controls leave. */
export const ropeStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .sector {
    fill: var(--_accent);
  }
  .rim,
  [data-fate="unseen"] path {
    stroke: var(--_accent);
  }
  [data-fate="unseen"] circle {
    fill: var(--_accent);
    stroke: var(--_accent);
  }
  .angle,
  .count {
    fill: var(--_accent);
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
